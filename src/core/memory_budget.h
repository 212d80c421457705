#pragma once

#include <string>

#include "limpet/memory.h"

namespace limpet {

/// "12 GB": two digits and a decimal unit.
std::string bytes_text(double bytes);

}  // namespace limpet
