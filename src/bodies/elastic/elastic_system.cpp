#include "bodies/elastic/elastic_system.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/svd3.h"
#include "limpet/error.h"

namespace limpet {

Vec3 mass_center(const std::vector<double>& mass, const std::vector<Vec3>& x) {
    Vec3 sum = Vec3::Zero();
    double total = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sum += mass[i] * x[i];
        total += mass[i];
    }
    return sum / total;
}

Mat3 best_rotation(const std::vector<double>& mass, const std::vector<Vec3>& from,
                   const std::vector<Vec3>& to) {
    const Vec3 then = mass_center(mass, from), now = mass_center(mass, to);
    Mat3 moment = Mat3::Zero();
    for (std::size_t i = 0; i < to.size(); ++i)
        moment += mass[i] * (to[i] - now) * (from[i] - then).transpose();
    return polar_rotation(moment);
}

VecX gathered(const std::vector<Vec3>& all, const std::vector<int>& nodes) {
    VecX some(3 * static_cast<Eigen::Index>(nodes.size()));
    for (std::size_t i = 0; i < nodes.size(); ++i) some.segment<3>(3 * i) = all[nodes[i]];
    return some;
}

void scatter(const VecX& some, const std::vector<int>& nodes, std::vector<Vec3>& all) {
    for (std::size_t i = 0; i < nodes.size(); ++i) all[nodes[i]] = some.segment<3>(3 * i);
}

std::vector<Vec3> elastic_forces(const ElasticSystem& system) {
    std::vector<Vec3> forces;
    system.assembly.gather_forces(*system.elements, forces);
    return forces;
}

void assemble_step(const ElasticSystem& system, double h, BlockMatrix& free, BlockMatrix& held) {
    system.assembly.assemble(*system.elements, system.mass, 1 + h * system.damping.mass,
                             h * system.damping.stiffness + system.scheme.stiffness_weight() * h * h, free,
                             held);
    // Springs are those of the step's end (bodies/pull.h).
    add_to_matrix(system.springs, system.assembly, h * h / system.scheme.stage, h, free, held);
}

double rounding_level(const ElasticSystem& system, const std::vector<Vec3>& q) {
    const BlockPattern& pattern = system.linear.free.pattern();
    const std::vector<int>& nodes = system.assembly.free_nodes();
    double sum = 0;
    for (int i = 0; i < pattern.rows; ++i) {
        const double* block = system.linear.free.block(pattern.find(i, i));
        const double size = (block[0] + block[4] + block[8]) * q[nodes[i]].norm();
        sum += size * size;
    }
    return std::numeric_limits<double>::epsilon() * std::sqrt(sum);
}

void require_finite(const ElasticSystem& system, const std::vector<Vec3>& values, const char* what) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!values[i].allFinite())
            throw BreakdownError(fmt::format(
                "{}: the {} of node {} is no longer a finite number. Most often the time step "
                "is too long for how fast the body or its held nodes move; a shorter time.step, more "
                "newton_iterations or some damping help",
                system.name, what, i));
}

}  // namespace limpet
