#include "record/escape.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/text.h"

namespace limpet {

namespace {

/// Bytes of the valid UTF-8 character at the text's beginning; 0 if there is none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const std::size_t length = byte(0) < 0x80   ? 1
                               : byte(0) < 0xC2 ? 0
                               : byte(0) < 0xE0 ? 2
                               : byte(0) < 0xF0 ? 3
                                                : 4;
    if (length == 0 || byte(0) > 0xF4 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    // Longer forms than needed, surrogates, and beyond U+10FFFF.
    if (byte(0) == 0xE0 && byte(1) < 0xA0) return 0;
    if (byte(0) == 0xED && byte(1) > 0x9F) return 0;
    if (byte(0) == 0xF0 && byte(1) < 0x90) return 0;
    if (byte(0) == 0xF4 && byte(1) > 0x8F) return 0;
    return length;
}

}  // namespace

std::string clean_text(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const bool control = static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7F;
        if (text[0] == '\n' || text[0] == '\t') {
            out += ' ';
        } else if (length == 0 || control) {
            out += '?';
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

std::string xml_text(std::string_view text) {
    std::string out;
    for (const char c : clean_text(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string json_text(std::string_view text) {
    std::string out = "\"";
    for (const char c : clean_text(text)) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '<' || c == '>' || c == '&') {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", c);
            out += code;
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string file_stem(std::string_view name) {
    constexpr std::size_t longest = 100;
    std::string out;
    for (const char c : name.substr(0, longest)) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
        out += plain ? c : '_';
    }
    if (out.empty() || out[0] == '.') out.insert(0, "_");
    return out;
}

std::vector<std::string> file_stems(const std::vector<std::string>& names) {
    std::set<std::string> taken;
    std::vector<std::string> stems;
    for (const std::string& name : names) {
        const std::string plain = file_stem(name);
        std::string stem = plain;
        const auto lower = [](std::string text) {
            for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            return text;
        };
        for (int i = 2; !taken.insert(lower(stem)).second; ++i) stem = plain + '-' + std::to_string(i);
        stems.push_back(stem);
    }
    return stems;
}

}  // namespace limpet
