#pragma once

/// What virtual adhesives have to hold in a step, of the pairs of bodies that zones may hold.
///
///   at the start   feature pairs that are nearer than the detection distance, overlap, or would overlap at
///                  the end of the step as it is expected (contact/zones/find_touches.h)
///   late           once the step was tried: those that come nearer and overlap at its end for what zones do
///                  to the bodies
///   at the end     of surfaces that cut each other where the step as it was tried ends: edges that go
///                  through faces there, hollow ones, too, and did not at the start; vertices that enter the
///                  other body
///
/// A surface that is folded has places where no direction leads out of it, and detection may take a point
/// beside a fold for a deep one. What seems to lie deeper than the detection distance is in the other body if
/// its winding number is; the rest does not touch.

#include <memory>
#include <utility>
#include <vector>

#include "contact/zones/find_touches.h"
#include "contact/zones/zone_set.h"
#include "detect/proximity_detector.h"
#include "detect/surface_cuts.h"
#include "step/step_context.h"

namespace limpet {

class TouchSearch {
public:
    TouchSearch(const StepContext& context, const ProximityDetector& detector);

    /// Looks which pairs of bodies zones may hold in this step.
    void begin_step();
    /// Of each body: is it one of such a pair?
    const std::vector<char>& bodies() const { return bodies_; }
    std::vector<Touch> at_start(const ParticleNumbers& numbers, const std::vector<VertexShifts>& expected);
    std::vector<Touch> late(const ParticleNumbers& numbers, const std::vector<VertexShifts>& tried) const;
    /// Of pairs that move against each other by so much that features may meet that were not near.
    std::vector<Touch> at_end(const ParticleNumbers& numbers, const std::vector<VertexShifts>& tried);
    /// Of pairs where it is deeper than the detection distance [m]: at the start of the step, and where the
    /// last at_end() saw vertices go deeper into the other body.
    using Overlaps = std::vector<std::pair<std::pair<int, int>, double>>;
    const Overlaps& overlaps_at_start() const { return overlaps_at_start_; }
    const Overlaps& overlaps_at_end() const { return overlaps_at_end_; }

private:
    struct Moved;
    void drop_false_overlaps(int pair);
    /// Features of round shapes that overlap at the end, deeper than at the start.
    std::vector<Touch> meeting(const Moved& first, const Moved& second, double bound,
                               const ParticleNumbers& numbers) const;
    /// Edges that go through triangles at the end, and did not at the start, or less deep.
    std::vector<Touch> cutting(const std::vector<SurfaceCut>& cuts, const Moved& first, const Moved& second,
                               const ParticleNumbers& numbers) const;
    /// Vertices that enter the other body, whatever their own surface faces: it may be folded. Returns how
    /// deep those are at the end that enter or go on into it. [m]
    double add_entering(const Moved& own, const Moved& other, double bound, const ParticleNumbers& numbers,
                        std::vector<Touch>& touches) const;
    void place_end_surface(int body, const std::vector<VertexShifts>& tried);

    /// A surface where the step as it was tried ends. Its tree is divided as the detector's is, so that it
    /// does not depend on the steps before.
    struct EndSurface {
        std::vector<Vec3> positions;
        DetectionSurface surface;
        bool is_placed = false;  ///< in this try
    };

    const StepContext& context_;
    const ProximityDetector& detector_;
    std::vector<const NearPair*> pairs_;
    std::vector<std::unique_ptr<NearPair>> corrected_;  ///< of pairs_; null: as the detector has it
    std::vector<char> bodies_;
    std::vector<std::unique_ptr<EndSurface>> ends_;
    Overlaps overlaps_at_start_, overlaps_at_end_;
};

}  // namespace limpet
