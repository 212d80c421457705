#pragma once

#include <string>
#include <string_view>

namespace limpet {

/// A sentence on a field, or on a choice of a field, that the scene format knows but this version does not
/// offer yet; empty for all others. `path` is the field's path; `choice` is empty for the field as such.
std::string_view unavailable(const std::string& path, std::string_view choice = {});

/// "bodies[0].shape" → "bodies.shape".
std::string without_indices(const std::string& path);

}  // namespace limpet
