#pragma once

#include <chrono>

#include "limpet/stages.h"

namespace limpet {

/// Times the stages of one step. It only writes to the record: nothing in the simulation reads a clock.
class StageClock {
public:
    explicit StageClock(StepRecord& record) : record_(record), begin_(Clock::now()), last_(begin_) {}

    /// The time since the previous call (or the start) was spent in `stage`.
    void finished(Stage stage) {
        const Clock::time_point now = Clock::now();
        record_.ms[static_cast<std::size_t>(stage)] += milliseconds(last_, now);
        record_.ms_total = milliseconds(begin_, now);
        last_ = now;
    }

private:
    using Clock = std::chrono::steady_clock;
    static double milliseconds(Clock::time_point from, Clock::time_point to) {
        return std::chrono::duration<double, std::milli>(to - from).count();
    }

    StepRecord& record_;
    Clock::time_point begin_, last_;
};

}  // namespace limpet
