#include "bodies/elastic/node_springs.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"

namespace limpet {
namespace {

void add_identity(BlockMatrix& matrix, int row, int column, double value) {
    const int block = matrix.pattern().find(row, column);
    LIMPET_ASSERT(block >= 0);
    for (int k = 0; k < 3; ++k) matrix.block(block)[4 * k] += value;
}

}  // namespace

Vec3 NodePoint::of(const std::vector<Vec3>& values) const {
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < 4; ++k) sum += weights[k] * values[nodes[k]];
    return sum;
}

bool same_matrix(const NodeSprings& a, const NodeSprings& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const NodeSpring& x, const NodeSpring& y) {
        return x.at == y.at && x.stiffness == y.stiffness && x.damping == y.damping;
    });
}

bool fits_pattern(const NodePoint& point, const Assembly& assembly) {
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b)
            if (point.weights[a] != 0 && point.weights[b] != 0 &&
                !assembly.are_coupled(point.nodes[a], point.nodes[b]))
                return false;
    return true;
}

void add_to_matrix(const NodeSprings& springs, const Assembly& assembly, double k_factor, double c_factor,
                   BlockMatrix& free, BlockMatrix& held) {
    for (const NodeSpring& spring : springs) {
        const double s = k_factor * spring.stiffness + c_factor * spring.damping;
        const auto& [nodes, weights] = spring.at;
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b) {
                const int row = assembly.row_of(nodes[a]), other = assembly.row_of(nodes[b]);
                if (weights[a] == 0 || weights[b] == 0 || row < 0) continue;
                const double value = s * weights[a] * weights[b];
                if (other >= 0)
                    add_identity(free, row, other, value);
                else
                    add_identity(held, row, assembly.column_of(nodes[b]), value);
            }
    }
}

void add_spring_forces(const NodeSprings& springs, const Assembly& assembly, const std::vector<Vec3>& q,
                       const std::vector<Vec3>& v, double factor, VecX& b) {
    for (const NodeSpring& spring : springs) {
        const Vec3 f = factor * spring.force(spring.at.of(q), spring.at.of(v));
        for (int k = 0; k < 4; ++k) {
            const int row = assembly.row_of(spring.at.nodes[k]);
            if (row >= 0) b.segment<3>(3 * static_cast<Eigen::Index>(row)) += spring.at.weights[k] * f;
        }
    }
}

double spring_energy(const NodeSprings& springs, const std::vector<Vec3>& q) {
    double sum = 0;
    for (const NodeSpring& spring : springs)
        sum += 0.5 * spring.stiffness * (spring.target - spring.at.of(q)).squaredNorm();
    return sum;
}

double spring_damping_power(const NodeSprings& springs, const std::vector<Vec3>& v) {
    double sum = 0;
    for (const NodeSpring& spring : springs) sum += 0.5 * spring.damping * spring.at.of(v).squaredNorm();
    return sum;
}

void append_springs(const NodeSprings& springs, std::vector<double>& values) {
    for (const NodeSpring& spring : springs) {
        values.insert(values.end(), spring.at.nodes.begin(), spring.at.nodes.end());
        values.insert(values.end(), spring.at.weights.begin(), spring.at.weights.end());
        values.insert(values.end(), {spring.stiffness, spring.damping});
    }
}

bool take_springs(std::span<const double>& values, int nodes, NodeSprings& springs) {
    constexpr std::size_t numbers = 10;
    springs.clear();
    while (values.size() >= numbers) {
        NodeSpring spring;
        for (int k = 0; k < 4; ++k) {
            if (!(values[k] >= 0 && values[k] < nodes && values[k] == std::floor(values[k]))) return false;
            spring.at.nodes[k] = static_cast<int>(values[k]);
            spring.at.weights[k] = values[4 + k];
        }
        spring.stiffness = values[8];
        spring.damping = values[9];
        springs.push_back(spring);
        values = values.subspan(numbers);
    }
    return values.empty();
}

}  // namespace limpet
