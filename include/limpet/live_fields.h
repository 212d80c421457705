#pragma once

/// Fields of a scene by their paths, as `limpet run --set` writes them: "contact.law.friction",
/// "bodies.brick.friction", "gravity[1]". Those that are live may change while a world runs; World::set() and
/// World::get() are made of these.

#include <string>
#include <vector>

#include "limpet/scene.h"

namespace limpet {

/// The field's value as JSON; "null" where it is left out and has none. Throws InputError if there is no such
/// field.
std::string field_json(const Scene& scene, const std::string& path);

/// The scene with another value of a live field. `value` is JSON or a text as it stands: 0.3, "2 mm", 2 mm,
/// [0, -9.81, 0]. Throws InputError, with the sentences of a scene file, if the field is not live, or if the
/// value or the scene with it is not allowed.
Scene with_live_field(const Scene& scene, const std::string& path, const std::string& value);

/// All live fields, with [] for items of lists and [NAME] for things that have names:
/// "materials[NAME].damping".
std::vector<std::string> live_fields();

/// validate() of a scene that changed while its world runs; what was wrong `before` is left out, since bodies
/// that were removed may have left what no file would have.
void validate_change(const Scene& before, const Scene& after);

}  // namespace limpet
