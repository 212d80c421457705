#pragma once

/// The list of a world's bodies has changed, and their indices with it: what is remembered of bodies and
/// pairs of them is taken over under the new indices, and forgotten where one of them is gone.

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace limpet {

class BodyRenumbering {
public:
    /// `now_at`: of each body, its new index; −1: it is gone. Those that stay keep their order.
    explicit BodyRenumbering(std::vector<int> now_at) : now_at_(std::move(now_at)) {}

    int bodies_before() const { return static_cast<int>(now_at_.size()); }
    /// New index of a body, if it is still there.
    std::optional<int> body(int before) const {
        const int now = now_at_[before];
        return now >= 0 ? std::optional(now) : std::nullopt;
    }
    std::optional<std::pair<int, int>> pair(const std::pair<int, int>& before) const {
        const auto first = body(before.first), second = body(before.second);
        return first && second ? std::optional(std::pair(*first, *second)) : std::nullopt;
    }
    template <class Value>
    std::map<std::pair<int, int>, Value> by_pair(const std::map<std::pair<int, int>, Value>& before) const {
        std::map<std::pair<int, int>, Value> now;
        for (const auto& [old, value] : before)
            if (const auto both = pair(old)) now.emplace(*both, value);
        return now;
    }
    std::set<std::pair<int, int>> pairs(const std::set<std::pair<int, int>>& before) const {
        std::set<std::pair<int, int>> now;
        for (const auto& old : before)
            if (const auto both = pair(old)) now.insert(*both);
        return now;
    }

private:
    std::vector<int> now_at_;
};

}  // namespace limpet
