#include "scene/json_value.h"

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

std::string printable(std::string_view text, std::size_t longest) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool continues = (byte & 0xC0) == 0x80;  // never cut inside a UTF-8 sequence
        if (i >= longest && !continues) return out + "…";
        out += byte < 0x20 || byte == 0x7F ? '?' : text[i];
    }
    return out;
}

std::string quoted(std::string_view text) {
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
    if (const std::string* text = value.text()) return quoted(*text);
    if (const Value::List* list = value.list())
        return list->empty() ? "an empty list" : "a list of " + std::to_string(list->size());
    if (value.object()) return "an object";
    return "null";
}

}  // namespace limpet::json
