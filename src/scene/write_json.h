#pragma once

#include <string>

#include "scene/schema_node.h"

namespace limpet {

/// A struct as JSON that reads back to the same struct; fields that have their defaults are left out.
/// In one line, or `indented` as a file for people.
std::string json_text(const schema::Node& node, const void* target, bool indented = false);

}  // namespace limpet
