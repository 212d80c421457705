#include "core/decimal.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

namespace limpet {
namespace {

/// Whether a decimal number is 1 or more in size. Of a number that no double can hold, this says whether it
/// is too large or too small.
bool is_at_least_one(std::string_view number) {
    const std::size_t mark = number.find_first_of("eE");
    std::string_view digits = number.substr(0, mark);
    if (!digits.empty() && digits.front() == '-') digits.remove_prefix(1);
    const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
    const auto leading = static_cast<std::int64_t>(digits.find_first_of("123456789"));
    // The place of the leading digit: 0 for ones, 1 for tens, −1 for tenths.
    const std::int64_t place = leading < point ? point - leading - 1 : point - leading;
    if (mark == std::string_view::npos) return place >= 0;
    std::string_view power = number.substr(mark + 1);
    const bool is_negative = power.front() == '-';
    if (is_negative || power.front() == '+') power.remove_prefix(1);
    std::int64_t exponent = 0;
    if (std::from_chars(power.data(), power.data() + power.size(), exponent).ec != std::errc())
        return !is_negative;
    return place + (is_negative ? -exponent : exponent) >= 0;
}

}  // namespace

std::size_t read_decimal(std::string_view text, double& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument) return 0;
    const auto length = static_cast<std::size_t>(end - text.data());
    if (error == std::errc::result_out_of_range) {
        value = is_at_least_one(text.substr(0, length)) ? std::numeric_limits<double>::infinity() : 0.0;
        if (text.front() == '-') value = -value;
    }
    return length;
}

}  // namespace limpet
