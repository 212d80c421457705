#pragma once

/// Fields of a scene by their paths, as `limpet run --set` writes them: "contact.law.friction",
/// "bodies.brick.friction", "gravity[1]". Those that the schema marks live may change between two steps.

#include <string>
#include <vector>

#include "limpet/scene.h"

namespace limpet {

/// The field's value as JSON; "null" where it is left out and has no value. Throws InputError if there is no
/// such field.
std::string field_json(const Scene& scene, const std::string& path);

/// The scene with another value of a live field. `value` is JSON, or a text as it stands: 0.3, "2 mm", 2 mm,
/// [0, -9.81, 0]. Throws InputError, with the sentences of a scene file, if the field is not live, or the
/// value or the scene with it is not allowed.
Scene with_live_field(const Scene& scene, const std::string& path, const std::string& value);

/// The paths of all live fields, lists and names of things in brackets: "materials[NAME].damping".
std::vector<std::string> live_fields();

}  // namespace limpet
