#pragma once

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "limpet/scene.h"

namespace limpet {

/// Makes the scene's bodies: reads or makes their meshes, places them, sets them moving.
/// Throws one InputError with the complaints about all of them, each with the line of its field.
std::vector<std::unique_ptr<Body>> make_bodies(const Scene& scene);

}  // namespace limpet
