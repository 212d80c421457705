#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace limpet::command {

using std::chrono::milliseconds;

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
    if (shown_) fmt::print(stderr, "\r\033[K");
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
    fmt::print(stderr, "\r\033[Kstep {} of {}   t = {:.4g} s   {} contacts   {:.0f} s left", world.steps(),
               last_, world.time(), world.last_step().contacts, left);
    std::fflush(stderr);
}

}  // namespace limpet::command
