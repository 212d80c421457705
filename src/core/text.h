#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace limpet {

/// The shortest decimal that reads back to the same double; "nan" and "inf" as such.
std::string number_text(double value);

/// The same as JSON, which reads back −0 too; null for what is not finite.
std::string json_number(double value);

/// The candidate with the smallest edit distance to `name`, if it is near enough to be what was meant and not
/// `name` itself; else "".
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// "a, b, c"
std::string comma_separated(const std::vector<std::string>& items);

}  // namespace limpet
