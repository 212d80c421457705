#include "solve/problem_check.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

/// An eigenvalue below minus this part of the trace is no rounding: real problems have −1e-6.
constexpr double indefinite = 1e-3;

/// Of W, u⁰ and λ: squares of W λ and of μ u stay finite.
constexpr double largest_entry = 1e70, most_friction = 1e50;

/// The tangential part of W's own block minus what the normal row takes away, as in one_contact.h: its
/// smallest eigenvalue.
bool positive(const double* w, double friction) {
    if (friction == 0) return true;
    const double trace = w[0] + w[4] + w[8];
    if (w[4] < -indefinite * trace || w[8] < -indefinite * trace) return false;
    const double nt = (w[1] + w[3]) / 2, nb = (w[2] + w[6]) / 2;
    const double s11 = w[4] - nt * nt / w[0], s22 = w[8] - nb * nb / w[0];
    const double s12 = (w[5] + w[7]) / 2 - nt * nb / w[0];
    return (s11 + s22) / 2 - std::hypot((s11 - s22) / 2, s12) >= -indefinite * trace;
}

}  // namespace

std::string_view why_unsolvable(const Problem& problem) {
    const int n = problem.contacts();
    const Eigen::Index rows = 3 * static_cast<Eigen::Index>(n);
    if (problem.W.rows() != n || problem.u0.size() != rows) return "W, u0 and friction differ in size";
    if (problem.start.size() != 0 && problem.start.size() != rows)
        return "the impulses to start from are not three for each contact";
    if (problem.has_bonds() && static_cast<int>(problem.bonds.size()) != n)
        return "bonds are not one for each contact";
    if (n == 0) return {};
    const Eigen::Map<const VecX> entries(problem.W.block(0), 9 * Eigen::Index(problem.W.pattern().blocks()));
    // x − x is 0, or not a number where x is not finite; summed up, many at a time.
    if ((entries - entries).sum() != 0) return "W has numbers that are not finite";
    if (!problem.u0.allFinite()) return "u0 has numbers that are not finite";
    if (!problem.start.allFinite()) return "the impulses to start from are not finite";
    if (!(entries.squaredNorm() + problem.u0.squaredNorm() <= largest_entry * largest_entry))
        return "numbers are too large: allowed are up to 1e70";
    if (!(problem.start.squaredNorm() <= largest_entry * largest_entry))
        return "the impulses to start from are too large: allowed are up to 1e70";
    const double speed = problem.u0.norm();
    for (int i = 0; i < n; ++i) {
        const double mu = problem.friction[i];
        if (!(mu >= 0 && mu <= most_friction))
            return "friction has a number below 0 or not finite (above 1e50)";
        const Bond bond = problem.bond(i);
        if (!(bond.k >= 0 && std::hypot(bond.k, bond.drag_t, bond.drag_b) <= largest_entry &&
              bond.slack >= 0 && bond.slack <= largest_entry))
            return "a bond has a stiffness below 0 or a number that is not finite (above 1e70)";
        const double* own = problem.diagonal(i);
        if (!(own[0] > 0)) return "a contact has no compliance: nothing that touches there can move";
        if (!(speed / own[0] <= largest_entry))
            return "a contact's compliance is too small: impulses would be too large to compute with";
        if (!positive(own, bond.k > 0 ? 1 : mu))
            return "W is not positive: a contact's own block has a negative eigenvalue";
    }
    return {};
}

std::string_view why_unsolvable_without_bonds(const Problem& problem) {
    for (const Bond& bond : problem.bonds)
        if (bond.k > 0)
            return "contacts have bonds, which this solver does not know: take auto, nsgs or block-pgs";
    return why_unsolvable(problem);
}

VecX first_guess(const Problem& problem) {
    VecX start = problem.start.size() > 0 ? problem.start : VecX::Zero(problem.u0.size());
    // The error does not look at their tangential rows, so that no solver would mend them.
    for (int i = 0; i < problem.contacts(); ++i)
        if (problem.is_smooth(i)) start.segment<3>(3 * i) = Vec3(std::max(0.0, start[3 * i]), 0, 0);
    return start;
}

Report refused(const Problem& problem, std::string_view reason) {
    Report report;
    report.status = SolveStatus::Refused;
    report.lambda = VecX::Zero(problem.u0.size());
    report.reason = reason;
    return report;
}

}  // namespace limpet
