#pragma once

#include <string>

#include "scene/complaints.h"
#include "scene/schema_node.h"

namespace limpet {

/// What the reader checks of a file, checked of a struct: ranges, finite numbers, texts, choices, lengths of
/// lists, fields that the type of their object rules out. A field is given if it differs from its default.
/// Names of files are taken as they are.
void check_values(const schema::Node& node, const void* target, const std::string& path,
                  Complaints& complaints);

}  // namespace limpet
