#pragma once

/// Messages that went wrong on the way.

#include <random>
#include <string>

namespace limpet::haptics {

/// Bytes changed, left out, put in, doubled.
inline std::string broken_message(std::string message, std::mt19937_64& random) {
    const auto any = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    for (std::size_t changes = 1 + any(8); changes > 0 && !message.empty(); --changes) {
        const std::size_t at = any(message.size());
        switch (any(4)) {
            case 0:
                message[at] = static_cast<char>(any(256));
                break;
            case 1:
                message.erase(at, 1 + any(10));
                break;
            case 2:
                message.insert(at, 1, "{}[]\",:0123456789.eE+-nultrfasNI"[any(32)]);
                break;
            default:
                message.insert(at, message.substr(any(message.size()), any(40)));
        }
    }
    return message;
}

}  // namespace limpet::haptics
