#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace limpet::haptics {

/// Machines may be busy: what happens within milliseconds is given seconds.
inline bool eventually(const std::function<bool()>& condition) {
    for (int k = 0; k < 2000; ++k) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

}  // namespace limpet::haptics
