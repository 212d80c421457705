#pragma once

#include <fmt/format.h>

#include "limpet/error.h"
#include "limpet/scene.h"

namespace limpet {

/// The material that a body names. Scene files are checked when they are read; scenes made by programs are
/// checked here.
inline const Material& material_of(const BodyDescription& body, const Scene& scene) {
    if (!body.material)
        throw InputError("material", "is missing; allowed: the name of a material of the scene");
    const auto found = scene.materials.find(*body.material);
    if (found == scene.materials.end())
        throw InputError("material", fmt::format("no material has the name \"{}\"", *body.material));
    return found->second;
}

}  // namespace limpet
