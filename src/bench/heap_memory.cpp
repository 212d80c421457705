#include "bench/heap_memory.h"

#include <cstdlib>
#include <limits>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace limpet {

double heap_bytes() {
#ifdef __GLIBC__
    // Large blocks are mapped one by one and not in the arenas' sum.
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
#else
    return std::numeric_limits<double>::quiet_NaN();
#endif
}

}  // namespace limpet
