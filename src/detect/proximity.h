#pragma once

/// Where two surfaces are nearer than a distance: pairs of nearest points that are local minima, with normals
/// and areas.
///
/// A vertex of one surface meets the nearest points of the other (vertex–face; the nearest point may lie on
/// an edge or a corner), and edges meet edges. Of a vertex's nearest points those are kept that are local
/// minima of the distance on the other surface: two in a concave corner, one elsewhere. A vertex that is
/// inside keeps only the nearest way out; where its own surface does not face that way, the region of overlap
/// says which way it has to go (overlap_regions.h).
///
///   n      unit normal from the second surface to the first
///   gap    signed distance of the two points along n, less both radii; negative where they overlap [m]
///   area   the vertex's third of each incident triangle that faces the contact, of what the other surface
///          covers of it (covered_areas.h); edge–edge pairs have none [m²]

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "core/types.h"
#include "detect/detection_surface.h"
#include "shapes/meshes/surface.h"

namespace limpet {

/// `Volume`: no features, but surfaces that lie in each other (detect/ldi). `EdgeFace`, `FaceEdge`: an edge
/// that pierces a face, where nothing else tells how surfaces overlap (overlap_regions.h).
enum class FeaturePair : std::uint8_t { VertexFace, FaceVertex, EdgeEdge, Volume, EdgeFace, FaceEdge };

constexpr bool has_edge(FeaturePair features) {
    return features == FeaturePair::EdgeEdge || features == FeaturePair::EdgeFace ||
           features == FeaturePair::FaceEdge;
}

struct Proximity {
    FeaturePair features;
    int first_feature, second_feature;  ///< vertex or edge of the complex, or its simplex: who touches whom
    SurfacePoint first, second;
    Vec3 normal;
    double gap;
    double area;
    int facing = 0;    ///< triangles that the area is made of
    double chord = 0;  ///< overlap that is a chord's, on top of the gap (round_on_facets.h) [m]
    Vec3 first_offset = Vec3::Zero(),
         second_offset = Vec3::Zero();  ///< from the points to where round solids are touched [m]
};

/// All proximities of two surfaces, in a fixed order.
std::vector<Proximity> find_proximities(const DetectionSurface& first, const DetectionSurface& second,
                                        double distance);

/// `Whole`: where the other surface ends, vertices keep the areas of what it does not cover. For those who
/// ask for points and gaps alone: areas take up to half of the time.
enum class Areas : std::uint8_t { Covered, Whole };

/// The same from pairs of simplices among which are all that are near enough.
std::vector<Proximity> find_proximities(const DetectionSurface& first, const DetectionSurface& second,
                                        std::span<const std::pair<int, int>> pairs, double distance,
                                        Areas areas = Areas::Covered);
/// How far apart the simplices of such pairs may be: `distance` and both radii. [m]
double proximity_reach(const DetectionSurface& first, const DetectionSurface& second, double distance);

/// The same within one surface: vertex–face pairs (VertexFace alone) and edge pairs of simplices that have no
/// vertex in common. Neighbours on a smooth surface are no proximities: between them the distance has no
/// local minimum of its own.
std::vector<Proximity> find_self_proximities(const DetectionSurface& surface, double distance);
std::vector<Proximity> find_self_proximities_all_pairs(const DetectionSurface& surface, double distance);

/// The slow twin: the same from all pairs of simplices, without trees.
std::vector<Proximity> find_proximities_all_pairs(const DetectionSurface& first,
                                                  const DetectionSurface& second, double distance);

}  // namespace limpet
