#include "core/assert.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace limpet {
namespace {

std::atomic<AssertionHandler> assertion_handler = nullptr;

}  // namespace

AssertionHandler set_assertion_handler(AssertionHandler handler) {
    return assertion_handler.exchange(handler);
}

void assertion_failed(const char* condition, const char* file, int line) {
    if (const AssertionHandler handler = assertion_handler)
        handler({condition, file, line});
    else
        std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    std::abort();
}

}  // namespace limpet
