#include "scene/schema_node.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "limpet/scene.h"
#include "scene/json_value.h"

namespace limpet::schema {
namespace {

/// As number_text(), with exponents as people write them: 1e9 instead of 1e+09.
std::string short_number(double value) {
    std::string text = number_text(value);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text;
    const bool is_negative = text[e + 1] == '-';
    const std::size_t digit = text.find_first_not_of("+-0", e + 1);
    return text.substr(0, e + 1) + (is_negative ? "-" : "") + text.substr(digit);
}

}  // namespace

std::string range_text(const Range& range) {
    const bool has_min = std::isfinite(range.min), has_max = std::isfinite(range.max);
    if (has_min && has_max && !range.min_excluded && !range.max_excluded)
        return short_number(range.min) + " to " + short_number(range.max);
    std::string out;
    if (has_min) out = (range.min_excluded ? "> " : "≥ ") + short_number(range.min);
    if (has_max)
        out += (has_min ? " and " : "") + std::string(range.max_excluded ? "< " : "≤ ") +
               short_number(range.max);
    return out;
}

bool Field::applies_to(const std::string& discriminator) const {
    return only_for.empty() || discriminator.empty() ||
           std::find(only_for.begin(), only_for.end(), discriminator) != only_for.end();
}

bool is_given(const Node& object, const Field& field, const void* owner) {
    return field.is_required || !field.same(owner, object.defaults.get());
}

std::string discriminator_of(const Node& object, const void* owner) {
    if (object.discriminator.empty()) return "";
    const Field& field = *find_field(object, object.discriminator);
    const auto choice = static_cast<std::size_t>(field.node->get_choice(field.look(owner)));
    return choice < field.node->choices.size() ? field.node->choices[choice] : "";
}

const Field* find_field(const Node& object, std::string_view name) {
    for (const Field& field : object.fields)
        if (field.name == name) return &field;
    return nullptr;
}

std::vector<std::string> field_names(const Node& object) {
    std::vector<std::string> names;
    for (const Field& field : object.fields) names.push_back(field.name);
    return names;
}

std::string value_text(const Node& node, const void* target) {
    switch (node.kind) {
        case Kind::Number:
            return short_number(*static_cast<const double*>(target));
        case Kind::Integer:
            return std::to_string(*static_cast<const int*>(target));
        case Kind::Boolean:
            return *static_cast<const bool*>(target) ? "true" : "false";
        case Kind::Text:
            return json::in_quotes(*static_cast<const std::string*>(target));
        case Kind::Choice:
            return json::in_quotes(node.choices[static_cast<std::size_t>(node.get_choice(target))]);
        case Kind::Vector: {
            const auto& v = *static_cast<const Vector3*>(target);
            return '[' + short_number(v[0]) + ", " + short_number(v[1]) + ", " + short_number(v[2]) + ']';
        }
        default:
            return node.number ? short_number(node.get_number(target)) : "";
    }
}

std::string default_text(const Node& object, const Field& field) {
    if (field.is_required) return "";
    if (!field.default_words.empty()) return field.default_words;
    const void* member = object.defaults ? field.look(object.defaults.get()) : nullptr;
    return member ? value_text(*field.node, member) : "";
}

}  // namespace limpet::schema
