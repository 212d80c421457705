#include "scene/units.h"

#include <cmath>
#include <numbers>
#include <optional>

#include "core/decimal.h"
#include "core/text.h"

namespace limpet {
namespace {

struct NamedUnit {
    std::string_view name;
    Unit unit;
    bool takes_prefix = false;
};

constexpr double degree = std::numbers::pi / 180;

constexpr NamedUnit named_units[] = {
    {"m", {{{1, 0, 0, 0}}}, true},
    {"g", {{{0, 1, 0, 0}}, 1, -3}, true},
    {"s", {{{0, 0, 1, 0}}}, true},
    {"N", {{{1, 1, -2, 0}}}, true},
    {"Pa", {{{-1, 1, -2, 0}}}, true},
    {"J", {{{2, 1, -2, 0}}}, true},
    {"W", {{{2, 1, -3, 0}}}, true},
    {"Hz", {{{0, 0, -1, 0}}}, true},
    {"rad", {{{0, 0, 0, 1}}}, true},
    {"bar", {{{-1, 1, -2, 0}}, 1, 5}, true},
    {"L", {{{3, 0, 0, 0}}, 1, -3}, true},
    {"l", {{{3, 0, 0, 0}}, 1, -3}, true},
    {"t", {{{0, 1, 0, 0}}, 1, 3}},
    {"min", {{{0, 0, 1, 0}}, 60}},
    {"h", {{{0, 0, 1, 0}}, 3600}},
    {"deg", {{{0, 0, 0, 1}}, degree}},
    {"°", {{{0, 0, 0, 1}}, degree}},
    {"turn", {{{0, 0, 0, 1}}, 2 * std::numbers::pi}},
    {"rpm", {{{0, 0, -1, 1}}, 2 * std::numbers::pi / 60}},
    {"%", {{{0, 0, 0, 0}}, 1, -2}},
    {"1", {}},
};

struct Prefix {
    std::string_view name;
    int decimals;
};
constexpr Prefix prefixes[] = {{"n", -9}, {"µ", -6}, {"μ", -6}, {"u", -6}, {"m", -3}, {"c", -2},
                               {"d", -1}, {"k", 3},  {"M", 6},  {"G", 9},  {"T", 12}};

struct NamedDimension {
    std::string_view noun;
    Dimension dimension;
};
constexpr NamedDimension named_dimensions[] = {
    {"a ratio", {{0, 0, 0, 0}}},
    {"a length", {{1, 0, 0, 0}}},
    {"an area", {{2, 0, 0, 0}}},
    {"a volume", {{3, 0, 0, 0}}},
    {"a mass", {{0, 1, 0, 0}}},
    {"a time", {{0, 0, 1, 0}}},
    {"a rate", {{0, 0, -1, 0}}},
    {"an angle", {{0, 0, 0, 1}}},
    {"an angular velocity", {{0, 0, -1, 1}}},
    {"a velocity", {{1, 0, -1, 0}}},
    {"an acceleration", {{1, 0, -2, 0}}},
    {"a density", {{-3, 1, 0, 0}}},
    {"a force", {{1, 1, -2, 0}}},
    {"a pressure", {{-1, 1, -2, 0}}},
    {"a stiffness per length or an energy per area", {{0, 1, -2, 0}}},
    {"an energy", {{2, 1, -2, 0}}},
    {"a power", {{2, 1, -3, 0}}},
};

std::optional<Unit> find_unit(std::string_view name) {
    for (const NamedUnit& named : named_units)
        if (named.name == name) return named.unit;
    for (const Prefix& prefix : prefixes) {
        if (!name.starts_with(prefix.name)) continue;
        for (const NamedUnit& named : named_units)
            if (named.takes_prefix && named.name == name.substr(prefix.name.size())) {
                Unit unit = named.unit;
                unit.decimals += prefix.decimals;
                return unit;
            }
    }
    return std::nullopt;
}

std::string unknown_unit(std::string_view name) {
    std::vector<std::string> candidates = unit_names();
    for (const NamedUnit& named : named_units)
        if (named.takes_prefix)
            for (const Prefix& prefix : prefixes)
                candidates.push_back(std::string(prefix.name) + std::string(named.name));
    const std::string nearest = nearest_name(name, candidates);
    return "unknown unit \"" + std::string(name.substr(0, 30)) + "\"" +
           (nearest.empty() ? "" : ", did you mean \"" + nearest + "\"?") +
           " (known: " + comma_separated(unit_names()) + ", with prefixes n, µ or u, m, c, d, k, M, G, T)";
}

void multiply(Unit& unit, const Unit& other, int power) {
    for (std::size_t i = 0; i < 4; ++i) unit.dimension.powers[i] += power * other.dimension.powers[i];
    unit.factor *= std::pow(other.factor, power);
    unit.decimals += power * other.decimals;
}

/// Takes tokens off the front of a unit expression.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    bool done() const { return text_.empty(); }
    std::string_view rest() const { return text_; }
    bool take(std::string_view token) {
        if (!text_.starts_with(token)) return false;
        text_.remove_prefix(token.size());
        return true;
    }
    void skip_spaces() {
        while (take(" ") || take("\t") || take("\u00A0")) {
        }
    }
    std::string_view take_name() {
        std::size_t n = 0;
        while (n < text_.size() && !ends_name(text_.substr(n))) ++n;
        const std::string_view name = text_.substr(0, n);
        text_.remove_prefix(n);
        return name;
    }
    /// "^2", "^-1", "²", "⁻¹"; 1 if there is none; nothing if it is malformed or beyond ±9.
    std::optional<int> take_power() {
        if (take("^")) {
            const int sign = take("-") ? -1 : (take("+"), 1);
            if (text_.empty() || text_[0] < '0' || text_[0] > '9') return std::nullopt;
            const int digit = text_[0] - '0';
            text_.remove_prefix(1);
            return sign * digit;
        }
        const int sign = take("⁻") ? -1 : 1;
        for (int digit = 0; digit < 10; ++digit)
            if (take(superscripts[digit])) return sign * digit;
        return sign < 0 ? std::nullopt : std::optional(1);
    }

private:
    static constexpr std::string_view superscripts[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};

    static bool ends_name(std::string_view text) {
        for (const std::string_view end : {" ", "\t", "\u00A0", "*", "/", "·", "⋅", "^", "⁻"})
            if (text.starts_with(end)) return true;
        for (const std::string_view end : superscripts)
            if (text.starts_with(end)) return true;
        return false;
    }

    std::string_view text_;
};

std::variant<Unit, std::string> parse_unit(std::string_view text) {
    Scanner scanner(text);
    Unit unit;
    int sign = 1;
    scanner.skip_spaces();
    if (scanner.take("/")) sign = -1;
    while (true) {
        scanner.skip_spaces();
        const std::string_view name = scanner.take_name();
        if (name.empty())
            return scanner.done() ? std::string("a unit that ends too early")
                                  : "no unit before \"" + std::string(scanner.rest().substr(0, 20)) + "\"";
        const std::optional<Unit> factor = find_unit(name);
        if (!factor) return unknown_unit(name);
        const std::optional<int> power = scanner.take_power();
        if (!power) return std::string("a power that is no whole number from -9 to 9");
        multiply(unit, *factor, sign * *power);
        if (std::abs(unit.decimals) > 200) return std::string("a unit that is out of any range");
        scanner.skip_spaces();
        if (scanner.done()) return unit;
        sign = 1;
        if (scanner.take("/"))
            sign = -1;
        else if (!scanner.take("*") && !scanner.take("·"))
            scanner.take("⋅");
    }
}

double scaled(double number, double factor, int decimals) {
    const double value = number * factor;
    return decimals < 0 ? value / std::pow(10.0, -decimals) : value * std::pow(10.0, decimals);
}

}  // namespace

std::vector<std::string> unit_names() {
    std::vector<std::string> names;
    for (const NamedUnit& named : named_units)
        if (named.name != "1") names.emplace_back(named.name);
    return names;
}

std::string dimension_noun(const Dimension& dimension) {
    for (const NamedDimension& named : named_dimensions)
        if (named.dimension == dimension) return std::string(named.noun);
    constexpr std::string_view names[] = {"m", "kg", "s", "rad"};
    std::string out;
    for (std::size_t i = 0; i < 4; ++i)
        if (const int power = dimension.powers[i])
            out += (out.empty() ? "" : "·") + std::string(names[i]) +
                   (power == 1 ? "" : "^" + std::to_string(power));
    return "a quantity in " + out;
}

std::variant<NumberWithUnit, std::string> parse_number_with_unit(std::string_view text) {
    Scanner scanner(text);
    scanner.skip_spaces();
    scanner.take("+");
    const std::string_view rest = scanner.rest();
    NumberWithUnit out;
    const std::size_t length = read_decimal(rest, out.number);
    const std::string_view unit_text = rest.substr(length);
    if (length == 0 || std::isnan(out.number)) return std::string("no number with a unit");
    if (std::isinf(out.number)) return std::string("a number too large to be finite");
    if (unit_text.find_first_not_of(" \t") == std::string_view::npos)
        return std::string("a number in quotes without a unit");
    std::variant<Unit, std::string> unit = parse_unit(unit_text);
    if (std::string* problem = std::get_if<std::string>(&unit)) return std::move(*problem);
    out.unit = std::get<Unit>(unit);
    return out;
}

std::variant<double, std::string> to_quantity(std::string_view text, const Quantity& quantity) {
    const auto parsed = parse_number_with_unit(text);
    if (const std::string* problem = std::get_if<std::string>(&parsed)) return *problem;
    const auto& [number, unit] = std::get<NumberWithUnit>(parsed);
    if (unit.dimension != quantity.plain.dimension) return dimension_noun(unit.dimension);
    // The ratio of the factors first: it is exactly 1 for "20 deg" in a field of degrees.
    const double value =
        scaled(number, unit.factor / quantity.plain.factor, unit.decimals - quantity.plain.decimals);
    if (!std::isfinite(value)) return std::string("a number too large to be finite");
    return value;
}

}  // namespace limpet
