#pragma once

/// A mesh file in memory, and which format its content is.

#include <string>
#include <vector>

namespace limpet::io {

enum class MeshFormat { Gmsh, VtkLegacy, VtkXml, Tetgen, Medit, Obj, Stl, Ply, Off, Other };

struct MeshFile {
    std::string path;
    std::string bytes;
    MeshFormat format = MeshFormat::Other;
};

/// The ending in lower case with its dot, e.g. ".obj"; "" without one.
std::string ending_of(const std::string& path);
/// Formats that may hold tetrahedra.
bool may_hold_tetrahedra(MeshFormat format);
/// The format by content; only where the content has no mark of its own, by ending.
MeshFormat format_of(const std::string& bytes, const std::string& ending);
/// Throws an InputError for what is missing, a directory, empty or of an unknown content.
MeshFile load_mesh_file(const std::string& path);
void save_file(const std::string& path, const std::string& bytes);

}  // namespace limpet::io
