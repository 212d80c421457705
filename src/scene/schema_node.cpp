#include "scene/schema_node.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "limpet/scene.h"
#include "scene/json_value.h"

namespace limpet::schema {

std::string range_text(const Range& range) {
    const bool has_min = std::isfinite(range.min), has_max = std::isfinite(range.max);
    if (has_min && has_max && !range.min_excluded && !range.max_excluded)
        return number_text(range.min) + " to " + number_text(range.max);
    std::string out;
    if (has_min) out = (range.min_excluded ? "> " : "≥ ") + number_text(range.min);
    if (has_max)
        out +=
            (has_min ? " and " : "") + std::string(range.max_excluded ? "< " : "≤ ") + number_text(range.max);
    return out;
}

bool Field::applies_to(const std::string& discriminator) const {
    return only_for.empty() || discriminator.empty() ||
           std::find(only_for.begin(), only_for.end(), discriminator) != only_for.end();
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
            return number_text(*static_cast<const double*>(target));
        case Kind::Integer:
            return std::to_string(*static_cast<const int*>(target));
        case Kind::Text:
            return json::quoted(*static_cast<const std::string*>(target));
        case Kind::Choice:
            return json::quoted(node.choices[static_cast<std::size_t>(node.get_choice(target))]);
        case Kind::Vector: {
            const auto& v = *static_cast<const Vector3*>(target);
            return '[' + number_text(v[0]) + ", " + number_text(v[1]) + ", " + number_text(v[2]) + ']';
        }
        default:
            return "";
    }
}

std::string default_text(const Node& object, const Field& field) {
    if (field.is_required) return "";
    if (!field.default_words.empty()) return field.default_words;
    const void* member = object.defaults ? field.look(object.defaults.get()) : nullptr;
    return member ? value_text(*field.node, member) : "";
}

}  // namespace limpet::schema
