// VTK's cell types (vtkCellType.h) and what we make of them. Corners come first in all of them.

#include "shapes/io/vtk_cells.h"

#include <algorithm>

namespace limpet::io {

namespace {

struct VtkType {
    std::int64_t number;
    CellKind kind;
    std::size_t corners;
    std::size_t nodes;  ///< 0 where it may be any number from the corners on
};

constexpr std::int64_t pixel = 8;

constexpr std::array<VtkType, 46> types_known = {{
    {1, CellKind::Point, 1, 1},          {2, CellKind::Point, 0, 0},
    {3, CellKind::Line, 2, 2},           {4, CellKind::Line, 0, 0},
    {5, CellKind::Triangle, 3, 3},       {6, CellKind::Triangle, 3, 0},
    {7, CellKind::Polygon, 3, 0},        {8, CellKind::Quadrilateral, 4, 4},
    {9, CellKind::Quadrilateral, 4, 4},  {10, CellKind::Tetrahedron, 4, 4},
    {11, CellKind::Hexahedron, 8, 8},    {12, CellKind::Hexahedron, 8, 8},
    {13, CellKind::Prism, 6, 6},         {14, CellKind::Pyramid, 5, 5},
    {15, CellKind::Prism, 10, 10},       {16, CellKind::Prism, 12, 12},
    {21, CellKind::Line, 2, 3},          {22, CellKind::Triangle, 3, 6},
    {23, CellKind::Quadrilateral, 4, 8}, {24, CellKind::Tetrahedron, 4, 10},
    {25, CellKind::Hexahedron, 8, 20},   {26, CellKind::Prism, 6, 15},
    {27, CellKind::Pyramid, 5, 13},      {28, CellKind::Quadrilateral, 4, 9},
    {29, CellKind::Hexahedron, 8, 27},   {30, CellKind::Quadrilateral, 4, 6},
    {31, CellKind::Prism, 6, 12},        {32, CellKind::Prism, 6, 18},
    {33, CellKind::Hexahedron, 8, 24},   {34, CellKind::Triangle, 3, 7},
    {35, CellKind::Line, 2, 4},          {37, CellKind::Pyramid, 5, 19},
    {68, CellKind::Line, 2, 0},          {69, CellKind::Triangle, 3, 0},
    {70, CellKind::Quadrilateral, 4, 0}, {71, CellKind::Tetrahedron, 4, 0},
    {72, CellKind::Hexahedron, 8, 0},    {73, CellKind::Prism, 6, 0},
    {74, CellKind::Pyramid, 5, 0},       {75, CellKind::Line, 2, 0},
    {76, CellKind::Triangle, 3, 0},      {77, CellKind::Quadrilateral, 4, 0},
    {78, CellKind::Tetrahedron, 4, 0},   {79, CellKind::Hexahedron, 8, 0},
    {80, CellKind::Prism, 6, 0},         {81, CellKind::Pyramid, 5, 0},
}};

const VtkType* find_type(std::int64_t number) {
    const auto found = std::find_if(types_known.begin(), types_known.end(),
                                    [&](const VtkType& t) { return t.number == number; });
    return found == types_known.end() ? nullptr : &*found;
}

void check_offsets(const VtkCells& arrays, const VtkPlace& place) {
    const auto& offsets = arrays.offsets;
    if (!std::is_sorted(offsets.begin(), offsets.end()) || offsets.front() != 0 ||
        offsets.back() > static_cast<std::int64_t>(arrays.connectivity.size()))
        place.scan.fail_at(place.position, "the cells' offsets do not rise from 0 to the " +
                                               std::to_string(arrays.connectivity.size()) +
                                               " indices there are");
}

void add_cell(Cells& cells, std::int64_t number, std::vector<int>& nodes, const VtkPlace& place) {
    const VtkType* type = find_type(number);
    if (!type) {
        cells.count(CellKind::Other);
        return;
    }
    if (nodes.size() < type->corners || (type->nodes > 0 && nodes.size() != type->nodes))
        place.scan.fail_at(place.position, "a cell of VTK's type " + std::to_string(number) + " has " +
                                               std::to_string(nodes.size()) + " points instead of " +
                                               (type->nodes > 0 ? "" : "at least ") +
                                               std::to_string(std::max(type->nodes, type->corners)));
    if (number == vtk_strip) return cells.add_strip(nodes);
    if (number == pixel) std::swap(nodes[2], nodes[3]);
    const std::size_t corners = number == vtk_polygon ? nodes.size() : type->corners;
    const bool curved = type->corners > 0 && corners < nodes.size();
    cells.add(type->kind, std::span<const int>(nodes).first(corners), curved);
}

template <class TypeOf>
void add_all(Cells& cells, const VtkCells& arrays, TypeOf type_of, int first_point, const VtkPlace& place) {
    check_offsets(arrays, place);
    const std::int64_t points = static_cast<std::int64_t>(cells.points.size()) - first_point;
    std::vector<int> nodes;
    for (std::size_t i = 0; i + 1 < arrays.offsets.size(); ++i) {
        nodes.clear();
        for (std::int64_t k = arrays.offsets[i]; k < arrays.offsets[i + 1]; ++k) {
            const std::int64_t point = arrays.connectivity[static_cast<std::size_t>(k)];
            if (point < 0 || point >= points)
                place.scan.fail_at(place.position, "cell " + std::to_string(i) + " uses point " +
                                                       std::to_string(point) + "; there are " +
                                                       std::to_string(points) + " points");
            nodes.push_back(first_point + static_cast<int>(point));
        }
        add_cell(cells, type_of(i), nodes, place);
    }
}

}  // namespace

void add_vtk_cells(Cells& cells, const VtkCells& arrays, std::span<const std::int64_t> types, int first_point,
                   const VtkPlace& place) {
    if (types.size() + 1 != arrays.offsets.size())
        place.scan.fail_at(place.position, "there are " + std::to_string(arrays.offsets.size() - 1) +
                                               " cells but " + std::to_string(types.size()) + " cell types");
    add_all(
        cells, arrays, [&](std::size_t i) { return types[i]; }, first_point, place);
}

void add_vtk_cells(Cells& cells, const VtkCells& arrays, std::int64_t type, int first_point,
                   const VtkPlace& place) {
    add_all(
        cells, arrays, [&](std::size_t) { return type; }, first_point, place);
}

}  // namespace limpet::io
