#pragma once

#include <string>

#include "limpet/scene.h"
#include "scene/complaints.h"
#include "scene/json_value.h"
#include "scene/schema_node.h"

namespace limpet {

/// Fills a scene from a document by walking the schema. What is wrong with a single field (its name, type,
/// unit, range, or that it is missing) goes to `complaints`; what fields mean together is left to
/// check_scene().
Scene read_scene(const json::Value& document, const std::string& folder, Complaints& complaints);

/// The same for a part of a scene: fills the struct at `target`, which `node` describes and `path` leads to.
void read_value(const schema::Node& node, const json::Value& value, const std::string& path,
                const std::string& folder, void* target, Complaints& complaints);

}  // namespace limpet
