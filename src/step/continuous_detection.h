#pragma once

/// Continuous detection in a step: with the velocities that the solver left, does anything pass through
/// anything? The contacts that keep it from doing so, and, if that fails, how far bodies may go.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "detect/continuous/crossings.h"
#include "detect/relative_motion.h"

namespace limpet {

class ContinuousDetection {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;

    /// Crossings of two bodies, or of one with itself.
    struct Pair {
        int first, second;
        std::vector<Crossing> crossings;
        bool turns;  ///< one of them turns by so much that its vertices do not go straight
        /// How deep sheets among them may get into each other, and stay apart; 0 if none is a sheet. [m]
        double thickness;
        /// Only what faces the other body stays, if anything does.
        void keep_facing();
        double time() const;   ///< of the first that does not begin at the start of the step; else 2
        double worst() const;  ///< gap at the end [m]
        /// Slower, they would not cross: they do not begin to at the start, or only because they turn, or
        /// they are thick enough to get a little deeper.
        bool can_be_held_back() const { return time() <= 1 || turns || thickness > 0; }
        /// Of the step, how much they may go.
        double share() const;
    };

    /// `overlap`: less than that counts as touching, and less than a part of their thickness in sheets;
    /// `self`: within bodies that deform, too.
    ContinuousDetection(const Bodies& bodies, const std::vector<DetectionSurface>& surfaces, bool self,
                        double overlap);

    /// A body has other triangles.
    void surface_changed(int body) {
        moving_[body] = {};
        ways_[body] = {};
    }

    /// Pairs of bodies that cross if the step ends with the present velocities.
    std::vector<Pair> find(double h);

    /// Contacts of these crossings. Their gaps make h uₙ the gap at the end of the step as the bodies end
    /// with the present velocities: on straight lines, the gap at the start; on arcs, more by what they rise
    /// above their tangents, but not less.
    std::vector<Contact> contacts(const std::vector<Pair>& pairs, double h) const;

    struct Held {
        std::vector<Pair> pairs;     ///< that would have crossed
        std::vector<double> shares;  ///< of the step that each body may go so that they do not
    };
    /// Of what ends deeper than `overlap` in each other, sheets deeper than half of what keeps them apart.
    /// Bodies whose ways meet are held back together.
    Held hold_back(double h, double overlap);

private:
    std::vector<double> whole_step() const { return std::vector<double>(bodies_.size(), 1.0); }
    struct Slack {
        double overlap;       ///< [m]
        double of_thickness;  ///< of what keeps sheets apart
    };
    std::vector<Pair> find(double h, const Slack& slack, const std::vector<double>& shares);
    double thickness(int first, int second) const;
    double overlap_of(int first, int second, const Slack& slack) const;
    void sweep(double h, const std::vector<double>& shares);
    /// Of those pairs that come near, what may cross: a crossing takes more motion than its overlap.
    std::vector<std::pair<int, int>> moving_pairs(const Slack& slack) const;
    void slow_down(const std::vector<Pair>& pairs, std::vector<double>& shares) const;

    const Bodies& bodies_;
    const std::vector<DetectionSurface>& surfaces_;
    bool self_;
    double overlap_;
    std::vector<SurfaceWay> ways_;
    std::vector<MovingSurface> moving_;
    std::vector<std::pair<int, int>> near_;  ///< whose swept boxes overlap
};

}  // namespace limpet
