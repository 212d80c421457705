#include "shapes/meshes/collision_complex.h"

#include <algorithm>
#include <numbers>

#include "shapes/distance/surface_distance.h"

namespace limpet {

namespace {

/// Of the radius: what is nearer at rest has no side of the other to be on.
constexpr double same_place = 1e-3;

}  // namespace

CollisionComplex CollisionComplex::of_triangles(const std::vector<Triangle>& triangles, int vertex_count) {
    CollisionComplex complex;
    for (const Triangle& triangle : triangles) complex.add_simplex(triangle);
    complex.finish(vertex_count);
    return complex;
}

CollisionComplex CollisionComplex::of_sheet(const std::vector<Triangle>& triangles, std::vector<Vec3> rest,
                                            double radius) {
    CollisionComplex complex = of_triangles(triangles, static_cast<int>(rest.size()));
    complex.radius_ = radius;
    complex.rest_ = std::move(rest);
    return complex;
}

bool CollisionComplex::are_neighbours(const SurfacePoint& a, const SurfacePoint& b) const {
    Vec3 difference = Vec3::Zero();
    for (int k = 0; k < 3; ++k) {
        if (a.weights[k] != 0) difference += a.weights[k] * rest_[a.vertices[k]];
        if (b.weights[k] != 0) difference -= b.weights[k] * rest_[b.vertices[k]];
    }
    return difference.norm() < same_place * radius_ ||
           is_nearer_along(*this, rest_, a, b, std::numbers::pi * radius_);
}

CollisionComplex CollisionComplex::of_point(double radius) {
    CollisionComplex complex;
    complex.radius_ = radius;
    complex.add_simplex({0, -1, -1});
    complex.finish(1);
    return complex;
}

CollisionComplex CollisionComplex::of_segment(double radius) {
    CollisionComplex complex;
    complex.radius_ = radius;
    complex.add_simplex({0, 1, -1});
    complex.finish(2);
    return complex;
}

void CollisionComplex::add_simplex(std::array<int, 3> vertices) {
    simplices_.push_back({vertices, {-1, -1, -1}, 0, 0});
}

void CollisionComplex::finish(int vertex_count) {
    struct Side {
        Edge edge;
        int simplex, place;
    };
    std::vector<Side> sides;
    for (int i = 0; i < static_cast<int>(simplices_.size()); ++i) {
        const auto& v = simplices_[i].vertices;
        const int count = simplices_[i].corners() == 3 ? 3 : simplices_[i].corners() - 1;
        for (int k = 0; k < count; ++k) {
            const auto [low, high] = std::minmax(v[k], v[(k + 1) % 3]);
            sides.push_back({{low, high}, i, k});
        }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
        return a.edge != b.edge ? a.edge < b.edge : a.simplex < b.simplex;
    });
    for (const Side& side : sides) {
        if (edges_.empty() || edges_.back() != side.edge) {
            edges_.push_back(side.edge);
            edge_simplices_.push_back({-1, -1});
            simplices_[side.simplex].owned_edges |= static_cast<std::uint8_t>(1u << side.place);
        }
        auto& owners = edge_simplices_.back();
        if (simplices_[side.simplex].corners() == 3) (owners[0] < 0 ? owners[0] : owners[1]) = side.simplex;
        simplices_[side.simplex].edges[side.place] = static_cast<int>(edges_.size()) - 1;
    }
    std::vector<bool> owned(vertex_count, false);
    around_start_.assign(vertex_count + 1, 0);
    for (Simplex& simplex : simplices_)
        for (int k = 0; k < simplex.corners(); ++k) {
            if (!owned[simplex.vertices[k]]) simplex.owned_vertices |= static_cast<std::uint8_t>(1u << k);
            owned[simplex.vertices[k]] = true;
            if (simplex.corners() == 3) ++around_start_[simplex.vertices[k] + 1];
        }
    for (int v = 0; v < vertex_count; ++v) around_start_[v + 1] += around_start_[v];
    around_.resize(around_start_.back());
    std::vector<int> next(around_start_.begin(), around_start_.end() - 1);
    for (int i = 0; i < static_cast<int>(simplices_.size()); ++i)
        if (simplices_[i].corners() == 3)
            for (const int v : simplices_[i].vertices) around_[next[v]++] = i;
}

}  // namespace limpet
