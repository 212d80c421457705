#pragma once

#include <cstddef>
#include <vector>

namespace limpet::haptics {

/// Latencies of all ticks, counted in bins of a microsecond up to 0.1 s, and percentiles of them.
class Latency {
public:
    Latency() : bins_(100'001) {}
    void add(double us);
    /// The latency [µs] that a share of the ticks does not exceed.
    double percentile(double share) const;
    double worst() const { return worst_; }
    long count() const { return count_; }

private:
    std::vector<long> bins_;
    long count_ = 0;
    double worst_ = 0;
};

}  // namespace limpet::haptics
