#pragma once

#include <string>

namespace limpet {

/// The file's bytes. Throws InputError if it cannot be read or is larger than a scene may be.
std::string read_scene_text(const std::string& file);

}  // namespace limpet
