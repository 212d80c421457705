#pragma once

/// Where two surfaces are nearer than a distance: pairs of nearest points that are local minima, with normals
/// and areas.
///
/// A vertex of one surface meets the nearest points of the other (vertex–face; the nearest point may lie on
/// an edge or a corner), and edges meet edges. Of a vertex's nearest points those are kept that are local
/// minima of the distance on the other surface: two in a concave corner, one elsewhere. A vertex that is
/// inside keeps only the nearest way out.
///
///   n      unit normal from the second surface to the first
///   gap    signed distance of the two points along n, less both radii; negative where they overlap [m]
///   area   the vertex's third of each incident triangle that faces the contact; edge–edge pairs have none
///   [m²]

#include <array>
#include <vector>

#include "core/types.h"
#include "shapes/box_tree.h"
#include "shapes/collision_complex.h"
#include "shapes/surface.h"

namespace limpet {

enum class FeaturePair : std::uint8_t { VertexFace, FaceVertex, EdgeEdge };

struct Proximity {
    FeaturePair features;
    int first_feature, second_feature;  ///< vertex or edge of the complex, or its simplex: who touches whom
    SurfacePoint first, second;
    Vec3 normal;
    double gap;
    double area;
};

/// A surface as detection holds it: its complex, where its vertices are now, and a tree over its simplices.
class DetectionSurface {
public:
    /// `deforms`: its edges may become convex, flat or hollow.
    explicit DetectionSurface(CollisionComplex complex, bool deforms = true)
        : complex_(std::move(complex)), deforms_(deforms) {}

    /// Follows the surface's vertices; the tree is made once and refitted after.
    void update(const std::vector<Vec3>& positions);

    const CollisionComplex& complex() const { return complex_; }
    const std::vector<Vec3>& positions() const { return *positions_; }
    const BoxTree& tree() const { return tree_; }
    const std::vector<Box3>& simplex_boxes() const { return boxes_; }
    /// Can the edge meet others? Convex, bare and rim edges can; flat ones of surfaces that deform, too.
    bool meets_edges(int edge) const { return meets_[edge]; }
    Box3 box() const { return tree_.empty() ? Box3() : tree_.nodes().front().box; }
    /// Of its box's diagonal, thickened [m].
    double size() const { return tree_.empty() ? 0 : box().diagonal().norm() + 2 * complex_.radius(); }

private:
    void find_meeting_edges();

    CollisionComplex complex_;
    bool deforms_;
    const std::vector<Vec3>* positions_ = nullptr;
    std::vector<Box3> boxes_;
    BoxTree tree_;
    std::vector<char> meets_;
};

/// All proximities of two surfaces, in a fixed order.
std::vector<Proximity> find_proximities(const DetectionSurface& first, const DetectionSurface& second,
                                        double distance);

/// The same within one surface: vertex–face pairs (VertexFace alone) and edge pairs of simplices that have no
/// vertex in common. Neighbours on a smooth surface are no proximities: between them the distance has no
/// local minimum of its own.
std::vector<Proximity> find_self_proximities(const DetectionSurface& surface, double distance);
std::vector<Proximity> find_self_proximities_all_pairs(const DetectionSurface& surface, double distance);

/// The slow twin: the same from all pairs of simplices, without trees.
std::vector<Proximity> find_proximities_all_pairs(const DetectionSurface& first,
                                                  const DetectionSurface& second, double distance);

}  // namespace limpet
