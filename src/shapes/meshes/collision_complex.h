#pragma once

/// What detection collides: vertices, edges and triangles, all thickened by one radius. A mesh is a complex
/// of radius 0, a sphere is one bare vertex, a capsule one bare edge, a box twelve triangles: thus round
/// shapes collide as what they are, through the same tests as meshes. A sheet, such as cloth, is triangles
/// thickened by half its thickness: it has two sides and no inside. The triangles of a cylinder or a cone
/// that keeps its shape know which solid they stand for: what keeps its shape, too, meets that
/// (detect/round).

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/types.h"
#include "shapes/meshes/round_solid.h"
#include "shapes/meshes/surface.h"

namespace limpet {

using Edge = std::array<int, 2>;

class CollisionComplex {
public:
    /// A triangle, a bare edge or a bare vertex: what the tree has boxes of. It owns those of its vertices
    /// and edges that no earlier simplex owns, so that every pair of features is tested once.
    struct Simplex {
        std::array<int, 3> vertices;  ///< −1 where it has none
        std::array<int, 3> edges;     ///< from vertices[k] to vertices[(k + 1) % 3]; −1 where none
        std::uint8_t owned_vertices;  ///< bit k: vertices[k]
        std::uint8_t owned_edges;     ///< bit k: edges[k]
        int corners() const { return (vertices[0] >= 0) + (vertices[1] >= 0) + (vertices[2] >= 0); }
    };

    static CollisionComplex of_triangles(const std::vector<Triangle>& triangles, int vertex_count);
    /// `rest`: where its vertices are when it is not bent.
    static CollisionComplex of_sheet(const std::vector<Triangle>& triangles, std::vector<Vec3> rest,
                                     double radius);
    static CollisionComplex of_point(double radius);
    static CollisionComplex of_segment(double radius);

    /// Its triangles stand for this solid.
    void be_round(const RoundSolid& solid) { round_ = solid; }
    const std::optional<RoundSolid>& round_solid() const { return round_; }

    double radius() const { return radius_; }
    bool is_sheet() const { return !rest_.empty(); }
    /// Of a sheet at rest: are two points so near along it that its own thickness keeps them apart? They are
    /// on the tightest fold, a half circle of its radius; layers that only lie on each other are not.
    bool are_neighbours(const SurfacePoint& a, const SurfacePoint& b) const;
    const std::vector<Simplex>& simplices() const { return simplices_; }
    const std::vector<Edge>& edges() const { return edges_; }
    /// The one or two triangles of an edge, as simplices; −1 where there is none.
    const std::array<int, 2>& simplices_of_edge(int edge) const { return edge_simplices_[edge]; }
    /// Triangles around a vertex; empty for a bare one.
    const int* triangles_begin(int vertex) const { return around_.data() + around_start_[vertex]; }
    const int* triangles_end(int vertex) const { return around_.data() + around_start_[vertex + 1]; }
    int vertex_count() const { return static_cast<int>(around_start_.size()) - 1; }

private:
    void add_simplex(std::array<int, 3> vertices);
    void finish(int vertex_count);

    double radius_ = 0;
    std::optional<RoundSolid> round_;
    std::vector<Vec3> rest_;  ///< of a sheet [m]
    std::vector<Simplex> simplices_;
    std::vector<Edge> edges_;
    std::vector<std::array<int, 2>> edge_simplices_;
    std::vector<int> around_start_, around_;
};

}  // namespace limpet
