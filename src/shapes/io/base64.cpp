#include "shapes/io/base64.h"

#include <algorithm>

namespace limpet::io {

namespace {

int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    return c == '/' ? 63 : -1;
}

}  // namespace

std::string decode_base64(std::string_view text, std::size_t most) {
    std::string out;
    out.reserve(std::min(most, text.size() / 4 * 3 + 3));
    unsigned group = 0;
    int digits = 0, padding = 0;
    for (const char c : text) {
        if (out.size() >= most) break;
        if (c == ' ' || (c >= '\t' && c <= '\r')) continue;
        const int value = c == '=' ? 0 : value_of(c);
        if (value < 0) break;
        padding += c == '=';
        group = group << 6 | static_cast<unsigned>(value);
        if (++digits < 4) continue;
        for (int k = 0; k < 3 - std::min(padding, 3); ++k)
            out += static_cast<char>(group >> (16 - 8 * k) & 0xff);
        group = 0;
        digits = padding = 0;
    }
    if (out.size() > most) out.resize(most);
    return out;
}

}  // namespace limpet::io
