#pragma once

#include <chrono>
#include <string>

#include "limpet/world.h"

namespace limpet::command {

/// One line on the terminal, for runs of more than a second; silent in a pipe and when told to be quiet. The
/// line goes with the object, so that whatever is said next starts on an empty one.
class Progress {
public:
    Progress(long first_step, long last_step, bool quiet);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void show(const World& world);
    /// Takes the line away, so that something else can be printed in its place.
    void clear();

private:
    using Clock = std::chrono::steady_clock;
    bool enabled_;
    bool shown_ = false;
    long first_, last_;
    Clock::time_point start_, next_;
};

}  // namespace limpet::command
