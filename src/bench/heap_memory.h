#pragma once

namespace limpet {

/// What the process has allocated and not freed [bytes]; NaN where the C library does not tell.
double heap_bytes();

}  // namespace limpet
