#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace limpet::io {

/// The first `most` bytes of base64 text, or fewer if it ends or goes wrong before. Spaces are skipped, and
/// the text may consist of several encodings one behind the other, as VTK writes them.
std::string decode_base64(std::string_view text, std::size_t most);

}  // namespace limpet::io
