#include <csignal>

#include "commands.h"
#include "limpet/interruption.h"

namespace limpet::command {

namespace {

void on_interrupt(int signal) {
    request_interruption();
    // A second Ctrl-C ends the program at once.
    std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
    // A closed terminal; whoever started the command with nohup wants it to go on.
    if (std::signal(SIGHUP, on_interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace limpet::command
