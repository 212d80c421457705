#pragma once

/// Sockets of this machine alone.

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>

namespace limpet::testing_support {

/// `kind`: SOCK_DGRAM or SOCK_STREAM. To be closed by who asks.
inline int connected_to_loopback(int kind, int port) {
    const int made = socket(AF_INET, kind, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    connect(made, reinterpret_cast<sockaddr*>(&to), sizeof to);
    return made;
}

}  // namespace limpet::testing_support
