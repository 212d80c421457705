#include "core/interruption.h"

#include <atomic>

namespace limpet {
namespace {

std::atomic<bool> requested = false;
static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers set it");

}  // namespace

void request_interruption() noexcept {
    requested.store(true, std::memory_order_relaxed);
}

void clear_interruption() noexcept {
    requested.store(false, std::memory_order_relaxed);
}

bool interruption_requested() noexcept {
    return requested.load(std::memory_order_relaxed);
}

void stop_if_interrupted() {
    if (interruption_requested()) throw Interrupted();
}

}  // namespace limpet
