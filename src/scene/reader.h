#pragma once

#include <string>

#include "limpet/scene.h"
#include "scene/complaints.h"
#include "scene/json_value.h"

namespace limpet {

/// Fills a scene from a document by walking the schema. What is wrong with a single field (its name, type,
/// unit, range, or that it is missing) goes to `complaints`; what fields mean together is left to
/// check_scene().
Scene read_scene(const json::Value& document, const std::string& folder, Complaints& complaints);

}  // namespace limpet
