/// The program's own malloc, which counts and hands on to the C library's.

#include "support/count_allocations.h"

#include <cstddef>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LIMPET_COUNTS_ALLOCATIONS
#endif

namespace {

thread_local long count_of_thread = 0;

}  // namespace

#ifdef LIMPET_COUNTS_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
    ++count_of_thread;
    return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
    ++count_of_thread;
    return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
    ++count_of_thread;
    return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
    ++count_of_thread;
    return __libc_memalign(alignment, size);
}
}
#endif

namespace limpet {

long allocations() {
    return count_of_thread;
}

bool counts_allocations() {
#ifdef LIMPET_COUNTS_ALLOCATIONS
    return true;
#else
    return false;
#endif
}

}  // namespace limpet
