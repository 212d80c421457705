#pragma once

/// haptics.csv and haptics.json of a session, for each device: haptics-2.csv is the second one's.

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "haptics/row_queue.h"
#include "haptics/session.h"
#include "record/csv.h"

namespace limpet::haptics {

/// Energy that rounding, and the forecast of a displacement, may return before the controller sees it [J]:
/// what 4 N do over a micrometre.
inline constexpr double passive_tolerance = 4e-6;

class HapticsFiles : public RowSink {
public:
    /// `direct`: rows are written at once; else by a thread, so that the haptic one never waits for a disk.
    HapticsFiles(const std::string& folder, std::size_t devices, bool direct);
    ~HapticsFiles() override;

    void put(std::size_t station, const TickRow& row) override;
    /// Adds to the reports what was lost on the way, and writes them.
    void finish(std::vector<HapticReport>& reports);

private:
    struct Entry {
        std::size_t station;
        TickRow row;
    };
    void write(const Entry& entry);
    void drain();

    std::string folder_;
    bool direct_;
    std::vector<CsvWriter> tables_;
    RowQueue<Entry> queue_;
    std::atomic<bool> done_{false};
    std::thread writer_;
};

}  // namespace limpet::haptics
