// Before anything else of the command runs, initialisers of global variables included: a processor that
// cannot run it gets a sentence instead of an illegal instruction. Compiled for the oldest x86-64, hence no
// header of the standard library's templates.

#include <unistd.h>

#include <cstring>

#include "core/processor.h"

namespace {

constexpr int wrong_call = 2;  // the exit code for whatever the user has to change
constexpr int before_all_others = 101;

void say(const char* text) {
    // Nothing can be done if stderr is closed.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, std::strlen(text));
}

__attribute__((constructor(before_all_others))) void check_processor() {
    const char* complaint = limpet::processor_complaint(limpet::processor_features());
    if (!complaint) return;
    say("limpet: ");
    say(complaint);
    say("\n");
    _exit(wrong_call);
}

}  // namespace
