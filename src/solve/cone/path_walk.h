#pragma once

/// Two ways to walk along the central path (central_path.h).
///
/// Quick: predictor and corrector (S. Mehrotra, On the implementation of a primal-dual interior point method,
/// 1992), carried over to equations that are not those of an optimisation problem.
///
///   predictor   towards τ = 0, as far as the domain lets it
///   corrector   towards σ τ with the predictor's second-order terms added, σ from what the predictor gained
///
/// Coulomb's law is not monotone, so that the path may turn back and τ grow before it falls again, which this
/// walk cannot follow. Careful, for then: the arc of the path counts, not τ (E. Allgower, K. Georg, Numerical
/// Continuation Methods, 1990, chapters 2 and 6).
///
///   step        along the tangent dx/dln τ, in the sense of the step before
///   corrector   Newton's method to the nearest point of the path: Δx = c + s t, s = −⟨c, t⟩ / (⟨t, t⟩ + 1)
///
///   c   Newton step at fixed τ;  t  tangent;  ⟨,⟩  product of relative changes;  s  change of ln τ
///
/// Steps shrink until the corrector converges at once, so that no other branch is caught.

#include <optional>

#include "solve/cone/central_path.h"

namespace limpet {

class PathWalk {
public:
    /// `scale`: mean diagonal of W.
    PathWalk(const Problem& problem, double scale) : path_(problem, scale), at_(path_.start()) {}

    /// Multiplications and additions of a step.
    double flops() const { return path_.flops(); }
    /// λ in the problem's units.
    VecX solution() const { return path_.solution(at_); }
    /// One factorisation; false where the walk ends.
    bool advance();

private:
    bool quick_step();
    bool careful_step();
    void start_quick();
    void start_careful();
    void choose_sense(const PathDirection& along);
    void predict();
    void go_back();

    struct Place {
        PathPoint at;
        double tau;
    };

    CentralPath path_;
    PathPoint at_;
    int changes_ = 0;  ///< to careful steps
    double lowest_tau_ = 1;
    int since_lowest_ = 0;
    std::optional<Place> near_;  ///< the last place near the path that runs forwards

    bool careful_ = false;
    double tau_ = 1;
    Place safe_;                            ///< the last point that the corrector reached
    std::optional<PathDirection> tangent_;  ///< there
    double sense_ = -1;                     ///< of ln τ
    double part_ = 0;                       ///< of the way to the domain's border that a step takes
    int corrections_ = 0, doubts_ = 0;
};

}  // namespace limpet
