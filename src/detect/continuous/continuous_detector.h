#pragma once

/// Continuous detection: proximity at the start of a step, and, with the velocities that the solver left,
/// what passes through something on its way. If contacts do not keep it from doing so: how far bodies may go.

#include <vector>

#include "detect/continuous/crossings.h"
#include "detect/proximity_detector.h"

namespace limpet {

/// Crossings of two bodies, or of one with itself.
struct CrossingPair {
    int first, second;
    std::vector<Crossing> crossings;
    bool turns;  ///< one of them turns by so much that its vertices do not go straight
    /// How deep sheets among them may get into each other, and stay apart; 0 if none is a sheet. [m]
    double thickness;
    /// Only what faces the other body stays, if anything does.
    void keep_facing();
    double time() const;   ///< of the first that does not begin at the start of the step; else 2
    double worst() const;  ///< gap at the end [m]
    /// Slower, they would not cross: they do not begin to at the start, or only because they turn, or they
    /// are thick enough to get a little deeper.
    bool can_be_held_back() const { return time() <= 1 || turns || thickness > 0; }
    /// Of the step, how much they may go.
    double share() const;
};

class ContinuousDetector : public ProximityDetector {
public:
    /// `overlap`: less than that counts as touching, and less than a part of their thickness in sheets. [m]
    ContinuousDetector(Colliders colliders, const Settings& settings, const OverlapDepths& depths,
                       Pressed pressed, double overlap);

    void surface_changed(int body) override;

    /// Pairs of bodies that cross if the step ends with the present velocities.
    std::vector<CrossingPair> find_crossing(double h);

    struct Held {
        std::vector<CrossingPair> pairs;  ///< that would have crossed
        std::vector<double> shares;       ///< of the step that each body may go so that they do not
    };
    /// Of what ends deeper than `overlap` in each other, sheets deeper than half of what keeps them apart.
    /// Bodies whose ways meet are held back together.
    Held hold_back(double h, double overlap);

private:
    std::vector<double> whole_step() const { return std::vector<double>(colliders().size(), 1.0); }
    struct Slack {
        double overlap;       ///< [m]
        double of_thickness;  ///< of what keeps sheets apart
    };
    std::vector<CrossingPair> find_crossing(double h, const Slack& slack, const std::vector<double>& shares);
    double thickness(int first, int second) const;
    double overlap_of(int first, int second, const Slack& slack) const;
    void sweep(double h, const std::vector<double>& shares);
    /// Of those pairs that come near, what may cross: a crossing takes more motion than its overlap.
    std::vector<std::pair<int, int>> moving_pairs(const Slack& slack) const;
    void slow_down(const std::vector<CrossingPair>& pairs, std::vector<double>& shares) const;

    bool self_;
    double overlap_;
    std::vector<SurfaceTrajectory> trajectories_;
    std::vector<MovingSurface> moving_;
    std::vector<std::pair<int, int>> meeting_;  ///< whose swept boxes overlap
};

}  // namespace limpet
