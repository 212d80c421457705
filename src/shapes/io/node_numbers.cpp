#include "shapes/io/node_numbers.h"

#include <algorithm>

namespace limpet::io {

void NodeNumbers::add(std::int64_t number, std::size_t position) {
    entries_.push_back({number, static_cast<int>(entries_.size()), position});
}

void NodeNumbers::finish(const Scanner& scanner) {
    const auto before = [](const Entry& a, const Entry& b) {
        return a.number != b.number ? a.number < b.number : a.index < b.index;
    };
    if (!std::is_sorted(entries_.begin(), entries_.end(), before))
        std::sort(entries_.begin(), entries_.end(), before);
    const auto twice =
        std::adjacent_find(entries_.begin(), entries_.end(),
                           [](const Entry& a, const Entry& b) { return a.number == b.number; });
    if (twice != entries_.end())
        scanner.fail_at((twice + 1)->position,
                        "node number " + std::to_string(twice->number) + " occurs twice");
}

int NodeNumbers::index(std::int64_t number, const Scanner& scanner) const {
    // Most files number without gaps.
    if (!entries_.empty() && number >= entries_.front().number) {
        const auto guess =
            static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(entries_.front().number);
        if (guess < entries_.size() && entries_[guess].number == number) return entries_[guess].index;
    }
    const auto found =
        std::lower_bound(entries_.begin(), entries_.end(), number,
                         [](const Entry& entry, std::int64_t value) { return entry.number < value; });
    if (found == entries_.end() || found->number != number)
        scanner.fail("an element uses node " + std::to_string(number) + ", which the file does not have");
    return found->index;
}

}  // namespace limpet::io
