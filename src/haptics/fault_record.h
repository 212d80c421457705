#pragma once

namespace limpet::haptics {

/// A fault lasts until nothing was wrong for `clear_after` [s].
class FaultRecord {
public:
    explicit FaultRecord(double clear_after) : clear_after_(clear_after) {}
    void note(double time) {
        if (!lasts_) ++count_;
        lasts_ = true;
        last_ = time;
    }
    bool lasts(double time) { return lasts_ = lasts_ && time - last_ < clear_after_; }
    long count() const { return count_; }

private:
    double clear_after_;
    double last_ = 0;  ///< when something was wrong [s]
    bool lasts_ = false;
    long count_ = 0;
};

}  // namespace limpet::haptics
