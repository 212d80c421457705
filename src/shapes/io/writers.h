#pragma once

/// One writer per format; each returns the bytes of the file.

#include <span>
#include <string>

#include "core/number_type.h"
#include "shapes/meshes/meshes.h"

namespace limpet::io {

/// A mesh of one kind of cell, as the formats of cells see it.
struct CellView {
    const std::vector<Vec3>& points;
    std::span<const int> corners;
    std::size_t per_cell;  ///< 3 for triangles, 4 for tetrahedra

    std::span<const int> cell(std::size_t i) const { return corners.subspan(i * per_cell, per_cell); }
    std::size_t cells() const { return corners.size() / per_cell; }
    bool volume() const { return per_cell == 4; }
};

std::string gmsh4_bytes(const CellView& mesh, bool binary);
std::string gmsh2_bytes(const CellView& mesh, bool binary);
std::string vtk_legacy_bytes(const CellView& mesh, bool binary);
std::string vtu_bytes(const CellView& mesh, bool binary);
std::string medit_text(const CellView& mesh);
std::string tetgen_node_text(const TetMesh& mesh);
std::string tetgen_ele_text(const TetMesh& mesh);

std::string obj_text(const TriMesh& mesh);
std::string off_text(const TriMesh& mesh);
std::string ply_bytes(const TriMesh& mesh, bool binary);
/// Coordinates of a binary file have to fit into floats.
std::string stl_bytes(const TriMesh& mesh, bool binary);

/// "x y z" so that it reads back to the same doubles.
void append_point(std::string& out, const Vec3& point);
void append_binary_point(std::string& out, const Vec3& point, ByteOrder order = ByteOrder::Little);
/// All of them, as text a line each.
void append_points(std::string& out, const std::vector<Vec3>& points, bool binary,
                   ByteOrder order = ByteOrder::Little);
/// "i j k", each index plus `base`.
void append_corners(std::string& out, std::span<const int> corners, int base);

}  // namespace limpet::io
