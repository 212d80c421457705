#pragma once

/// A queue from one thread to another, of a fixed size: full, it drops what comes and counts it.

#include <atomic>
#include <cstddef>
#include <vector>

namespace limpet::haptics {

template <class T>
class RowQueue {
public:
    explicit RowQueue(std::size_t capacity) : rows_(capacity + 1) {}

    void push(const T& row) {
        const std::size_t tail = tail_.load(std::memory_order_relaxed), next = (tail + 1) % rows_.size();
        if (next == head_.load(std::memory_order_acquire)) {
            lost_.fetch_add(1, std::memory_order_relaxed);
            return;
        }
        rows_[tail] = row;
        tail_.store(next, std::memory_order_release);
    }
    bool pop(T& row) {
        const std::size_t head = head_.load(std::memory_order_relaxed);
        if (head == tail_.load(std::memory_order_acquire)) return false;
        row = rows_[head];
        head_.store((head + 1) % rows_.size(), std::memory_order_release);
        return true;
    }
    long lost() const { return lost_.load(std::memory_order_relaxed); }

private:
    std::vector<T> rows_;
    std::atomic<std::size_t> head_{0}, tail_{0};
    std::atomic<long> lost_{0};
};

}  // namespace limpet::haptics
