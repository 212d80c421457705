#include "core/number_type.h"

#include <limits>
#include <utility>

#include "core/assert.h"

namespace limpet::io {

std::size_t size_of(NumberType type) {
    switch (type) {
        case NumberType::Int8:
        case NumberType::UInt8:
            return 1;
        case NumberType::Int16:
        case NumberType::UInt16:
            return 2;
        case NumberType::Int32:
        case NumberType::UInt32:
        case NumberType::Float32:
            return 4;
        default:
            return 8;
    }
}

bool is_integer(NumberType type) {
    return type != NumberType::Float32 && type != NumberType::Float64;
}

namespace {

using Named = std::pair<std::string_view, NumberType>;

template <std::size_t N>
std::optional<NumberType> find(const std::array<Named, N>& names, std::string_view name) {
    for (const auto& [known, type] : names)
        if (known == name) return type;
    return std::nullopt;
}

}  // namespace

std::optional<NumberType> xml_number_type(std::string_view name) {
    static constexpr std::array<Named, 10> names = {{{"Int8", NumberType::Int8},
                                                     {"UInt8", NumberType::UInt8},
                                                     {"Int16", NumberType::Int16},
                                                     {"UInt16", NumberType::UInt16},
                                                     {"Int32", NumberType::Int32},
                                                     {"UInt32", NumberType::UInt32},
                                                     {"Int64", NumberType::Int64},
                                                     {"UInt64", NumberType::UInt64},
                                                     {"Float32", NumberType::Float32},
                                                     {"Float64", NumberType::Float64}}};
    return find(names, name);
}

std::optional<NumberType> legacy_number_type(std::string_view name) {
    // vtkIdType is 32 bits wide in legacy files, whatever it is in memory.
    static constexpr std::array<Named, 14> names = {{{"char", NumberType::Int8},
                                                     {"signed_char", NumberType::Int8},
                                                     {"unsigned_char", NumberType::UInt8},
                                                     {"short", NumberType::Int16},
                                                     {"unsigned_short", NumberType::UInt16},
                                                     {"int", NumberType::Int32},
                                                     {"unsigned_int", NumberType::UInt32},
                                                     {"vtkIdType", NumberType::Int32},
                                                     {"long", NumberType::Int64},
                                                     {"unsigned_long", NumberType::UInt64},
                                                     {"vtktypeint64", NumberType::Int64},
                                                     {"vtktypeuint64", NumberType::UInt64},
                                                     {"float", NumberType::Float32},
                                                     {"double", NumberType::Float64}}};
    return find(names, name);
}

std::optional<NumberType> ply_number_type(std::string_view name) {
    static constexpr std::array<Named, 16> names = {{{"char", NumberType::Int8},
                                                     {"int8", NumberType::Int8},
                                                     {"uchar", NumberType::UInt8},
                                                     {"uint8", NumberType::UInt8},
                                                     {"short", NumberType::Int16},
                                                     {"int16", NumberType::Int16},
                                                     {"ushort", NumberType::UInt16},
                                                     {"uint16", NumberType::UInt16},
                                                     {"int", NumberType::Int32},
                                                     {"int32", NumberType::Int32},
                                                     {"uint", NumberType::UInt32},
                                                     {"uint32", NumberType::UInt32},
                                                     {"float", NumberType::Float32},
                                                     {"float32", NumberType::Float32},
                                                     {"double", NumberType::Float64},
                                                     {"float64", NumberType::Float64}}};
    return find(names, name);
}

double load_number(NumberType type, const char* source, ByteOrder order) {
    if (type == NumberType::Float64) return load<double>(source, order);
    if (type == NumberType::Float32) return load<float>(source, order);
    return static_cast<double>(load_integer(type, source, order));
}

std::int64_t load_integer(NumberType type, const char* source, ByteOrder order) {
    switch (type) {
        case NumberType::Int8:
            return load<std::int8_t>(source, order);
        case NumberType::UInt8:
            return load<std::uint8_t>(source, order);
        case NumberType::Int16:
            return load<std::int16_t>(source, order);
        case NumberType::UInt16:
            return load<std::uint16_t>(source, order);
        case NumberType::Int32:
            return load<std::int32_t>(source, order);
        case NumberType::UInt32:
            return load<std::uint32_t>(source, order);
        case NumberType::Int64:
            return load<std::int64_t>(source, order);
        case NumberType::UInt64: {
            constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
            return static_cast<std::int64_t>(std::min(load<std::uint64_t>(source, order), most));
        }
        default:
            LIMPET_ASSERT(!"load_integer of a floating-point type");
            return 0;
    }
}

}  // namespace limpet::io
