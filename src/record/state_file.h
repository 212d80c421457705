#pragma once

#include <string>

#include "limpet/world.h"

namespace limpet {

/// What read_state() does with a file's bytes; `file` is for messages. Throws InputError.
WorldState parse_state(const std::string& bytes, const std::string& file);

}  // namespace limpet
