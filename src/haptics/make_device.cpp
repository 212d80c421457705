/// Devices by their description on the command line.

#include <fmt/format.h>

#include <charconv>

#include "haptics/network_devices.h"
#include "haptics/simulated_devices.h"
#include "limpet/error.h"

namespace limpet {
namespace {

constexpr const char* allowed_devices =
    "scripted:FILE.csv, operator[:FILE.csv], udp:PORT, ws:PORT, haply[:ws://HOST:PORT]";

[[noreturn]] void refuse_device(const std::string& message) {
    throw InputError("--device", message);
}

/// Where Haply's own service listens.
constexpr const char* haply_service = "ws://localhost:10001";

int port_in(const std::string& description, const std::string& digits) {
    int port = 0;
    const char* const end = digits.data() + digits.size();
    const auto [last, error] = std::from_chars(digits.data(), end, port);
    if (digits.empty() || error != std::errc() || last != end || port < 1 || port > 65535)
        refuse_device(fmt::format("\"{}\" has no port; allowed: a number from 1 to 65535", description));
    return port;
}

}  // namespace

std::unique_ptr<Device> make_device(const std::string& description, const HapticsDescription& haptics) {
    const auto colon = description.find(':');
    const std::string kind = description.substr(0, colon);
    const std::string rest = colon == std::string::npos ? "" : description.substr(colon + 1);
    if (kind == "scripted") {
        if (rest.empty()) refuse_device("scripted needs a file; allowed: scripted:FILE.csv");
        return haptics::make_scripted_device(haptics::read_path(rest));
    }
    if (kind == "operator") {
        if (rest.empty() && haptics.hand.path.empty())
            refuse_device(
                "operator has no path to follow; allowed: operator:FILE.csv, or a scene with "
                "haptics.operator.path");
        haptics::PosePath path =
            rest.empty() ? haptics::path_of(haptics.hand.path) : haptics::read_path(rest);
        if (!path.is_finite())
            refuse_device(
                fmt::format("{} has poses that are not finite, which a hand cannot follow; allowed: "
                            "finite ones, or scripted:FILE.csv",
                            rest));
        return haptics::make_operator(std::move(path), haptics.hand);
    }
    if (kind == "udp") return haptics::make_udp_device(port_in(description, rest));
    if (kind == "ws") return haptics::make_websocket_device(port_in(description, rest));
    if (kind == "haply") return haptics::make_haply_device(rest.empty() ? haply_service : rest);
    refuse_device(fmt::format("\"{}\" is no device; allowed: {}", description, allowed_devices));
}

}  // namespace limpet
