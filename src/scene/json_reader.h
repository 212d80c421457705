#pragma once

#include <string>
#include <string_view>

#include "scene/json_value.h"

namespace limpet::json {

inline constexpr std::size_t largest_document = 64 << 20;  ///< [bytes]
inline constexpr std::size_t most_values = 4'000'000;
inline constexpr int deepest_nesting = 64;

/// Reads JSON with comments and trailing commas. Throws InputError, naming `file`, line and column, for what
/// is not JSON, for documents beyond the limits above and for repeated keys.
Value read(std::string_view text, const std::string& file);

}  // namespace limpet::json
