#pragma once

/// What single values must be, in the sentences that users read; the same for files (reader.cpp) and for
/// structs (check_values.cpp).

#include <string>

#include "scene/schema_node.h"

namespace limpet {

/// What may stand in a place, for "allowed: …".
std::string allowed_words(const schema::Node& node);
/// The first fields of alternatives, which tell them apart.
std::vector<std::string> alternative_names(const schema::Node& node);

/// Each empty if all is well. `found`: the value as its source has it.
std::string number_problem(const schema::Node& node, double value, const std::string& found);
std::string integer_problem(const schema::Node& node, double value, const std::string& found);
/// Of a vector whose components are numbers: that a direction has a length.
std::string direction_problem(const schema::Node& node, double x, double y, double z);
/// That a list has as many items as it must.
std::string length_problem(const schema::Node& node, std::size_t items);

/// "a static body …; allowed for rigid bodies": of a field that the object's discriminator `kind` rules out.
std::string not_for_text(const schema::Node& object, const schema::Field& field, const std::string& kind);

}  // namespace limpet
