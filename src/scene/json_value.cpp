#include "scene/json_value.h"

#include <algorithm>

#include "core/text.h"

namespace limpet::json {

const Value* Value::find(std::string_view name) const {
    const Object* members = object();
    if (!members) return nullptr;
    for (const Member& member : *members)
        if (member.name == name) return &member.value;
    return nullptr;
}

Value* Value::find(std::string_view name) {
    return const_cast<Value*>(static_cast<const Value*>(this)->find(name));
}

namespace {

/// Bytes of the UTF-8 sequence that begins the text; 0 if none does.
std::size_t sequence_length(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
    return length;
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
    std::string out;
    while (!text.empty()) {
        if (out.size() >= longest) return out + "…";
        const std::size_t length = sequence_length(text);
        const bool is_control = static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7F;
        out += length == 0 || is_control ? "?" : text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

std::string in_quotes(std::string_view text) {
    return '"' + printable(text, 60) + '"';
}

std::string member_path(const std::string& path, std::string_view name) {
    return path + (path.empty() ? "" : ".") + printable(name, 120);
}

std::string item_path(const std::string& path, std::size_t index) {
    return path + '[' + std::to_string(index) + ']';
}

std::string found_text(const Value& value) {
    if (const bool* boolean = value.boolean()) return *boolean ? "true" : "false";
    if (const double* number = value.number()) return number_text(*number);
    if (const std::string* text = value.text()) return in_quotes(*text);
    if (const Value::List* list = value.list())
        return list->empty() ? "an empty list" : "a list of " + std::to_string(list->size());
    if (value.object()) return "an object";
    return "null";
}

}  // namespace limpet::json
