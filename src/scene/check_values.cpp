#include "scene/check_values.h"

#include <cmath>

#include "core/text.h"
#include "limpet/scene.h"
#include "scene/json_value.h"
#include "scene/text_rules.h"
#include "scene/value_rules.h"

namespace limpet {
namespace {

using namespace schema;
using json::item_path;
using json::member_path;

/// Files that a program names are found from where it runs.
const std::string no_folder;

const Node::Alternative* held_alternative(const Node& node, const void* target) {
    for (const Node::Alternative& alternative : node.alternatives)
        if (alternative.look(target)) return &alternative;
    return nullptr;
}

class ValueChecker {
public:
    explicit ValueChecker(Complaints& complaints) : complaints_(complaints) {}

    void check(const Node& node, const void* target, const std::string& path) {
        complaints_.give(path);
        switch (node.kind) {
            case Kind::Number:
                return check_number(node, *static_cast<const double*>(target), path);
            case Kind::Integer:
                return check_integer(node, *static_cast<const int*>(target), path);
            case Kind::Id:
                return add(path, integer_problem(node, static_cast<double>(node.get_id(target)),
                                                 std::to_string(node.get_id(target))));
            case Kind::Boolean:
                return;
            case Kind::Text:
                return add(path, check_text(*static_cast<const std::string*>(target), node.role, no_folder));
            case Kind::Choice:
                return check_choice(node, target, path);
            case Kind::Vector:
                return check_vector(node, *static_cast<const Vector3*>(target), path);
            case Kind::Tuple:
                return check_tuple(node, target, path);
            case Kind::Object:
                return check_object(node, target, path);
            case Kind::Alternatives:
                if (const Node::Alternative* held = held_alternative(node, target))
                    check_object(*held->object, held->look(target), path);
                return;
            case Kind::List:
                return check_list(node, target, path);
            case Kind::Map:
                return check_map(node, target, path);
        }
    }

private:
    void add(const std::string& path, const std::string& problem) {
        if (!problem.empty()) complaints_.add(path, problem);
    }

    void check_number(const Node& node, double value, const std::string& path) {
        if (!std::isfinite(value) || !node.range.contains(value))
            add(path, number_problem(node, value, number_text(value)));
    }

    void check_integer(const Node& node, int value, const std::string& path) {
        if (!node.range.contains(value)) add(path, integer_problem(node, value, std::to_string(value)));
    }

    void check_choice(const Node& node, const void* target, const std::string& path) {
        const int choice = node.get_choice(target);
        if (choice < 0 || static_cast<std::size_t>(choice) >= node.choices.size())
            add(path,
                found_allowed("no value of its enumeration, " + std::to_string(choice), allowed_words(node)));
    }

    void check_vector(const Node& node, const Vector3& v, const std::string& path) {
        Node component;
        component.kind = Kind::Number;
        component.quantity = node.quantity;
        component.range = node.range;
        for (std::size_t i = 0; i < 3; ++i) check_number(component, v[i], item_path(path, i));
        add(path, direction_problem(node, v[0], v[1], v[2]));
    }

    void check_tuple(const Node& node, const void* target, const std::string& path) {
        for (std::size_t i = 0; i < node.fields.size(); ++i)
            if (is_given(node, node.fields[i], target))
                check(*node.fields[i].node, node.fields[i].look(target), item_path(path, i));
    }

    void check_object(const Node& node, const void* target, const std::string& path) {
        if (node.number && node.is_number(target))
            return check_number(*node.number, node.get_number(target), path);
        const std::string kind = discriminator_of(node, target);
        for (const Field& field : node.fields) {
            if (!is_given(node, field, target)) continue;
            const std::string here = member_path(path, field.name);
            if (!field.applies_to(kind))
                add(here, not_for_text(node, field, kind));
            else
                check(*field.node, field.look(target), here);
        }
    }

    void check_list(const Node& node, const void* target, const std::string& path) {
        const std::size_t size = node.size(target);
        add(path, length_problem(node, size));
        for (std::size_t i = 0; i < size; ++i) {
            const void* item = node.at(target, i);
            if (!node.is_bulk || !is_sound_bulk(*node.item, item))
                check(*node.item, item, item_path(path, i));
        }
    }

    void check_map(const Node& node, const void* target, const std::string& path) {
        node.each(target, [&](const std::string& name, const void* item) {
            const std::string here = member_path(path, name);
            add(here, check_text(name, TextRole::Name, no_folder));
            check(*node.item, item, here);
        });
    }

    /// The same for points and index tuples alone, without a path: there are very many.
    static bool is_sound_bulk(const Node& node, const void* target) {
        if (node.kind == Kind::Vector) {
            const Vector3& v = *static_cast<const Vector3*>(target);
            return node.range.contains(v[0]) && node.range.contains(v[1]) && node.range.contains(v[2]);
        }
        for (const Field& field : node.fields)
            if (!field.node->range.contains(*static_cast<const int*>(field.look(target)))) return false;
        return true;
    }

    Complaints& complaints_;
};

}  // namespace

void check_values(const Node& node, const void* target, const std::string& path, Complaints& complaints) {
    ValueChecker(complaints).check(node, target, path);
}

}  // namespace limpet
