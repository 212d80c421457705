#pragma once

/// What a mesh file holds, before it becomes a surface or tetrahedra: points and cells of every kind. Readers
/// fill it; to_tetrahedra() and to_surface() choose, repair, and say what they did.

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "shapes/meshes/meshes.h"

namespace limpet::io {

enum class CellKind {
    Point,
    Line,
    Triangle,
    Quadrilateral,
    Polygon,
    Tetrahedron,
    Hexahedron,
    Prism,
    Pyramid,
    Other
};
constexpr std::size_t cell_kinds = 10;

struct Cells {
    std::vector<Vec3> points;
    std::vector<Tetrahedron> tetrahedra;
    std::vector<int> face_corners;  ///< of triangles, quadrilaterals and polygons, one after the other
    std::vector<std::size_t> face_ends;
    std::array<std::size_t, cell_kinds> counts{};
    std::size_t curved_tetrahedra = 0;  ///< of higher order, reduced to their corners
    std::size_t curved_faces = 0;
    std::vector<std::string> notes;

    /// A cell by its corners (without the nodes on edges if it is `curved`), which must be valid indices.
    void add(CellKind kind, std::span<const int> corners, bool curved = false);
    /// A triangle, quadrilateral or polygon by the number of its corners; a line or point if there are too
    /// few.
    void add_face(std::span<const int> corners);
    /// A strip: every three neighbours are a triangle, every second one turned round.
    void add_strip(std::span<const int> corners);
    void count(CellKind kind, std::size_t number = 1) { counts[static_cast<std::size_t>(kind)] += number; }
    std::size_t faces() const { return face_ends.size(); }
};

/// "1 triangle", "12 triangles"
std::string counted(std::size_t number, const std::string& singular, const std::string& plural);

/// Throws an InputError that says what is there if there are no tetrahedra.
TetMesh to_tetrahedra(Cells cells, const std::string& file, std::vector<std::string>* notes);
/// The boundary of the tetrahedra, or, if there are none, the faces.
TriMesh to_surface(Cells cells, const std::string& file, std::vector<std::string>* notes);

/// For every point the first one with exactly the same coordinates (−0 equals 0).
std::vector<int> first_coincident(const std::vector<Vec3>& points);
/// Joins points that coincide exactly; returns how many went.
std::size_t weld(Cells& cells);

}  // namespace limpet::io
