#pragma once

#include <cstddef>
#include <string_view>

namespace limpet {

/// Reads the decimal number that `text` begins with as the nearest double: one that is too small becomes 0,
/// one that is too large infinite, each with its sign. Also reads "inf" and "nan". Returns how many
/// characters the number has; 0 if there is none. Does not depend on the locale.
std::size_t read_decimal(std::string_view text, double& value);

}  // namespace limpet
