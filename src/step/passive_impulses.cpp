#include "step/passive_impulses.h"

#include <algorithm>

namespace limpet {
namespace {

/// Of |λᵀu⁰| + |λᵀu|: less is rounding.
constexpr double gain_rounding = 1e-10;

}  // namespace

double make_passive(const Problem& problem, VecX& lambda, VecX& u) {
    if (problem.has_bonds()) return 1;
    const double before = lambda.dot(problem.u0), after = lambda.dot(u);
    if (before + after <= gain_rounding * (std::abs(before) + std::abs(after))) return 1;
    // λᵀWλ = λᵀu − λᵀu⁰.
    const double curvature = after - before;
    const double alpha = curvature > 0 ? std::clamp(-before / curvature, 0.0, 1.0) : 0.0;
    lambda *= alpha;
    u = problem.u0 + alpha * (u - problem.u0);
    return alpha;
}

}  // namespace limpet
