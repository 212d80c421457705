#pragma once

/// Ties the schema's nodes to the structs they fill. A Typed<T> fills a T; that a field's node and its member
/// agree is checked when compiling.

#include <array>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "limpet/scene.h"
#include "scene/schema_node.h"

namespace limpet::schema {

template <class T>
struct Typed {
    std::shared_ptr<Node> node = std::make_shared<Node>();
};

/// Lets what it describes be given anew.
template <class T>
void make_resettable(const Typed<T>& typed) {
    typed.node->reset = [](void* target) { *static_cast<T*>(target) = T(); };
}

inline Typed<double> number(const Quantity& quantity, Range range, std::string above_range = {}) {
    Typed<double> typed;
    typed.node->kind = Kind::Number;
    typed.node->quantity = quantity;
    typed.node->range = range;
    typed.node->above_range = std::move(above_range);
    return typed;
}

inline Typed<int> integer(Range range) {
    Typed<int> typed;
    typed.node->kind = Kind::Integer;
    typed.node->range = range;
    return typed;
}

/// Up to what a double counts exactly.
template <class Enum>
Typed<Enum> id() {
    Typed<Enum> typed;
    typed.node->kind = Kind::Id;
    typed.node->range = {0, 9007199254740992.0};
    typed.node->set_id = [](void* target, std::int64_t value) { *static_cast<Enum*>(target) = Enum(value); };
    typed.node->get_id = [](const void* target) {
        return static_cast<std::int64_t>(*static_cast<const Enum*>(target));
    };
    return typed;
}

inline Typed<bool> boolean() {
    Typed<bool> typed;
    typed.node->kind = Kind::Boolean;
    return typed;
}

inline Typed<std::string> text(TextRole role) {
    Typed<std::string> typed;
    typed.node->kind = Kind::Text;
    typed.node->role = role;
    return typed;
}

inline Typed<Vector3> vector(const Quantity& quantity, Range component) {
    Typed<Vector3> typed;
    typed.node->kind = Kind::Vector;
    typed.node->quantity = quantity;
    typed.node->range = component;
    return typed;
}

/// A direction: its length does not matter, but it must have one.
inline Typed<Vector3> direction() {
    Typed<Vector3> typed = vector({"a direction", "-", "[0, 1, 0]", {}}, {-1e9, 1e9});
    typed.node->not_zero = true;
    return typed;
}

/// Names of an enumeration's values, in their order from 0.
template <class Enum>
Typed<Enum> choice(std::vector<std::string> names) {
    Typed<Enum> typed;
    typed.node->kind = Kind::Choice;
    typed.node->choices = std::move(names);
    typed.node->set_choice = [](void* target, int value) { *static_cast<Enum*>(target) = Enum(value); };
    typed.node->get_choice = [](const void* target) {
        return static_cast<int>(*static_cast<const Enum*>(target));
    };
    return typed;
}

template <class Struct>
Typed<Struct> object(std::string title, std::vector<Field> fields, std::string discriminator = {}) {
    Typed<Struct> typed;
    typed.node->title = std::move(title);
    typed.node->fields = std::move(fields);
    typed.node->defaults = std::make_shared<const Struct>();
    typed.node->discriminator = std::move(discriminator);
    make_resettable(typed);
    return typed;
}

/// An object for which a number may stand, of which the struct can be made; `shown` is that number.
template <class Struct>
Typed<Struct> object_or_number(std::string title, std::vector<Field> fields, const Typed<double>& number,
                               double Struct::*shown) {
    Typed<Struct> typed = object<Struct>(std::move(title), std::move(fields));
    typed.node->number = number.node;
    typed.node->set_number = [](void* target, double value) {
        *static_cast<Struct*>(target) = Struct(value);
    };
    typed.node->get_number = [shown](const void* target) {
        return static_cast<const Struct*>(target)->*shown;
    };
    typed.node->is_number = [shown](const void* target) {
        const auto& all = *static_cast<const Struct*>(target);
        return all == Struct(all.*shown);
    };
    return typed;
}

/// An object for which the text of its first field, `shown`, may stand.
template <class Struct>
Typed<Struct> object_or_text(std::string title, std::vector<Field> fields, std::string Struct::*shown) {
    Typed<Struct> typed = object<Struct>(std::move(title), std::move(fields));
    typed.node->text = typed.node->fields.front().node;
    typed.node->is_text = [shown](const void* target) {
        Struct alone;
        alone.*shown = static_cast<const Struct*>(target)->*shown;
        return *static_cast<const Struct*>(target) == alone;
    };
    return typed;
}

template <class Struct>
Typed<Struct> tuple(std::string title, std::vector<Field> fields) {
    Typed<Struct> typed = object<Struct>(std::move(title), std::move(fields));
    typed.node->kind = Kind::Tuple;
    return typed;
}

/// One of a variant's types; each is an object whose first field's name tells it apart.
template <class... Structs>
Typed<std::variant<Structs...>> alternatives(std::string title, Typed<Structs>... objects) {
    Typed<std::variant<Structs...>> typed;
    typed.node->kind = Kind::Alternatives;
    typed.node->title = std::move(title);
    const auto open = []<class Struct>(void* target) -> void* {
        return &static_cast<std::variant<Structs...>*>(target)->template emplace<Struct>();
    };
    (typed.node->alternatives.push_back(
         {objects.node, [open](void* target) { return open.template operator()<Structs>(target); },
          [](const void* target) -> const void* {
              return std::get_if<Structs>(static_cast<const std::variant<Structs...>*>(target));
          }}),
     ...);
    return typed;
}

template <class T>
Typed<std::vector<T>> list(const Typed<T>& item, std::size_t least_items = 0) {
    Typed<std::vector<T>> typed;
    typed.node->kind = Kind::List;
    typed.node->item = item.node;
    typed.node->least_items = least_items;
    make_resettable(typed);
    typed.node->append = [](void* target) -> void* {
        return &static_cast<std::vector<T>*>(target)->emplace_back();
    };
    typed.node->size = [](const void* target) { return static_cast<const std::vector<T>*>(target)->size(); };
    typed.node->at = [](const void* target, std::size_t index) -> const void* {
        return &(*static_cast<const std::vector<T>*>(target))[index];
    };
    return typed;
}

/// A list of very many small items, such as vertices.
template <class T>
Typed<std::vector<T>> bulk(const Typed<T>& item) {
    Typed<std::vector<T>> typed = list(item);
    typed.node->is_bulk = true;
    return typed;
}

/// A list of which one item may stand without brackets and, if `shorthand` is given, a list of lists may
/// stand for one item that has nothing but that field.
template <class T>
Typed<std::vector<T>> list_or_single(const Typed<T>& item, std::string shorthand = {}) {
    Typed<std::vector<T>> typed = list(item);
    typed.node->single_allowed = true;
    typed.node->shorthand = std::move(shorthand);
    return typed;
}

template <class T>
Typed<std::map<std::string, T>> map(const Typed<T>& item) {
    Typed<std::map<std::string, T>> typed;
    make_resettable(typed);
    typed.node->kind = Kind::Map;
    typed.node->item = item.node;
    typed.node->insert = [](void* target, const std::string& name) -> void* {
        return &(*static_cast<std::map<std::string, T>*>(target))[name];
    };
    typed.node->each = [](const void* target, const Node::Visit& visit) {
        for (const auto& [name, value] : *static_cast<const std::map<std::string, T>*>(target))
            visit(name, &value);
    };
    return typed;
}

/// `same` compares `member(owner)` of two owners.
template <class Struct, class Member>
Field make_field(std::string name, std::string doc, std::shared_ptr<const Node> node, Member member) {
    Field field;
    field.name = std::move(name);
    field.doc = std::move(doc);
    field.node = std::move(node);
    field.same = [member](const void* owner, const void* other) {
        return member(*static_cast<const Struct*>(owner)) == member(*static_cast<const Struct*>(other));
    };
    return field;
}

template <class Struct, class T>
Field field(std::string name, T Struct::*member, const Typed<T>& type, std::string doc) {
    Field field = make_field<Struct>(std::move(name), std::move(doc), type.node,
                                     [member](const Struct& s) -> const T& { return s.*member; });
    field.open = [member](void* owner) -> void* { return &(static_cast<Struct*>(owner)->*member); };
    field.look = [member](const void* owner) -> const void* {
        return &(static_cast<const Struct*>(owner)->*member);
    };
    return field;
}

template <class Struct, class T>
Field field(std::string name, std::optional<T> Struct::*member, const Typed<T>& type, std::string doc) {
    Field field =
        make_field<Struct>(std::move(name), std::move(doc), type.node,
                           [member](const Struct& s) -> const std::optional<T>& { return s.*member; });
    field.open = [member](void* owner) -> void* { return &(static_cast<Struct*>(owner)->*member).emplace(); };
    field.look = [member](const void* owner) -> const void* {
        const auto& value = static_cast<const Struct*>(owner)->*member;
        return value ? &*value : nullptr;
    };
    return field;
}

/// The item of that index of an array, as a place of a tuple.
template <std::size_t Index, class T, std::size_t Size>
Field place(std::string name, const Typed<T>& type, std::string doc) {
    static_assert(Index < Size);
    using Array = std::array<T, Size>;
    Field field = make_field<Array>(std::move(name), std::move(doc), type.node,
                                    [](const Array& array) -> const T& { return array[Index]; });
    field.is_required = true;
    field.open = [](void* owner) -> void* { return &(*static_cast<Array*>(owner))[Index]; };
    field.look = [](const void* owner) -> const void* { return &(*static_cast<const Array*>(owner))[Index]; };
    return field;
}

/// The fields of a struct one level further down: {"cylinder": {"radius": …, "height": …}} fills one
/// CylinderShape.
template <class Struct>
Field nested(std::string name, const Typed<Struct>& type, std::string doc) {
    Field field = make_field<Struct>(std::move(name), std::move(doc), type.node,
                                     [](const Struct& s) -> const Struct& { return s; });
    field.is_required = true;
    field.open = [](void* owner) { return owner; };
    field.look = [](const void* owner) { return owner; };
    return field;
}

}  // namespace limpet::schema
