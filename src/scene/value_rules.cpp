#include "scene/value_rules.h"

#include <cctype>
#include <cmath>

#include "core/text.h"
#include "scene/complaints.h"
#include "scene/text_rules.h"

namespace limpet {

using namespace schema;

namespace {

/// A direction that is shorter has no direction in double precision.
constexpr double least_direction = 1e-100;

std::string with_range(std::string words, const Range& range, std::string_view unit) {
    const std::string limits = range_text(range);
    if (limits.empty()) return words;
    return words + ", " + limits + (unit.empty() || unit == "-" ? "" : " " + std::string(unit));
}

}  // namespace

std::vector<std::string> alternative_names(const Node& node) {
    std::vector<std::string> names;
    for (const auto& alternative : node.alternatives) names.push_back(alternative.object->fields[0].name);
    return names;
}

std::string allowed_words(const Node& node) {
    const Quantity& q = node.quantity;
    switch (node.kind) {
        case Kind::Number:
            return with_range(std::string(q.noun) + " such as " + std::string(q.example), node.range, q.unit);
        case Kind::Integer:
        case Kind::Id:
            return with_range("a whole number", node.range, "");
        case Kind::Boolean:
            return "true or false";
        case Kind::Text:
            return allowed_text(node.role);
        case Kind::Choice:
            return comma_separated(node.choices);
        case Kind::Vector:
            return node.not_zero ? "a direction [x, y, z] that is not zero, such as [0, 1, 0]"
                                 : "a list [x, y, z], each " + std::string(q.noun) + " such as " +
                                       std::string(q.example);
        case Kind::Tuple:
            return "a list [" + comma_separated(field_names(node)) + "]";
        case Kind::Object:
            return (node.number ? allowed_words(*node.number) + ", or " : "") +
                   (node.text ? allowed_words(*node.text) + ", or " : "") + "an object { … } with " +
                   comma_separated(field_names(node));
        case Kind::Alternatives:
            return "an object { … } with one of " + comma_separated(alternative_names(node));
        case Kind::List:
            return "a list [ … ], each " + allowed_words(*node.item);
        case Kind::Map:
            return "an object { \"NAME\": … }, each " + allowed_words(*node.item);
    }
    return "";
}

std::string number_problem(const Node& node, double value, const std::string& found) {
    if (std::isfinite(value) && node.range.contains(value)) return "";
    const bool is_above = value >= node.range.max;
    return found_allowed(found, allowed_words(node)) +
           (is_above && !node.above_range.empty() ? ". " + node.above_range : "");
}

std::string integer_problem(const Node& node, double value, const std::string& found) {
    return std::floor(value) == value && node.range.contains(value)
               ? ""
               : found_allowed(found, allowed_words(node));
}

std::string direction_problem(const Node& node, double x, double y, double z) {
    if (!node.not_zero || std::hypot(x, y, z) >= least_direction) return "";
    return found_allowed("a direction of length zero", allowed_words(node));
}

std::string length_problem(const Node& node, std::size_t items) {
    if (items >= node.least_items) return "";
    return found_allowed(
        items == 0 ? "an empty list" : "a list of " + std::to_string(items),
        (node.least_items == 1 ? "at least one, "
                               : "at least " + std::to_string(node.least_items) + ", each ") +
            allowed_words(*node.item));
}

std::string not_for_text(const Node& object, const Field& field, const std::string& kind) {
    const std::string others = comma_separated(field.only_for);
    std::string thing = object.title;
    thing.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(thing.front())));
    return thing == "body"
               ? "a " + kind + " body " + field.why_not + "; allowed for " + others + " bodies"
               : thing + " by " + kind + " " + field.why_not + "; allowed for " + thing + " by " + others;
}

}  // namespace limpet
