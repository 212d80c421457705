#include "progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace limpet::command {

using std::chrono::milliseconds;

namespace {

constexpr const char* to_an_empty_line = "\r\033[K";

/// "42 s", "3 min 05 s" or "2 h 07 min".
std::string duration_text(double seconds) {
    // Above this, nobody waits; it also keeps the number within a long.
    const long s = std::lround(std::clamp(seconds, 0.0, 1e9));
    if (s < 60) return fmt::format("{} s", s);
    if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
    return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

/// As many decimals as the step has, so that the number neither jumps about nor hides a step.
std::string time_text(double time, double step) {
    const int decimals = static_cast<int>(std::clamp(std::ceil(-std::log10(step) - 1e-9), 0.0, 9.0));
    return fmt::format("{:.{}f} s", time, decimals);
}

/// A line that wraps could not be overwritten.
std::size_t columns_of_terminal() {
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

}  // namespace

Progress::Progress(long first_step, long last_step, bool quiet)
    : enabled_(!quiet && isatty(STDERR_FILENO)),
      first_(first_step),
      last_(last_step),
      start_(Clock::now()),
      next_(start_ + milliseconds(1000)) {}

Progress::~Progress() {
    clear();
}

void Progress::clear() {
    if (shown_) fmt::print(stderr, "{}", to_an_empty_line);
    shown_ = false;
}

void Progress::show(const World& world) {
    const Clock::time_point now = Clock::now();
    if (!enabled_ || now < next_) return;
    next_ = now + milliseconds(200);
    shown_ = true;
    const double spent = std::chrono::duration<double>(now - start_).count();
    const double left =
        spent / static_cast<double>(world.steps() - first_) * static_cast<double>(last_ - world.steps());
    const int contacts = world.last_step().contacts;
    std::string line = fmt::format("step {} of {}   t = {}   {} contact{}   {} left", world.steps(), last_,
                                   time_text(world.time(), world.scene().time.step), contacts,
                                   contacts == 1 ? "" : "s", duration_text(left));
    // The last column stays free: some terminals go to the next line once it is full.
    line.resize(std::min(line.size(), columns_of_terminal() - 1));
    fmt::print(stderr, "{}{}", to_an_empty_line, line);
    std::fflush(stderr);
}

}  // namespace limpet::command
