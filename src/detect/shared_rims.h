#pragma once

/// Vertices of one surface at the rims of another's faces, where the nearest point alone would push the wrong
/// way: beside a rim that two bodies share, just over it, and past it.

#include <array>

#include "detect/feature_normals.h"
#include "detect/vertex_candidate.h"

namespace limpet {

class SharedRims {
public:
    SharedRims(const DetectionSurface& own, const DetectionSurface& other)
        : own_(own), other_(other), own_normals_(own), other_normals_(other) {}

    /// Is the vertex, this far from a rim, said to be at it? [m]
    bool is_at_rim(int vertex, double distance) const;

    /// Beside a rim that two bodies share, a vertex of one is nearest to a face that its own surface does not
    /// touch. True of such a triangle if the vertex's surface touches a face with this normal, and goes
    /// across the rim, facing the triangle no more than anything flat on that face must, or passes the
    /// triangle behind its rim.
    bool is_beside(int triangle, int vertex, const Vec3& face) const;
    /// The same of a candidate's triangle, for a vertex that is at the rim of the face that it touches.
    bool is_beside(const VertexCandidate& rival, const VertexCandidate& c) const;

    /// Where rims of two faces lie on each other, a vertex a hair outside the other face would be pushed
    /// sideways from its edge, though its own face touches that face. If the vertex is not foremost along the
    /// normal but is so along the normal of a face there, that one is taken.
    bool over_rim(const VertexCandidate& c, const Vec3& difference, Vec3& normal) const;

    /// True if the vertex is over a face, but its own surface passes steeply behind that face across a sharp
    /// rim of it: the rim slides on that slope, and the face would only hold the vertex back.
    bool slides_past_rim(const VertexCandidate& c, const Vec3& normal) const;

private:
    bool passes_rims_near(int triangle, int vertex, const Vec3& normal) const;
    bool passes_rim_of(int triangle, int vertex, const Vec3& normal) const;
    std::array<int, 3> neighbours(int triangle) const;
    double mean_edge(int vertex) const;

    const DetectionSurface &own_, &other_;
    FeatureNormals own_normals_, other_normals_;
    mutable int measured_ = -1;  ///< vertex of `mean_edge_`
    mutable double mean_edge_ = 0;
};

}  // namespace limpet
