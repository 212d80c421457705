#pragma once

/// Where surfaces are near each other at the start of a step, or about to be: nearest points of pairs of
/// features (proximity.h), as far apart as free motion can bring together.

#include <functional>
#include <optional>
#include <vector>

#include "detect/detector.h"
#include "detect/overlap_depths.h"
#include "detect/pair_search.h"
#include "detect/proximity.h"
#include "detect/relative_motion.h"
#include "shapes/meshes/collider.h"

namespace limpet {

/// Two bodies that are near each other, or one that may touch itself.
struct NearPair {
    int first, second;
    std::vector<Proximity> proximities = {};
    double searched = 0;  ///< how far apart surfaces were looked at [m]
};

/// A search that had to be cut short, or it would have taken too long (search_budget.h).
struct ShortenedSearch {
    int first, second;
    double searched;  ///< how far apart they were looked at [m]
    double part;      ///< of what motion in the step would have added
};

/// What two bodies can move against each other in a step, at most. [m]
double travel_bound(const VelocityBound& first, const VelocityBound& second, double h);

class ProximityDetector : public Detector {
public:
    struct Settings {
        double distance;         ///< how far apart what is at rest is looked at [m]
        bool self;               ///< within bodies that deform, too
        bool allows_for_chords;  ///< round_on_facets.h
    };
    /// Did this vertex of a body press on the other in the last step? Of the first body for VertexFace, of
    /// the second for FaceVertex.
    using Pressed = std::function<bool(int first, int second, FeaturePair side, int vertex)>;

    ProximityDetector(Colliders colliders, const Settings& settings, const OverlapDepths& depths,
                      Pressed pressed);

    /// Motion within the step widens the search, so that what meets in it is found in time.
    void detect(double h) override;
    void surface_changed(int body) override;
    /// Keeps surfaces with their trees, which are made of bodies as they are when these come: bounds of
    /// motion, and by them how far to look, depend on how a tree divides its surface.
    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override;

    const std::vector<DetectionSurface>& surfaces() const { return surfaces_; }
    const std::vector<NearPair>& near() const { return near_; }

    /// Pairs with any of the `chosen` bodies whose motion against each other a solve has increased, with how
    /// far to look.
    std::vector<NearPair> closing_pairs(const std::vector<char>& chosen, double h);
    /// Simplices of such a pair that are that near, and its proximities among them.
    std::vector<std::pair<int, int>> simplices_of(const NearPair& pair) const;
    void find_again(NearPair& pair, std::span<const std::pair<int, int>> simplices, Areas areas) const;
    /// The worst of the last detect() or closing_pairs(), if any.
    const std::optional<ShortenedSearch>& shortened() const { return shortened_; }

protected:
    const Colliders& colliders() const { return colliders_; }

private:
    std::vector<VelocityBound> velocity_bounds() const;
    /// Of all bodies, grown by what they move in the step.
    std::vector<Box3> swept_boxes(const std::vector<VelocityBound>& speed, double h) const;
    void find_near(double h);
    /// How far motion in a step extends the search, at most. [m]
    double max_travel(const NearPair& pair) const;
    std::vector<SurfaceTrajectory> free_trajectories(double h) const;
    /// How far apart surfaces are looked at [m].
    struct Reach {
        double at_rest, in_motion;
    };
    Reach reach(const NearPair& pair, const std::vector<SurfaceTrajectory>& trajectories, double h) const;
    /// Shortens `searched` of pairs that together would look at more than `max_pairs` pairs of simplices;
    /// `at_rest` of each is always looked at [m].
    void limit_searches(std::vector<NearPair>& pairs, const std::vector<double>& at_rest, double max_pairs);
    void find_self(NearPair& pair, double h) const;
    void find(NearPair& pair, double h);
    /// Of a round solid that turns, in the middle of the step.
    std::optional<Vec3> axis_ahead(int body, double h) const;
    std::function<bool(int)> pressed_vertices(const NearPair& pair) const;

    Colliders colliders_;
    Settings settings_;
    const OverlapDepths& depths_;
    Pressed pressed_;
    std::vector<DetectionSurface> surfaces_;
    PairSearch search_;
    std::vector<VelocityBound> free_speed_;  ///< in free motion
    std::vector<NearPair> near_;
    std::optional<ShortenedSearch> shortened_;
};

}  // namespace limpet
