#pragma once

#include <cmath>

namespace limpet {

/// What one is worth in the second digit of a positive number.
inline double second_digit(double positive) {
    return std::pow(10, std::floor(std::log10(positive)) - 1);
}

/// With two digits, never less, or never more, than the number: what a sentence recommends must do.
inline double rounded_up(double positive) {
    return std::ceil(positive / second_digit(positive)) * second_digit(positive);
}
inline double rounded_down(double positive) {
    return std::floor(positive / second_digit(positive)) * second_digit(positive);
}

}  // namespace limpet
