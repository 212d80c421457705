#include <csignal>

#include "commands.h"

namespace limpet::command {

namespace {

volatile std::sig_atomic_t requested = 0;

void on_interrupt(int signal) {
    requested = 1;
    // A second Ctrl-C ends the program at once.
    std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
}

bool interrupt_requested() {
    return requested != 0;
}

}  // namespace limpet::command
