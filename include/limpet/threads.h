#pragma once

#include "limpet/export.h"

namespace LIMPET_API limpet {

/// At most this many threads from now on; 0 means as many as there are cores. Results do not depend on it.
void set_threads(int threads);

}  // namespace limpet
