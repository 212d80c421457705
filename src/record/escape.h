#pragma once

/// Names from scenes made harmless in the formats they end up in: a body may be called `<script>` or `../x`.

#include <string>
#include <string_view>
#include <vector>

#include "core/text.h"

namespace limpet {

/// The same text as valid UTF-8 without control characters; what is neither becomes '?'.
std::string clean_text(std::string_view text);

/// For XML and HTML, in text and in quoted attributes.
std::string xml_text(std::string_view text);

/// A JSON string with its quotes, harmless inside an HTML script element too.
std::string json_text(std::string_view text);

/// The name as part of a file's name: letters, digits, '.', '-' and '_' stay, the rest becomes '_'.
std::string file_stem(std::string_view name);

/// File stems of several names, no two the same even where the file system is blind to case.
std::vector<std::string> file_stems(const std::vector<std::string>& names);

}  // namespace limpet
