#pragma once

/// Which index each body of a world has now. Bodies keep their order and new ones come last, so that ids are
/// ascending.

#include <vector>

#include "limpet/command.h"

namespace limpet {

class BodyIds {
public:
    BodyIds() = default;
    explicit BodyIds(std::size_t bodies) {
        while (ids_.size() < bodies) add();
    }

    BodyId add() {
        ids_.push_back(static_cast<BodyId>(next_++));
        return ids_.back();
    }
    void remove(int index) { ids_.erase(ids_.begin() + index); }
    /// As if the last add() had not been.
    void take_back() {
        ids_.pop_back();
        --next_;
    }

    BodyId operator[](std::size_t index) const { return ids_[index]; }
    /// Throws std::out_of_range.
    BodyId at(std::size_t index) const { return ids_.at(index); }
    /// Throws InputError if there is no such body.
    int index_of(BodyId id) const;

private:
    std::vector<BodyId> ids_;
    std::int64_t next_ = 0;
};

}  // namespace limpet
