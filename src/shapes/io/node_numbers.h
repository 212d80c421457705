#pragma once

#include <cstdint>
#include <vector>

#include "core/scanner.h"

namespace limpet::io {

/// The numbers that a file gives its nodes, in any order and with gaps, and the index of each from 0 on.
class NodeNumbers {
public:
    void reserve(std::size_t count) { entries_.reserve(count); }
    /// The number of the next node; `position` is where the file says so.
    void add(std::int64_t number, std::size_t position);
    /// To be called after the last one; complains about a number that occurs twice.
    void finish(const Scanner& scanner);
    /// Complains, at the last thing read, about a number that no node has.
    int index(std::int64_t number, const Scanner& scanner) const;

private:
    struct Entry {
        std::int64_t number;
        int index;
        std::size_t position;
    };
    std::vector<Entry> entries_;
};

}  // namespace limpet::io
