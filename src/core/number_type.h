#pragma once

/// Numbers as files store them: a type, a byte order, bytes.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace limpet::io {

enum class ByteOrder { Little, Big };

enum class NumberType { Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64, Float32, Float64 };

std::size_t size_of(NumberType type);
bool is_integer(NumberType type);
/// "Int32", "Float64", ... as VTK's XML files name them.
std::optional<NumberType> xml_number_type(std::string_view name);
/// "int", "double", "unsigned_char", "vtktypeint64", ... as VTK's legacy files name them.
std::optional<NumberType> legacy_number_type(std::string_view name);
/// "char", "uint8", "float", "float64", ... as PLY files name them.
std::optional<NumberType> ply_number_type(std::string_view name);

template <class T>
std::array<char, sizeof(T)> bytes_of(T value, ByteOrder order) {
    auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
    if ((order == ByteOrder::Little) != (std::endian::native == std::endian::little))
        std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

template <class T>
T load(const char* source, ByteOrder order) {
    std::array<char, sizeof(T)> bytes;
    std::memcpy(bytes.data(), source, sizeof(T));
    if ((order == ByteOrder::Little) != (std::endian::native == std::endian::little))
        std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<T>(bytes);
}

template <class T>
void append(std::string& out, T value, ByteOrder order = ByteOrder::Little) {
    const auto bytes = bytes_of(value, order);
    out.append(bytes.data(), bytes.size());
}

double load_number(NumberType type, const char* source, ByteOrder order);
/// Of an integer type; a UInt64 beyond the range of int64 becomes its largest value.
std::int64_t load_integer(NumberType type, const char* source, ByteOrder order);

}  // namespace limpet::io
