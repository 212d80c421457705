#pragma once

#include <span>

#include "core/scanner.h"
#include "shapes/io/cells.h"

namespace limpet::io {

/// The cell arrays of VTK's files, legacy and XML: cell i has the points connectivity[offsets[i] ..
/// offsets[i+1]).
struct VtkCells {
    std::vector<std::int64_t> offsets;  ///< one more than cells; the first is 0
    std::vector<std::int64_t> connectivity;
};

/// Where a complaint about the arrays points to.
struct VtkPlace {
    const Scanner& scan;
    std::size_t position;
};

/// Adds the cells of `types` (VTK's numbers) to `cells`; their points are indices from `first_point` on.
void add_vtk_cells(Cells& cells, const VtkCells& arrays, std::span<const std::int64_t> types, int first_point,
                   const VtkPlace& place);
/// The same with one type for all, as in polydata.
void add_vtk_cells(Cells& cells, const VtkCells& arrays, std::int64_t type, int first_point,
                   const VtkPlace& place);

constexpr std::int64_t vtk_poly_vertex = 2, vtk_poly_line = 4, vtk_triangle = 5, vtk_strip = 6,
                       vtk_polygon = 7, vtk_tetrahedron = 10;

}  // namespace limpet::io
