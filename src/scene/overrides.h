#pragma once

#include <string>
#include <vector>

#include "scene/complaints.h"
#include "scene/json_value.h"

namespace limpet {

/// Applies "PATH=VALUE" to a scene's document, as `limpet run --set` does. A path is names and indices,
/// "bodies[0].shape.box[1]"; items of a list may be named, "bodies.brick.density". VALUE is JSON, or else a
/// text. A field that the schema knows is made if it is missing, a material too; "probes[]={…}" adds an
/// item to a list.
void apply_override(json::Value& document, const std::string& assignment, Complaints& complaints);

/// A material that --set made and no body has is most likely one of the scene's, misspelt.
void complain_unused_materials(const json::Value& document, Complaints& complaints);

}  // namespace limpet
