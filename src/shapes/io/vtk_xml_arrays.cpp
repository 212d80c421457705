// Encodings of a <DataArray>, after "VTK File Formats", XML formats, and vtkXMLDataParser.cxx:
//
//     ascii       the numbers as text
//     binary      base64 of  [bytes] data                                   without a compressor
//                 base64 of  [blocks, block size, last size, packed sizes…] then base64 of the packed blocks
//     appended    the same at `offset` behind the underscore of <AppendedData>, as base64 or raw
//
// where the numbers in brackets have the file's header_type and all of them its byte_order.

#include "shapes/io/vtk_xml_arrays.h"

#include <zlib.h>

#include <algorithm>
#include <charconv>

#include "core/scanner.h"
#include "limpet/error.h"
#include "shapes/io/base64.h"

namespace limpet::io {

void complain_at(const pugi::xml_node& node, const std::string& message, const VtkXmlEncoding& encoding) {
    const std::ptrdiff_t offset = std::clamp<std::ptrdiff_t>(
        node.offset_debug(), 0, static_cast<std::ptrdiff_t>(encoding.bytes.size()));
    const auto line = 1 + std::count(encoding.bytes.begin(), encoding.bytes.begin() + offset, '\n');
    const std::string name = node.attribute("Name").as_string();
    throw InputError({{encoding.file, static_cast<int>(line), "",
                       (name.empty() ? "" : "array " + in_quotes(name) + ": ") + message}});
}

std::size_t count_attribute(const pugi::xml_node& node, const char* name, const VtkXmlEncoding& encoding) {
    const std::string_view text = node.attribute(name).as_string();
    std::size_t count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc() || end != text.data() + text.size())
        complain_at(node, std::string(name) + " is " + in_quotes(text) + "; a count is expected", encoding);
    return count;
}

namespace {

/// deflate cannot pack more than this into a byte, so a corrupt size is found before memory is asked for.
constexpr std::size_t most_deflate_ratio = 1032;

/// The bytes of one array, decoded as far as they are asked for.
struct EncodedArray {
    const pugi::xml_node& node;
    const VtkXmlEncoding& encoding;
    std::string_view text;
    bool raw = false;

    std::size_t size() const { return raw ? text.size() : text.size() / 4 * 3 + 3; }

    std::string bytes(std::size_t count) const {
        std::string out;
        if (count <= size()) out = raw ? std::string(text.substr(0, count)) : decode_base64(text, count);
        if (out.size() < count)
            complain_at(node, "the data end early: " + std::to_string(count) + " bytes expected", encoding);
        return out;
    }
};

std::size_t header_value(const std::string& bytes, std::size_t i, const VtkXmlEncoding& encoding) {
    const std::size_t size = size_of(encoding.header_type);
    return static_cast<std::size_t>(
        load_integer(encoding.header_type, bytes.data() + i * size, encoding.order));
}

std::string inflate_block(const EncodedArray& array, std::string_view packed, std::size_t size) {
    if (size > most_deflate_ratio * packed.size() + 64)
        complain_at(array.node, "a compressed block promises more bytes than it can hold", array.encoding);
    std::string out(size, '\0');
    uLongf length = size;
    const int status = uncompress(reinterpret_cast<Bytef*>(out.data()), &length,
                                  reinterpret_cast<const Bytef*>(packed.data()), packed.size());
    if (status != Z_OK || length != size)
        complain_at(array.node, "a compressed block is damaged (zlib says " + std::to_string(status) + ")",
                    array.encoding);
    return out;
}

std::string compressed_bytes(const EncodedArray& array, std::size_t count) {
    const VtkXmlEncoding& encoding = array.encoding;
    const std::size_t word = size_of(encoding.header_type);
    const std::size_t blocks = header_value(array.bytes(word), 0, encoding);
    if (blocks > array.size() / word)
        complain_at(array.node, "the number of compressed blocks is too large: " + std::to_string(blocks),
                    encoding);
    if (blocks == 0 && count > 0) complain_at(array.node, "the array is empty", encoding);
    if (blocks == 0) return "";
    const std::size_t header_size = (3 + blocks) * word;
    const std::string header = array.bytes(header_size);
    const std::size_t block_size = header_value(header, 1, encoding);
    const std::size_t last_size = header_value(header, 2, encoding);
    std::size_t packed_size = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
        const std::size_t size = header_value(header, 3 + b, encoding);
        if (size > array.size())
            complain_at(array.node, "a compressed block is larger than the data", encoding);
        packed_size += size;
    }
    const std::string all = array.bytes(header_size + packed_size);
    std::string out;
    std::size_t position = header_size;
    for (std::size_t b = 0; b < blocks && out.size() < count; ++b) {
        const std::size_t size = header_value(header, 3 + b, encoding);
        const bool partial = b + 1 == blocks && last_size > 0;
        out += inflate_block(array, std::string_view(all).substr(position, size),
                             partial ? last_size : block_size);
        position += size;
    }
    return out;
}

std::string plain_bytes(const EncodedArray& array, std::size_t count) {
    const std::size_t word = size_of(array.encoding.header_type);
    const std::size_t size = header_value(array.bytes(word), 0, array.encoding);
    if (size < count)
        complain_at(
            array.node,
            "the array has " + std::to_string(size) + " bytes, " + std::to_string(count) + " are needed",
            array.encoding);
    return array.bytes(word + count).substr(word);
}

/// The first `count` bytes of an array that is not text.
std::string binary_bytes(const pugi::xml_node& node, std::size_t count, const VtkXmlEncoding& encoding) {
    const std::string format = node.attribute("format").as_string();
    EncodedArray array{node, encoding, node.text().get()};
    if (format == "appended") {
        const std::size_t offset = count_attribute(node, "offset", encoding);
        if (offset > encoding.appended.size())
            complain_at(node,
                        "the offset is " + std::to_string(offset) + "; the appended data have " +
                            std::to_string(encoding.appended.size()) + " bytes",
                        encoding);
        array.text = encoding.appended.substr(offset);
        array.raw = encoding.appended_is_raw;
    }
    std::string bytes = encoding.compressed ? compressed_bytes(array, count) : plain_bytes(array, count);
    if (bytes.size() < count)
        complain_at(node,
                    "the array has " + std::to_string(bytes.size()) + " bytes, " + std::to_string(count) +
                        " are needed",
                    encoding);
    return bytes;
}

NumberType type_of(const pugi::xml_node& node, const VtkXmlEncoding& encoding) {
    const std::string name = node.attribute("type").as_string();
    const auto type = xml_number_type(name);
    if (!type)
        complain_at(node, "the type " + in_quotes(name) + " is not known; e.g. Float64 or Int32 is",
                    encoding);
    return *type;
}

void check_size(const pugi::xml_node& node, std::size_t count, std::size_t bytes_each,
                const VtkXmlEncoding& encoding) {
    const std::size_t ratio = encoding.compressed ? most_deflate_ratio : 1;
    if (count > encoding.bytes.size() / bytes_each * ratio + ratio)
        complain_at(node, std::to_string(count) + " numbers are promised, more than the file can hold",
                    encoding);
}

template <class Number, class FromText, class FromBytes>
std::vector<Number> read_array(const pugi::xml_node& node, std::size_t count, const VtkXmlEncoding& encoding,
                               FromText from_text, FromBytes from_bytes) {
    const std::string format = node.attribute("format").as_string("ascii");
    const NumberType type = type_of(node, encoding);
    std::vector<Number> values;
    if (format == "ascii") {
        check_size(node, count, 2, encoding);
        const std::ptrdiff_t offset = node.text().data().offset_debug();
        const auto line = 1 + std::count(encoding.bytes.begin(),
                                         encoding.bytes.begin() + std::max<std::ptrdiff_t>(offset, 0), '\n');
        Scanner scan(node.text().get(), encoding.file, '\0', static_cast<int>(line));
        values.reserve(count);
        for (std::size_t i = 0; i < count; ++i) values.push_back(from_text(scan));
    } else if (format == "binary" || format == "appended") {
        check_size(node, count, size_of(type), encoding);
        const std::string bytes = binary_bytes(node, count * size_of(type), encoding);
        values.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
            values.push_back(from_bytes(type, bytes.data() + i * size_of(type)));
    } else {
        complain_at(node, "the format is " + in_quotes(format) + "; allowed are ascii, binary, appended",
                    encoding);
    }
    return values;
}

}  // namespace

std::vector<double> read_numbers(const pugi::xml_node& array, std::size_t count,
                                 const VtkXmlEncoding& encoding) {
    return read_array<double>(
        array, count, encoding, [](Scanner& scan) { return scan.number("a coordinate"); },
        [&](NumberType type, const char* bytes) { return load_number(type, bytes, encoding.order); });
}

std::vector<std::int64_t> read_integers(const pugi::xml_node& array, std::size_t count,
                                        const VtkXmlEncoding& encoding) {
    if (!is_integer(type_of(array, encoding))) complain_at(array, "integers are expected", encoding);
    return read_array<std::int64_t>(
        array, count, encoding, [](Scanner& scan) { return scan.integer("an index"); },
        [&](NumberType type, const char* bytes) { return load_integer(type, bytes, encoding.order); });
}

}  // namespace limpet::io
