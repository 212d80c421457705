#pragma once

/// How states put together what several owners declare: lists of numbers in a longer one, each with its
/// length before it, and vectors.

#include <cmath>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/types.h"

namespace limpet {

inline void append_part(const std::vector<double>& part, std::vector<double>& values) {
    values.push_back(static_cast<double>(part.size()));
    values.insert(values.end(), part.begin(), part.end());
}

/// The same of what append(values) adds.
template <class Append>
void append_part_of(Append&& append, std::vector<double>& values) {
    const std::size_t place = values.size();
    values.push_back(0);
    append(values);
    values[place] = static_cast<double>(values.size() - place - 1);
}

/// Takes one from the front of `values`; nothing if there is none.
inline std::optional<std::span<const double>> take_part(std::span<const double>& values) {
    if (values.empty() || !(values[0] >= 0 && values[0] <= static_cast<double>(values.size() - 1))) return {};
    const auto size = static_cast<std::size_t>(values[0]);
    const std::span<const double> part = values.subspan(1, size);
    values = values.subspan(1 + size);
    return part;
}

/// A number of a state as what it was; false if it cannot have been one. What is fractional may be anything.
template <class Number>
[[nodiscard]] bool take_number(double value, Number& number) {
    if constexpr (!std::is_floating_point_v<Number>) {
        constexpr double largest = std::is_same_v<Number, bool> ? 1 : sizeof(Number) > 4 ? 9e15 : 2147483647;
        if (!(value >= -largest && value <= largest && value == std::floor(value))) return false;
    }
    number = static_cast<Number>(value);
    return true;
}

inline void append_vectors(const std::vector<Vec3>& list, std::vector<double>& values) {
    const auto all = flat(list);
    values.insert(values.end(), all.begin(), all.end());
}

}  // namespace limpet
