#pragma once

/// WebSocket links that swap texts, each with a thread of its own. Boost.Beast is behind them alone:
/// compiling it takes long.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace limpet::haptics {

/// Calls come from the link's thread.
struct LinkEvents {
    /// The first text on a new connection; empty: none.
    std::function<std::string()> connected;
    /// The reply; empty: none.
    std::function<std::string(std::string_view message)> received;
    /// The last text before the link is closed on purpose; empty: none.
    std::function<std::string()> farewell;
};

class WebSocketLink {
public:
    virtual ~WebSocketLink() = default;
    /// Says farewell and ends; no call comes after it.
    virtual void close() = 0;
    virtual int port() const = 0;
};

/// Serves one client at a time on 127.0.0.1; others are refused until it has been silent for a second. Throws
/// InputError if the port cannot be had.
std::unique_ptr<WebSocketLink> serve_websocket(int port, LinkEvents events);
/// Connects to a server on this machine, and again half a second after a connection is lost.
std::unique_ptr<WebSocketLink> connect_websocket(int port, LinkEvents events);

}  // namespace limpet::haptics
