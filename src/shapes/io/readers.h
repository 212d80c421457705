#pragma once

/// One reader per format; each throws an InputError that names the line or the byte.

#include "shapes/io/cells.h"
#include "shapes/io/mesh_file.h"

namespace limpet::io {

/// By the reader of the file's format; for formats that have none here, by that of surface_readers.h.
Cells read_cells(const MeshFile& file);

Cells read_gmsh(const MeshFile& file);        ///< version 1, 2.x or 4.1
Cells read_vtk_legacy(const MeshFile& file);  ///< unstructured grids and polydata
Cells read_vtk_xml(const MeshFile& file);     ///< unstructured grids (VTU) and polydata (VTP)
Cells read_tetgen(const MeshFile& file);      ///< with the .node or .ele beside it
Cells read_medit(const MeshFile& file);
Cells read_obj(const MeshFile& file);
Cells read_stl(const MeshFile& file);
Cells read_ply(const MeshFile& file);
Cells read_off(const MeshFile& file);
Cells read_gltf(const MeshFile& file);  ///< 2.0, text or binary

}  // namespace limpet::io
