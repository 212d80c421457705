#pragma once

/// What would pass through each other within a step: pairs of features (vertex and face, or two edges) of
/// moving surfaces that come together and end on the wrong side of each other.
///
///   t*     first approach to the sum of both radii (time_of_approach.h), widened by how far vertices may
///          stray from straight lines; the weights of the points that meet are those at t*
///   n      unit normal at t*, from the second surface to the first, towards the side they came from
///   gap    n · (p − q) less both radii at the start of the step [m]
///   end    the same at its end [m]
///
/// A pair crosses if end < min(gap, 0) − overlap, and gap ≥ −overlap at the start (of what is thick and
/// touches then, less by how much it does, up to half of the radii, of sheets up to 0.95 of them): where
/// surfaces touch or overlap a little, as those at rest do, nothing crosses. Surfaces without a radius have
/// an inside, as for proximity.h: what leaves it is free to go. Those with a radius (cloth) and bare edges
/// and vertices have two sides.
///
/// On a face that n is its normal at t*. On its rim it is the direction of the two points if the faces of
/// both fall back from it, otherwise again the face's normal: within a flat or hollow patch the direction to
/// an inner edge is no normal. Pairs that only meet after others are left out (crossing_normals.h).
///
/// What comes near and does not cross may part and meet again, since features turn and bend: it is followed
/// until it has parted (time_of_parting.h), and the search goes on from there. What parts into an inside has
/// crossed; what is thick is judged again where it gets deeper than it started. Pairs that are only shifted
/// against each other, to less than `overlap`, do none of this. What stays in touch is left to proximity.
///
/// Every vertex has one crossing, its first; a ball, which is one thick vertex, may have one at every place
/// that it meets. Edges that meet at an end are left out: there, a vertex meets a
/// face.

#include <vector>

#include "detect/continuous/moving_surface.h"
#include "detect/proximity.h"

namespace limpet {

struct Crossing {
    Proximity pair;  ///< with `gap` as above; no area
    double time;     ///< t*, share of the step
    double end_gap;  ///< [m]
    /// The vertex, or both edges, face what they meet: the front of a body, whose back may never get there.
    bool faces;
    /// They touched before and have parted since, or got deeper only as they turned: what touches at the
    /// start is another contact of the same two features.
    bool again = false;
};

/// All crossings of two surfaces, in a fixed order. `overlap`: as above [m].
std::vector<Crossing> find_crossings(const MovingSurface& first, const MovingSurface& second, double overlap);
/// Within one surface: of features without a common vertex (VertexFace and EdgeEdge).
std::vector<Crossing> find_self_crossings(const MovingSurface& surface, double overlap);

/// The slow twins: from all pairs of simplices, without trees.
std::vector<Crossing> find_crossings_all_pairs(const MovingSurface& first, const MovingSurface& second,
                                               double overlap);
std::vector<Crossing> find_self_crossings_all_pairs(const MovingSurface& surface, double overlap);

}  // namespace limpet
