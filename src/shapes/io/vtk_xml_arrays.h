#pragma once

/// The numbers inside a <DataArray> of VTK's XML files, in each of their encodings.

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/number_type.h"

namespace limpet::io {

/// What the <VTKFile> element and the <AppendedData> say about all arrays.
struct VtkXmlEncoding {
    std::string file;
    std::string_view bytes;  ///< of the whole file, for line numbers
    ByteOrder order = ByteOrder::Little;
    NumberType header_type = NumberType::UInt32;
    bool compressed = false;
    std::string_view appended;  ///< behind the underscore; empty without any
    bool appended_is_raw = false;
};

/// The first `count` numbers; complains if there are fewer.
std::vector<double> read_numbers(const pugi::xml_node& array, std::size_t count,
                                 const VtkXmlEncoding& encoding);
std::vector<std::int64_t> read_integers(const pugi::xml_node& array, std::size_t count,
                                        const VtkXmlEncoding& encoding);
/// A whole number that is not negative; complains about anything else.
std::size_t count_attribute(const pugi::xml_node& node, const char* name, const VtkXmlEncoding& encoding);
/// Throws an InputError at the line of this element.
[[noreturn]] void complain_at(const pugi::xml_node& node, const std::string& message,
                              const VtkXmlEncoding& encoding);

}  // namespace limpet::io
