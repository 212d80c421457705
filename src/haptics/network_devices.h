#pragma once

/// Devices behind a network, on loopback: each has a thread that talks and a mailbox for the haptic thread.
///
/// Whoever moves the tool sends a message per pose, and gets a message with the newest force for each; after
/// the session one with zero. A client that is heard is the only one: others are refused until it has been
/// silent for a second. Messages that are broken, too long or older than the last count for nothing, and a
/// client that sends no others is silent (input_guard.h).

#include <memory>
#include <string>

#include "limpet/haptics.h"

namespace limpet::haptics {

/// A client that is silent for so long may be replaced by another [s].
inline constexpr double client_gone_after = 1;

/// UDP on 127.0.0.1. Throws InputError if the port cannot be had; port 0: any that is free.
std::unique_ptr<Device> make_udp_device(int port);
/// A WebSocket server there.
std::unique_ptr<Device> make_websocket_device(int port);
/// A client of a Haply Inverse service, "ws://HOST:PORT"; connects anew when the connection drops. HOST is
/// this machine: 127.0.0.1 or localhost.
std::unique_ptr<Device> make_haply_device(const std::string& address);

/// The port that a device listens on; 0 if it listens on none.
int port_of(const Device& device);

}  // namespace limpet::haptics
