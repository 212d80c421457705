#pragma once

#include <string>

namespace limpet::haptics {

/// Asks for a real-time priority and a processor of its own for the calling thread, where the system allows.
/// What it got, as a sentence.
std::string ask_for_real_time();

/// The system's monotonic clock [ns].
long long now_ns();
/// Sleeps until a time of that clock.
void sleep_until_ns(long long due);

}  // namespace limpet::haptics
