#pragma once

/// Numbers with units: "12 kPa", "1.5 g/cm^3", "2 m·s⁻¹".
///
/// A unit expression is a product or quotient of units (signs *, ·, / or a space), each with an SI prefix if
/// it takes one and a whole power (^2, ^-1, ², ⁻¹). Only scales are converted: nothing here has an offset, as
/// °C would.

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace limpet {

/// Powers of metre, kilogram, second and radian. Angles are kept apart from ratios, so that "20 deg" is no
/// ratio.
struct Dimension {
    std::array<int, 4> powers{};
    bool operator==(const Dimension&) const = default;
};

/// A unit in SI is factor · 10^decimals. The decimal power is kept apart and whole, so that "9 mm" is the
/// same double as 0.009 (9 / 1000 rounds once; 9 · 0.001 rounds twice).
struct Unit {
    Dimension dimension;
    double factor = 1;
    int decimals = 0;
};

struct NumberWithUnit {
    double number = 0;
    Unit unit;
};

/// What a quantity is called in sentences and how it is written without a unit.
struct Quantity {
    std::string_view noun;     ///< "a length"
    std::string_view unit;     ///< of plain numbers: "m"; "-" for a ratio
    std::string_view example;  ///< "0.005 or \"5 mm\""
    Unit plain;                ///< the same unit as numbers
};

/// Reads "number unit". On failure a sentence on what is wrong with it.
std::variant<NumberWithUnit, std::string> parse_number_with_unit(std::string_view text);

/// The number in the quantity's own unit; on failure a sentence on what was found.
std::variant<double, std::string> to_quantity(std::string_view text, const Quantity& quantity);

/// "a length", "a pressure", … or "a quantity in kg·m^2" for what has no name here.
std::string dimension_noun(const Dimension& dimension);

/// The units that are known, without prefixes.
std::vector<std::string> unit_names();

}  // namespace limpet
