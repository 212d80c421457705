#pragma once

/// Surfaces of all formats that we do not read ourselves, by Assimp.

#include <string>
#include <vector>

#include "shapes/io/cells.h"
#include "shapes/io/mesh_file.h"

namespace limpet::io {

Cells read_with_assimp(const MeshFile& file);

/// Endings of the formats that Assimp has readers for, in lower case with their dots.
std::vector<std::string> assimp_endings();

}  // namespace limpet::io
