#pragma once

/// When zones let particles go.

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace limpet {

struct AdhesiveLaw {
    std::optional<double> kappa;     ///< [m]
    std::optional<double> strength;  ///< [Pa]
    bool as_printed = false;         ///< the paper's test of directions, U_e · U_VA < 0
};

/// The law of each pair of bodies.
class AdhesiveLaws {
public:
    AdhesiveLaws() = default;
    explicit AdhesiveLaws(const AdhesiveLaw& of_all) : of_all_(of_all) {}

    void set(int first, int second, const AdhesiveLaw& law) {
        const auto key = key_of(first, second);
        const auto place = std::lower_bound(of_pairs_.begin(), of_pairs_.end(), key, is_before);
        of_pairs_.insert(place, {key, law});
    }
    const AdhesiveLaw& of(int first, int second) const {
        if (of_pairs_.empty()) return of_all_;
        const auto key = key_of(first, second);
        const auto found = std::lower_bound(of_pairs_.begin(), of_pairs_.end(), key, is_before);
        return found != of_pairs_.end() && found->first == key ? found->second : of_all_;
    }

private:
    using OfPair = std::pair<std::pair<int, int>, AdhesiveLaw>;
    static std::pair<int, int> key_of(int first, int second) {
        return {std::min(first, second), std::max(first, second)};
    }
    static bool is_before(const OfPair& a, const std::pair<int, int>& key) { return a.first < key; }

    AdhesiveLaw of_all_;
    std::vector<OfPair> of_pairs_;  ///< by rising pairs
};

}  // namespace limpet
