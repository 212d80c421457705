#pragma once

/// Meshes from and to files. docs/mesh-formats.md says what is read, written, left out and repaired.

#include <string>
#include <vector>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// A surface from OBJ, STL, PLY, OFF, any other format that has a reader (surface_readers.h), or the boundary
/// or the triangles of a format of tetrahedra. Vertices that coincide exactly are welded. `notes` gets a
/// sentence for everything that was left out or repaired. Coordinates are those of the file.
TriMesh read_surface(const std::string& file, std::vector<std::string>* notes = nullptr);

/// Tetrahedra from Gmsh 1, 2.2 and 4.1 (text and binary), legacy VTK (text and binary), VTU, TetGen
/// .node/.ele or Medit .mesh, each turned to positive volume, without unused vertices.
TetMesh read_tetrahedra(const std::string& file, std::vector<std::string>* notes = nullptr);

/// True if read_tetrahedra() is the reader for this file: its content is a format of tetrahedra and it holds
/// some, or it is so broken that only that reader can say why.
bool is_tetrahedral_file(const std::string& file);

/// The ending chooses the format: .obj .stl .ply .off, and .msh .msh2 .vtu .vtk .mesh with triangles as
/// cells. `binary` counts where the format has the choice.
void write_surface(const TriMesh& mesh, const std::string& file, bool binary = true);

/// The ending chooses the format: .msh (4.1), .msh2 (2.2), .vtu, .vtk, .mesh, .node or .ele (both are
/// written).
void write_tetrahedra(const TetMesh& mesh, const std::string& file, bool binary = true);

}  // namespace limpet
