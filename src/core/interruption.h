#pragma once

#include "limpet/interruption.h"

namespace limpet {

/// For loops that may take long within a step: throws Interrupted once that was asked for. Whoever catches
/// it gives the step up, so that when it is noticed has no influence on results.
void stop_if_interrupted();

}  // namespace limpet
