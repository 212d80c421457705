#pragma once

#include <cstddef>
#include <string>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// What is wrong with a surface as the boundary of a solid.
struct SurfaceCheck {
    std::size_t boundary_edges = 0;         ///< edges of one triangle
    std::size_t non_manifold_edges = 0;     ///< edges of three or more triangles
    std::size_t misoriented_edges = 0;      ///< edges that both their triangles run through the same way
    std::size_t non_manifold_vertices = 0;  ///< vertices whose triangles form more than one fan
    std::size_t degenerate_triangles = 0;   ///< repeated vertices, or no area
    std::size_t unused_vertices = 0;

    bool closed() const { return boundary_edges == 0; }
    bool manifold() const { return non_manifold_edges == 0 && non_manifold_vertices == 0; }
    /// Closed, manifold, consistently oriented.
    bool solid() const {
        return closed() && manifold() && misoriented_edges == 0 && degenerate_triangles == 0;
    }
    /// In words; empty for a good solid.
    std::string text() const;
};

SurfaceCheck check_surface(const TriMesh& mesh);

}  // namespace limpet
