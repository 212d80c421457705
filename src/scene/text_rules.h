#pragma once

#include <string>

#include "scene/schema_node.h"

namespace limpet {

/// What a text of that role may be, for "allowed: …".
std::string allowed_text(schema::TextRole role);

/// A regular expression that every name fits.
std::string name_pattern();

/// Empty if the text fits its role, else what is wrong with it ("found …; allowed: …"). Files are looked for
/// at path_of(text, folder).
std::string check_text(const std::string& text, schema::TextRole role, const std::string& folder);

/// A file's name, completed by `folder` unless it is absolute.
std::string path_of(const std::string& file, const std::string& folder);

}  // namespace limpet
