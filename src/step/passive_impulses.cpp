#include "step/passive_impulses.h"

#include <algorithm>

#include "step/step_constants.h"

namespace limpet {
double make_passive(const Problem& problem, VecX& lambda, VecX& u) {
    if (problem.has_bonds()) return 1;
    const double before = lambda.dot(problem.u0), after = lambda.dot(u);
    if (before + after <= gain_rounding_ratio * (std::abs(before) + std::abs(after))) return 1;
    // λᵀWλ = λᵀu − λᵀu⁰.
    const double curvature = after - before;
    const double alpha = curvature > 0 ? std::clamp(-before / curvature, 0.0, 1.0) : 0.0;
    lambda *= alpha;
    u = problem.u0 + alpha * (u - problem.u0);
    return alpha;
}

}  // namespace limpet
