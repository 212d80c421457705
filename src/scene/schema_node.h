#pragma once

/// The building blocks of the scene's schema: what may stand in a place of the file, as data.
///
/// One tree of nodes (scene_schema.h) is walked by all who need to know what a scene is: the reader
/// (reader.cpp), the checker of structs (check_values.cpp), the writer (write_json.cpp), the overrides
/// (overrides.cpp), the JSON schema (json_schema.cpp) and the reference page (reference_page.cpp). A node
/// says nothing about which struct it fills; small functions that schema_bind.h makes from pointers to
/// members do.

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "scene/units.h"

namespace limpet::schema {

struct Range {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
    bool min_excluded = false, max_excluded = false;

    bool contains(double value) const {
        return (min_excluded ? value > min : value >= min) && (max_excluded ? value < max : value <= max);
    }
};

/// "> 0", "0 to 1e9", "> -1 and < 0.5"; empty if there is no limit.
std::string range_text(const Range& range);

enum class Kind {
    Number,        ///< double
    Integer,       ///< int
    Id,            ///< an enumeration of 64-bit numbers that count from 0
    Boolean,       ///< bool
    Text,          ///< std::string
    Choice,        ///< an enumerator by its name
    Vector,        ///< three numbers, Vector3
    Tuple,         ///< values by position: the node's fields in order
    Object,        ///< values by name: the node's fields
    Alternatives,  ///< one of several objects, told apart by the name of their first field
    List,          ///< items of one kind
    Map            ///< items of one kind by name
};

/// What a text must be beyond being text.
enum class TextRole {
    Free,   ///< anything in one line
    Name,   ///< the name of a thing: becomes a column or a file
    File,   ///< a file that exists, relative to the scene's folder
    Color,  ///< "#rrggbb", "#rgb" or a colour's name
    Zoo     ///< a shape of the zoo
};

struct Field;

struct Node {
    Kind kind = Kind::Object;
    std::string
        title;  ///< of objects and alternatives: heading in the reference, definition in the JSON schema

    Quantity quantity{};      ///< Number, Vector
    Range range;              ///< Number, Integer; each component of a Vector
    std::string above_range;  ///< a sentence to add when a number is above the range
    bool not_zero = false;    ///< Vector: of positive length

    TextRole role = TextRole::Free;

    std::vector<std::string> choices;
    std::function<void(void* target, int choice)> set_choice;
    std::function<int(const void* target)> get_choice;
    std::function<void(void* target, std::int64_t id)> set_id;
    std::function<std::int64_t(const void* target)> get_id;

    std::function<void(void* target)> reset;  ///< Object, Tuple, List, Map: back to nothing given

    std::vector<Field> fields;             ///< Object, Tuple
    std::shared_ptr<const void> defaults;  ///< Object: a default-constructed struct
    std::string discriminator;             ///< Object: the Choice field that decides which others apply

    std::shared_ptr<const Node> number;  ///< Object: a number may stand for it
    std::function<void(void* target, double value)> set_number;
    std::function<double(const void* target)> get_number;
    std::function<bool(const void* target)> is_number;  ///< whether a number says it all

    std::shared_ptr<const Node> text;  ///< Object: a text may stand for it, which fills the first field
    std::function<bool(const void* target)> is_text;  ///< whether a text says it all

    struct Alternative {
        std::shared_ptr<const Node> object;
        std::function<void*(void* target)> open;              ///< makes the variant hold this alternative
        std::function<const void*(const void* target)> look;  ///< what it holds; null if that is another one
    };
    std::vector<Alternative> alternatives;

    using Visit = std::function<void(const std::string& name, const void* item)>;
    std::shared_ptr<const Node> item;                                      ///< List, Map
    std::function<void*(void* target)> append;                             ///< List
    std::function<std::size_t(const void* target)> size;                   ///< List
    std::function<const void*(const void* target, std::size_t index)> at;  ///< List
    std::function<void*(void* target, const std::string&)> insert;         ///< Map
    std::function<void(const void* target, const Visit& visit)> each;      ///< Map
    std::size_t least_items = 0;                                           ///< List
    bool is_bulk = false;         ///< List: so many small items that their lines are not kept
    bool single_allowed = false;  ///< List: one item may stand without the brackets
    std::string shorthand;        ///< List: a list of lists is one item's field of this name
};

struct Field {
    std::string name;
    std::string doc;
    std::shared_ptr<const Node> node;
    std::function<void*(void* owner)> open;              ///< the member, made present if it is optional
    std::function<const void*(const void* owner)> look;  ///< the member, or null if it is an absent optional
    std::function<bool(const void* owner, const void* other)> same;  ///< whether two owners agree in it
    bool is_required = false;
    std::string default_words;          ///< what holds when it is left out, where that is no value
    std::vector<std::string> only_for;  ///< values of the object's discriminator; empty: all
    std::string why_not;   ///< the end of "a static body …", "detection by ldi …" for the others
    bool is_live = false;  ///< it, and all within it, may change while a world runs

    bool applies_to(const std::string& discriminator) const;

    Field required() && {
        is_required = true;
        return std::move(*this);
    }
    Field live() && {
        is_live = true;
        return std::move(*this);
    }
    Field when_left_out(std::string words) && {
        default_words = std::move(words);
        return std::move(*this);
    }
    Field only(std::vector<std::string> types, std::string why) && {
        only_for = std::move(types);
        why_not = std::move(why);
        return std::move(*this);
    }
};

/// Whether a struct says anything about the field: it is required, or differs from its default.
bool is_given(const Node& object, const Field& field, const void* owner);
/// The name that the struct's discriminator has; empty if there is none, or it is no value of its
/// enumeration.
std::string discriminator_of(const Node& object, const void* owner);

/// The field of that name, or null.
const Field* find_field(const Node& object, std::string_view name);
std::vector<std::string> field_names(const Node& object);
/// The value that `target` holds, as JSON; empty for objects, lists and maps.
std::string value_text(const Node& node, const void* target);
/// What holds when the field is left out, as JSON or in words; empty if it is required.
std::string default_text(const Node& object, const Field& field);

}  // namespace limpet::schema
