#pragma once

/// Surface files of formats that the simulator does not read itself. In the library `limpet_io`.

#include "limpet/export.h"

namespace LIMPET_API limpet {

/// From now on scenes and make_mesh() read all surface formats that Assimp does: glTF, COLLADA, FBX, 3DS,
/// 3MF, X3D and more. Without this call they read OBJ, STL, PLY, OFF, Gmsh, VTK, TetGen and Medit. Calling it
/// again does nothing. Safe from any thread.
void register_mesh_formats();

}  // namespace limpet
