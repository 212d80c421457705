#pragma once

/// A mesh file in memory, and which format its content is.

#include <cstdint>
#include <string>
#include <vector>

namespace limpet::io {

enum class MeshFormat { Gmsh, VtkLegacy, VtkXml, Tetgen, Medit, Obj, Stl, Ply, Off, Gltf, Other };

/// [bytes] Twenty million triangles of a text format, the most that a shape may have, take about as much.
inline constexpr std::uint64_t largest_mesh_file = std::uint64_t{1} << 30;

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
/// A file whose bytes are there already; throws an InputError if it is empty or its content is not what a
/// file of its ending has to be.
MeshFile mesh_file(const std::string& path, std::string bytes);
/// The same from disk; throws an InputError for what is missing or a directory, too.
MeshFile load_mesh_file(const std::string& path);

}  // namespace limpet::io
