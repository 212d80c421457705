#pragma once

namespace limpet {

/// Allocations of the calling thread so far, by whatever means.
long allocations();
/// False where a sanitizer has put its own allocator in the place of the system's.
bool counts_allocations();

}  // namespace limpet
