#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/complaints.h"
#include "scene/json_value.h"
#include "scene/schema_node.h"

namespace limpet {

/// Applies "PATH=VALUE" to a scene's document, as `limpet run --set` does. A path is names and indices,
/// "bodies[0].shape.box[1]"; items of a list may be named, "bodies.brick.density". VALUE is JSON, or else a
/// text. A field that the schema knows is made if it is missing, a material too; "probes[]={…}" adds an
/// item to a list.
void apply_override(json::Value& document, const std::string& assignment, Complaints& complaints);

/// VALUE of it: JSON, or else a text; where the schema's `node` wants a text, always one. All of it is in
/// `line`.
json::Value value_of_text(std::string_view text, const schema::Node* node, int line);

/// A material that --set made and no body has is most likely one of the scene's, misspelt.
void complain_unused_materials(const json::Value& document, Complaints& complaints);

}  // namespace limpet
