#pragma once

/// Where a surface is open.

#include <string>
#include <vector>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// A directed edge that no triangle runs through the other way.
struct RimEdge {
    int from, to;
};

/// A rim that hangs together.
struct Hole {
    Box3 box;                  ///< of the rim [m]
    Vec3 area = Vec3::Zero();  ///< vector area that the rim spans [m²]
    double length = 0;         ///< of the rim [m]
    int edges = 0;             ///< of the rim
};

/// The same surface with one vertex per position, so that seams of texture coordinates are no holes.
TriMesh welded(const TriMesh& surface);
std::vector<RimEdge> rim_edges(const std::vector<Triangle>& triangles);
/// By the lowest vertex of their rims; none: each edge is run through as often one way as the other.
std::vector<Hole> find_holes(const std::vector<Triangle>& triangles, const std::vector<Vec3>& positions);

/// "2 holes: rims of 14 edges, 0.31 m long, in a box of 0.1 × 0.1 × 0 m; …", the largest ones first; empty
/// without holes.
std::string holes_text(std::vector<Hole> holes);

}  // namespace limpet
