#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>

namespace limpet {

/// [ms] Wall time of one call.
template <class Work>
double milliseconds_of(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

/// [ms] Time of all processors that this program has had so far: other programs take none of it.
inline double processor_milliseconds() {
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// [ms] Smallest of some calls: what other programs take is no part of it.
template <class Work>
double smallest_milliseconds(int repeats, Work&& work) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repeats; ++i) best = std::min(best, milliseconds_of(work));
    return best;
}

}  // namespace limpet
