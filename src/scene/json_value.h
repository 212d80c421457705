#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace limpet::json {

struct Member;

/// A value of a JSON document that knows its line; objects keep the order of their members.
struct Value {
    using List = std::vector<Value>;
    using Object = std::vector<Member>;

    /// The line of a value that came from the command line instead of a file.
    static constexpr int overridden = -1;

    int line = 0;  ///< 1-based, or `overridden`
    std::variant<std::monostate, bool, double, std::string, List, Object> content;

    bool is_null() const { return std::holds_alternative<std::monostate>(content); }
    const bool* boolean() const { return std::get_if<bool>(&content); }
    const double* number() const { return std::get_if<double>(&content); }
    const std::string* text() const { return std::get_if<std::string>(&content); }
    const List* list() const { return std::get_if<List>(&content); }
    List* list() { return std::get_if<List>(&content); }
    const Object* object() const { return std::get_if<Object>(&content); }
    Object* object() { return std::get_if<Object>(&content); }

    /// The member of that name, if this is an object that has one.
    const Value* find(std::string_view name) const;
    Value* find(std::string_view name);
};

struct Member {
    std::string name;
    int line = 0;  ///< of the name
    Value value;
};

/// What was found, for a sentence: `5`, `"abc"`, `a list of 3`, `an object`; long texts are cut.
std::string found_text(const Value& value);
/// The text without control characters and with valid UTF-8 only, cut if it has more than `longest` bytes.
std::string printable(std::string_view text, std::size_t longest);
/// The same in quotes, cut at 60.
std::string in_quotes(std::string_view text);
/// The path of a member: "bodies[0]" and "name" make "bodies[0].name".
std::string member_path(const std::string& path, std::string_view name);
/// The path of an item: "bodies" and 0 make "bodies[0]".
std::string item_path(const std::string& path, std::size_t index);

}  // namespace limpet::json
