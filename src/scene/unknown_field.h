#pragma once

#include <string>
#include <vector>

namespace limpet {

/// The complaint about a field that the schema does not have: `found` ("unknown field …"), what was probably
/// meant, by spelling or because other programs call it so (`E`, `mass`), and what is allowed. `path`: of the
/// field, with its name.
std::string unknown_field_text(const std::string& found, const std::string& path, const std::string& name,
                               const std::vector<std::string>& allowed);

/// "a, b, c", or `none` where there is no name.
std::string allowed_names(const std::vector<std::string>& names, const std::string& none);

}  // namespace limpet
