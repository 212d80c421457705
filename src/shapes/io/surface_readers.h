#pragma once

/// Readers of surface formats that are not our own, by the ending of a file's name. A format with a reader in
/// readers.h is never looked up here.

#include <string>

#include "shapes/io/cells.h"
#include "shapes/io/mesh_file.h"

namespace limpet::io {

using SurfaceReader = Cells (*)(const MeshFile&);

/// `ending` is in lower case with its dot; "" stands for every ending without a reader of its own. A later
/// reader of the same ending takes the place of an earlier one. Safe from any thread.
void add_surface_reader(const std::string& ending, SurfaceReader reader);

/// Null where nobody reads files of this ending.
SurfaceReader surface_reader(const std::string& ending);

}  // namespace limpet::io
