#pragma once

/// Hands the newest value from one thread to another: neither ever waits, values that come too fast are
/// overwritten. Three slots: one is being written, one read, and one waits between them.

#include <array>
#include <atomic>

namespace limpet::haptics {

template <class T>
class TripleBuffer {
public:
    /// The writer's slot: fill it, then publish().
    T& back() { return slots_[back_]; }
    void publish() { back_ = middle_.exchange(back_ | fresh, std::memory_order_acq_rel) & index_mask; }

    /// The reader's slot: the value of the last take().
    T& front() { return slots_[front_]; }
    /// Takes the newest value; false if there is none that is newer.
    bool take() {
        if (!(middle_.load(std::memory_order_acquire) & fresh)) return false;
        front_ = middle_.exchange(front_, std::memory_order_acq_rel) & index_mask;
        return true;
    }

private:
    static constexpr unsigned fresh = 4, index_mask = 3;
    std::array<T, 3> slots_{};
    unsigned back_ = 0, front_ = 2;  ///< each of its own thread
    std::atomic<unsigned> middle_{1};
};

}  // namespace limpet::haptics
