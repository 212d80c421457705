#pragma once

/// Points and faces as bytes, from one process to another of the same program.

#include <string>

#include "shapes/io/cells.h"

namespace limpet::io {

std::string packed(const Cells& cells);
Cells unpacked(const std::string& bytes);

}  // namespace limpet::io
