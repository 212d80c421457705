#pragma once

/// Values that are made when they are first asked for, by any thread: all make the same, and none waits.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace limpet {

template <class Value>
class LazyValues {
public:
    /// So many, none of which is known.
    void reset(std::size_t count) {
        states_.assign(count, unknown);
        values_.resize(count);
    }

    /// Value i, that of make() if nobody has asked for it before.
    template <class Make>
    Value get(std::size_t i, Make&& make) const {
        const std::atomic_ref<std::uint8_t> state(states_[i]);
        if (state.load(std::memory_order_acquire) == known) return values_[i];
        const Value made = make();
        std::uint8_t expected = unknown;
        if (state.compare_exchange_strong(expected, being_kept, std::memory_order_relaxed)) {
            values_[i] = made;
            state.store(known, std::memory_order_release);
        }
        return made;
    }

private:
    enum State : std::uint8_t { unknown, being_kept, known };

    mutable std::vector<std::uint8_t> states_;
    mutable std::vector<Value> values_;
};

}  // namespace limpet
