#pragma once

/// Lists of numbers in a longer one, each with its length before it: how states put together what several
/// owners declare.

#include <optional>
#include <span>
#include <vector>

namespace limpet {

inline void append_part(const std::vector<double>& part, std::vector<double>& values) {
    values.push_back(static_cast<double>(part.size()));
    values.insert(values.end(), part.begin(), part.end());
}

/// Takes one from the front of `values`; nothing if there is none.
inline std::optional<std::span<const double>> take_part(std::span<const double>& values) {
    if (values.empty() || !(values[0] >= 0 && values[0] <= static_cast<double>(values.size() - 1))) return {};
    const auto size = static_cast<std::size_t>(values[0]);
    const std::span<const double> part = values.subspan(1, size);
    values = values.subspan(1 + size);
    return part;
}

}  // namespace limpet
