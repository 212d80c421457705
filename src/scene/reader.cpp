#include "scene/reader.h"

#include <utility>

#include "core/text.h"
#include "scene/scene_schema.h"
#include "scene/text_rules.h"
#include "scene/unknown_field.h"
#include "scene/value_rules.h"

namespace limpet {
namespace {

using namespace schema;
using json::found_text;
using json::item_path;
using json::member_path;
using json::Value;

class Reader {
public:
    Reader(std::string folder, Complaints& complaints)
        : folder_(std::move(folder)), complaints_(complaints) {}

    void read(const Node& node, const Value& value, const std::string& path, void* target) {
        if (places_) complaints_.place(path, value.line);
        switch (node.kind) {
            case Kind::Number:
                return read_number(node, value, path, *static_cast<double*>(target));
            case Kind::Integer:
                return read_integer(node, value, path, *static_cast<int*>(target));
            case Kind::Id:
                return read_id(node, value, path, target);
            case Kind::Boolean:
                return read_boolean(node, value, path, *static_cast<bool*>(target));
            case Kind::Text:
                return read_text(node, value, path, *static_cast<std::string*>(target));
            case Kind::Choice:
                return read_choice(node, value, path, target);
            case Kind::Vector:
                return read_vector(node, value, path, *static_cast<Vector3*>(target));
            case Kind::Tuple:
                return read_tuple(node, value, path, target);
            case Kind::Object:
                return read_object(node, value, path, target);
            case Kind::Alternatives:
                return read_alternatives(node, value, path, target);
            case Kind::List:
                return read_list(node, value, path, target);
            case Kind::Map:
                return read_map(node, value, path, target);
        }
    }

private:
    void wrong(const Node& node, const Value& value, const std::string& path) {
        complaints_.add(path, found_allowed(found_text(value), allowed_words(node)));
    }

    void read_number(const Node& node, const Value& value, const std::string& path, double& out) {
        double number = 0;
        if (const double* plain = value.number()) {
            number = *plain;
        } else if (const std::string* text = value.text()) {
            const auto converted = to_quantity(*text, node.quantity);
            if (const std::string* problem = std::get_if<std::string>(&converted))
                return complaints_.add(
                    path, found_allowed(found_text(value) + ", " + *problem, allowed_words(node)));
            number = std::get<double>(converted);
        } else {
            return wrong(node, value, path);
        }
        const std::string problem = number_problem(node, number, found_text(value));
        if (!problem.empty()) return complaints_.add(path, problem);
        out = number;
    }

    void read_integer(const Node& node, const Value& value, const std::string& path, int& out) {
        const double* number = value.number();
        if (!number || !integer_problem(node, *number, "").empty()) return wrong(node, value, path);
        out = static_cast<int>(*number);
    }

    void read_id(const Node& node, const Value& value, const std::string& path, void* target) {
        const double* number = value.number();
        if (!number || !integer_problem(node, *number, "").empty()) return wrong(node, value, path);
        node.set_id(target, static_cast<std::int64_t>(*number));
    }

    void read_boolean(const Node& node, const Value& value, const std::string& path, bool& out) {
        if (!value.boolean()) return wrong(node, value, path);
        out = *value.boolean();
    }

    void read_text(const Node& node, const Value& value, const std::string& path, std::string& out) {
        if (!value.text()) return wrong(node, value, path);
        out = *value.text();
        const std::string problem = check_text(out, node.role, folder_);
        if (!problem.empty()) return complaints_.add(path, problem);
        if (node.role == TextRole::File) out = path_of(out, folder_);
    }

    void read_choice(const Node& node, const Value& value, const std::string& path, void* target) {
        const std::string* text = value.text();
        if (!text) return wrong(node, value, path);
        for (std::size_t i = 0; i < node.choices.size(); ++i)
            if (node.choices[i] == *text) return node.set_choice(target, static_cast<int>(i));
        complaints_.add(path, "found " + found_text(value) + did_you_mean(*text, node.choices) +
                                  "; allowed: " + allowed_words(node));
    }

    void read_vector(const Node& node, const Value& value, const std::string& path, Vector3& out) {
        const Value::List* list = value.list();
        if (!list || list->size() != 3) return wrong(node, value, path);
        Node component;
        component.kind = Kind::Number;
        component.quantity = node.quantity;
        component.range = node.range;
        for (std::size_t i = 0; i < 3; ++i) read_number(component, (*list)[i], item_path(path, i), out[i]);
        if (const std::string problem = direction_problem(node, out[0], out[1], out[2]);
            !problem.empty() && complaints_.is_sound(path))
            complaints_.add(path, problem);
    }

    void read_tuple(const Node& node, const Value& value, const std::string& path, void* target) {
        const Value::List* list = value.list();
        std::size_t least = 0;
        for (const Field& field : node.fields) least += field.is_required ? 1 : 0;
        if (!list || list->size() < least || list->size() > node.fields.size())
            return wrong(node, value, path);
        for (std::size_t i = 0; i < list->size(); ++i)
            read(*node.fields[i].node, (*list)[i], item_path(path, i), node.fields[i].open(target));
    }

    /// The value of the field that decides which others apply; empty if there is none or it is wrong itself.
    static std::string discriminator_of(const Node& node, const Value& value) {
        if (node.discriminator.empty()) return "";
        const Value* given = value.find(node.discriminator);
        if (!given || !given->text()) return "";
        for (const std::string& choice : find_field(node, node.discriminator)->node->choices)
            if (choice == *given->text()) return choice;
        return "";
    }

    void complain_unknown_field(const Node& node, const std::string& name, const std::string& path) {
        complaints_.add(path, unknown_field_text("unknown field " + json::in_quotes(name), path, name,
                                                 field_names(node)));
    }

    void read_object(const Node& node, const Value& value, const std::string& path, void* target) {
        if (node.number && (value.number() || value.text())) {
            double number = node.get_number(target);
            read_number(*node.number, value, path, number);
            return node.set_number(target, number);
        }
        if (node.text && value.text()) {
            const Field& first = node.fields.front();
            return read(*first.node, value, member_path(path, first.name), first.open(target));
        }
        if (!value.object()) return wrong(node, value, path);
        const std::string kind = discriminator_of(node, value);
        for (const json::Member& member : *value.object()) {
            const std::string here = member_path(path, member.name);
            complaints_.place(here, member.line);
            const Field* field = find_field(node, member.name);
            if (!field) {
                complain_unknown_field(node, member.name, here);
            } else if (!field->applies_to(kind)) {
                complaints_.add(here, not_for_text(node, *field, kind));
            } else {
                read(*field->node, member.value, here, field->open(target));
            }
        }
        for (const Field& field : node.fields)
            if (field.is_required && !value.find(field.name))
                complaints_.add(member_path(path, field.name),
                                "missing; allowed: " + allowed_words(*field.node));
    }

    void read_alternatives(const Node& node, const Value& value, const std::string& path, void* target) {
        if (!value.object()) return wrong(node, value, path);
        std::vector<std::string> found;
        const Node::Alternative* chosen = nullptr;
        for (const Node::Alternative& alternative : node.alternatives)
            if (value.find(alternative.object->fields[0].name)) {
                found.push_back(alternative.object->fields[0].name);
                chosen = &alternative;
            }
        if (found.size() == 1) return read_object(*chosen->object, value, path, chosen->open(target));
        if (found.size() > 1)
            return complaints_.add(path,
                                   found_allowed(comma_separated(found) + " together", allowed_words(node)));
        const auto& members = *value.object();
        const std::string first = members.empty() ? "" : members[0].name;
        complaints_.add(path, "found " + (members.empty() ? "an empty object" : json::in_quotes(first)) +
                                  did_you_mean(first, alternative_names(node)) +
                                  "; allowed: " + allowed_words(node));
    }

    void read_list(const Node& node, const Value& value, const std::string& path, void* target) {
        const Value::List* list = value.list();
        if (!list && node.single_allowed && value.object())
            return read(*node.item, value, path + "[0]", node.append(target));
        if (!list) return wrong(node, value, path);
        if (!node.shorthand.empty() && !list->empty() && list->front().list()) {
            const Field& field = *find_field(*node.item, node.shorthand);
            complaints_.place(path + "[0]", value.line);
            return read(*field.node, value, path + "[0]." + node.shorthand, field.open(node.append(target)));
        }
        if (const std::string problem = length_problem(node, list->size()); !problem.empty())
            complaints_.add(path, problem);
        const bool placed_before = std::exchange(places_, places_ && !node.is_bulk);
        for (std::size_t i = 0; i < list->size(); ++i)
            read(*node.item, (*list)[i], item_path(path, i), node.append(target));
        places_ = placed_before;
    }

    void read_map(const Node& node, const Value& value, const std::string& path, void* target) {
        if (!value.object()) return wrong(node, value, path);
        for (const json::Member& member : *value.object()) {
            const std::string here = member_path(path, member.name);
            complaints_.place(here, member.line);
            const std::string problem = check_text(member.name, TextRole::Name, folder_);
            if (!problem.empty()) complaints_.add(here, problem);
            read(*node.item, member.value, here, node.insert(target, member.name));
        }
    }

    std::string folder_;
    Complaints& complaints_;
    bool places_ = true;  ///< whether lines are kept, which bulk data has too many of
};

}  // namespace

Scene read_scene(const Value& document, const std::string& folder, Complaints& complaints) {
    Scene scene;
    read_value(schema::scene(), document, "", folder, &scene, complaints);
    return scene;
}

void read_value(const Node& node, const Value& value, const std::string& path, const std::string& folder,
                void* target, Complaints& complaints) {
    Reader(folder, complaints).read(node, value, path, target);
}

}  // namespace limpet
