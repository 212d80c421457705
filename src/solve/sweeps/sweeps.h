#pragma once

/// What solvers that sweep over the contacts share: the velocity that the other contacts leave at one, when
/// to look at the error, and which λ is returned.
///
/// A look at the error costs about a sweep. It is taken when the change of λ in a sweep, which is known
/// anyway and usually falls as the error does, says that the tolerance may be reached, and from time to time
/// otherwise. The error decides, never the change. What is returned is the best λ that was looked at.

#include <functional>
#include <string_view>
#include <vector>

#include "linear/block_rows.h"
#include "solve/problem.h"
#include "solve/report.h"
#include "solve/residual.h"

namespace limpet {

/// Rows of W by contact, the own block apart.
class SweepRows {
public:
    explicit SweepRows(const Problem& problem);

    /// ū: contact i's velocity without its own impulse. The fourth lane means nothing.
    Lanes without_own(int i, const double* lambda) const {
        const int begin = start_[i], own = own_[i], end = start_[i + 1];
        return load_node(u0_, i) + block_row_sum(W_, begin, own, lambda) +
               block_row_sum(W_, own + 1, end, lambda);
    }
    const double* own_block(int i) const { return W_.block(own_[i]); }

    /// Calls update(i, ū_i, λ_i) for one contact after the other, which changes λ_i; returns ‖change of λ‖².
    template <class Update>
    double sweep(VecX& lambda, const Update& update) const {
        double change = 0;
        for (int i = 0; i < contacts(); ++i) {
            double* own = lambda.data() + 3 * static_cast<std::size_t>(i);
            const Lanes before = load_node(own, 0);
            update(i, without_own(i, lambda.data()), own);
            const Lanes step = load_node(own, 0) - before;
            change += dot3(step, step);
        }
        return change;
    }
    int contacts() const { return static_cast<int>(own_.size()); }

private:
    const BlockMatrix& W_;
    const double* u0_;
    const int* start_;
    std::vector<int> own_;
};

/// One sweep over λ; returns ‖change of λ‖².
using Sweep = std::function<double(VecX& lambda)>;

/// Sweeps until the error of `cone`'s law is within the tolerance, or the iterations are used up. The problem
/// has been checked (problem_check.h).
Report solve_by_sweeps(std::string_view method, const Problem& problem, const SolveLimits& limits, Cone cone,
                       const Sweep& sweep);

}  // namespace limpet
