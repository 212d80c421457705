#include "bodies/particles/stable_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "bodies/particles/particles_body.h"
#include "bodies/particles/relative_damping.h"
#include "limpet/error.h"

namespace limpet {
namespace {

/// Power iteration ends when the eigenvalue has grown by less in a round; what it still lacks then is covered
/// by `eigenvalue_margin`.
constexpr double settled_growth = 1e-6;
constexpr double eigenvalue_margin = 1.01;
constexpr int least_rounds = 30, most_rounds = 2000;

/// Numbers between −1 and 1 without a pattern, the same ones always.
std::vector<Vec3> rough_start(std::size_t count) {
    std::vector<Vec3> start(count);
    std::uint64_t bits = 0x9e3779b97f4a7c15;
    for (Vec3& v : start)
        for (int k = 0; k < 3; ++k) {
            bits = bits * 6364136223846793005U + 1442695040888963407U;
            v[k] = static_cast<double>(bits >> 11) * 0x1p-52 - 1;
        }
    return start;
}

/// The largest λ with A x = λ M x; `add_negative` does f −= A x.
double largest_eigenvalue(
    const std::vector<double>& inverse_mass,
    const std::function<void(const std::vector<Vec3>&, std::vector<Vec3>&)>& add_negative) {
    std::vector<Vec3> x = rough_start(inverse_mass.size()), f;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] *= std::sqrt(inverse_mass[i]);
    double largest = 0;
    for (int round = 0; round < most_rounds; ++round) {
        f.assign(x.size(), Vec3::Zero());
        add_negative(x, f);
        // Rayleigh's quotient in the norm of M, of which imposed particles have no part.
        double work = 0, square = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (!(inverse_mass[i] > 0)) continue;
            work -= x[i].dot(f[i]);
            square += x[i].squaredNorm() / inverse_mass[i];
        }
        if (!(square > 0)) return 0;
        const double value = work / square;
        const bool settled = round >= least_rounds && value <= largest * (1 + settled_growth);
        largest = std::max(largest, value);
        if (settled) break;
        double size = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = -inverse_mass[i] * f[i];
            size = std::max(size, x[i].cwiseAbs().maxCoeff());
        }
        if (!(size > 0)) return 0;
        for (Vec3& v : x) v /= size;
    }
    return eigenvalue_margin * largest;
}

}  // namespace

double highest_frequency(const ShapeMemory& memory, const std::vector<double>& inverse_mass) {
    return std::sqrt(largest_eigenvalue(inverse_mass, [&](const std::vector<Vec3>& x, std::vector<Vec3>& f) {
        memory.add_forces_at_rest(x, f);
    }));
}

double highest_damping_rate(const Neighbourhoods& around, double damping, const std::vector<Vec3>& rest,
                            const std::vector<double>& mass, const std::vector<double>& inverse_mass) {
    if (!(damping > 0)) return 0;
    return largest_eigenvalue(inverse_mass, [&](const std::vector<Vec3>& x, std::vector<Vec3>& f) {
        add_damping_forces(around, damping, mass, rest, x, f);
    });
}

double longest_stable_step(double frequency, double damping_rate) {
    const double square = frequency * frequency;
    if (square > 0) return (std::sqrt(damping_rate * damping_rate + 4 * square) - damping_rate) / square;
    return damping_rate > 0 ? 2 / damping_rate : std::numeric_limits<double>::infinity();
}

void ParticlesBody::set_damping(const Damping& damping) {
    const double before = std::exchange(model_.damping, damping.mass);
    try {
        require_stable_step(substep_ * model_.substeps);
    } catch (...) {
        model_.damping = before;
        throw;
    }
}

bool ParticlesBody::swings_as(const ParticlesBody& other) const {
    return model_.substeps == other.model_.substeps && model_.damping == other.model_.damping &&
           model_.memory.stiffness() == other.model_.memory.stiffness() &&
           model_.memory.strain_stiffness() == other.model_.memory.strain_stiffness() &&
           model_.own == other.model_.own && model_.mass == other.model_.mass &&
           model_.inverse_mass == other.model_.inverse_mass &&
           model_.memory.neighbourhoods().has_members_of(other.model_.memory.neighbourhoods());
}

void ParticlesBody::require_stable_step(double h) const {
    const double frequency = highest_frequency(model_.memory, model_.inverse_mass);
    const double rate = highest_damping_rate(model_.memory.neighbourhoods(), model_.damping, model_.own,
                                             model_.mass, model_.inverse_mass);
    const double longest = longest_stable_step(frequency, rate);
    if (h / model_.substeps < longest) return;
    throw InputError(
        "substeps",
        fmt::format("{} substep{} of {:.4g} s, too long for explicit steps of this body, whose highest "
                    "frequency is {:.4g} rad/s and whose highest rate of damping is {:.4g} 1/s; allowed: "
                    "substeps below {:.4g} s, that is {} or more of them, or a time.step below {:.4g} s",
                    model_.substeps, model_.substeps == 1 ? "" : "s", h / model_.substeps, frequency, rate,
                    longest, static_cast<long>(std::floor(h / longest)) + 1, model_.substeps * longest));
}

}  // namespace limpet
