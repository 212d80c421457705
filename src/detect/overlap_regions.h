#pragma once

/// Which way two closed surfaces part where they overlap: one direction per connected region of overlap.
///
/// The nearest point of a surface is the way out for a vertex, but not always for the body that it belongs
/// to: the corner of a box that lies flush in another box has a way out of length zero, sideways, and moving
/// there parts nothing. A way out counts if the vertex's own surface faces against it. Where the nearest one
/// does not count, or edges pierce faces and nothing else overlaps, the region says which way surfaces part:
///
///   t(d) = max over points p of the region that lead along d of x(p, d)
///   d*   = the candidate with the smallest t(d)
///
///   p        vertices inside the other surface, and points of sharp edges that pierce it
///   d        direction in which the first surface would part from the second
///   x(p, d)  how far p is inside the other surface along d (along −d for the second's points) [m]
///   leads    p's surface faces −d within 60°, or nothing around p is farther along −d
///
/// t(d) is the translation along d that parts the region, exactly so for convex surfaces. Candidates are the
/// ways out that do count, the region's area vector, which is the gradient of its volume, and the directions
/// against the faces at points in doubt.

#include <span>
#include <utility>
#include <vector>

#include "detect/proximity.h"
#include "detect/vertex_proximity.h"

namespace limpet {

/// An edge that goes through a triangle of the other surface.
struct PiercingEdge {
    int edge;
    double weight;  ///< of its second end, where it does
    int simplex;
};

/// What one of two surfaces has in the other.
struct OverlapSide {
    const DetectionSurface& surface;
    std::vector<Proximity> proximities;  ///< of its vertices, which come first, sorted by them
    std::vector<UnsettledVertex> unsettled;
    std::vector<PiercingEdge> edges;  ///< that nothing else tells of
    std::vector<Proximity> piercing;  ///< of these, the edge first
};

/// Points in doubt that lead along their region's direction get a proximity along it; proximities of theirs,
/// and overlapping ones of edges, that point elsewhere are dropped. `pairs`: triangles of both surfaces,
/// among them all that meet; `of_edges`: proximities of edges with edges.
void settle_overlaps(OverlapSide& first, OverlapSide& second, std::span<const std::pair<int, int>> pairs,
                     std::vector<Proximity>& of_edges);

}  // namespace limpet
