#pragma once

#include <array>
#include <span>
#include <vector>

#include "detect/detection_surface.h"

namespace limpet {

/// Outward normals of a surface's features: of a triangle, of an edge (mean of its triangles), of a vertex
/// (its triangles weighted by their angle there). With these the sign of a distance is right everywhere near
/// a closed surface: J. A. Bærentzen, H. Aanæs, Signed distance computation using the angle weighted
/// pseudonormal (2005).
class FeatureNormals {
public:
    /// How far from flat, as a sine, faces in contact may be: they bend.
    static constexpr double bent = 0.1;
    /// A triangle that faces a contact by more than this cosine is part of its patch.
    static constexpr double in_patch = 0.5;

    explicit FeatureNormals(const DetectionSurface& surface)
        : complex_(surface.complex()), positions_(surface.positions()), kept_(surface.kept_normals()) {}

    Vec3 triangle(int simplex) const { return of_triangle(simplex).unit; }
    TriangleNormal of_triangle(int simplex) const {
        return kept_.triangles.get(simplex, [&] { return measured_triangle(simplex); });
    }
    Vec3 edge(int edge) const {
        return kept_.edges.get(edge, [&] { return measured_edge(edge); });
    }
    Vec3 vertex(int vertex) const {
        return kept_.vertices.get(vertex, [&] { return measured_vertex(vertex); });
    }
    /// Of the feature that has all the weight. `boundary` tells that it is bare or on the rim of an open
    /// surface: no inside.
    Vec3 at(int simplex, const std::array<double, 3>& weights, bool& boundary) const;
    /// The simplex's edge that has all the weight; −1 if it is another feature.
    int edge_of(int simplex, const std::array<double, 3>& weights) const;

    /// Of the triangles that have this feature in common.
    std::vector<Vec3> faces_at(int simplex, const std::array<double, 3>& weights) const;
    /// True if the surface around the vertex stays behind it, seen from where `towards` points, within the
    /// sine `slack`: nothing of it is nearer there than the vertex.
    bool is_foremost(int vertex, const Vec3& towards, double slack = bent) const;
    /// True if the surface around the vertex faces against `along` within 60°, or nothing of it is farther
    /// that way: moved along, the vertex goes first of what it would part from.
    bool leads(int vertex, const Vec3& along) const {
        return facing(vertex, -along) > in_patch || is_foremost(vertex, -along);
    }
    /// True if an edge from the vertex goes steeply against `normal` to a vertex that is on the far side of
    /// the plane through `origin` with normal `outward`.
    bool passes_behind(int vertex, const Vec3& normal, const Vec3& origin, const Vec3& outward) const;
    /// True if an edge from the vertex ends behind the plane through `origin` with normal `outward`.
    bool reaches_behind(int vertex, const Vec3& outward, const Vec3& origin) const;
    /// Mean length of the edges at a vertex. [m]
    double mean_edge(int vertex) const {
        return kept_.mean_edges.get(vertex, [&] { return measured_mean_edge(vertex); });
    }

    /// Of a triangle, at one of its vertices. [rad]
    double angle_at(int simplex, int vertex) const;
    /// [m²]
    double area(int simplex) const { return scaled(simplex).norm() / 2; }
    /// Which of these ways a triangle faces most, with either side if it is one of a sheet; −1 if it faces
    /// none by less than 60°.
    int faced_way(int simplex, std::span<const Vec3> ways) const;
    struct FacingArea {
        double area = 0;  ///< [m²]
        int triangles = 0;
    };
    /// What of the surface a vertex stands for where it faces these ways: a third of each triangle around it
    /// that faces one of them, counting for the one that it faces most.
    std::vector<FacingArea> facing_areas(int vertex, const std::vector<Vec3>& ways) const;
    /// Cosine of the angle between `towards` and the triangle around the vertex that faces it most; −1 if the
    /// vertex is bare.
    double facing(int vertex, const Vec3& towards) const;
    /// True if a triangle around the vertex faces that way, or the vertex is bare; a sheet's faces all ways.
    bool faces(int vertex, const Vec3& towards) const;

private:
    Vec3 scaled(int simplex) const { return of_triangle(simplex).scaled; }
    TriangleNormal measured_triangle(int simplex) const;
    Vec3 measured_edge(int edge) const;
    Vec3 measured_vertex(int vertex) const;
    double measured_mean_edge(int vertex) const;

    const CollisionComplex& complex_;
    const std::vector<Vec3>& positions_;
    const KeptNormals& kept_;
};

}  // namespace limpet
