// VTK's XML files: unstructured grids (VTU) and polydata (VTP). All pieces are joined, as are points of
// different pieces at the same place. Source: "VTK File Formats", XML formats.

#include <climits>
#include <pugixml.hpp>

#include "core/scanner.h"
#include "limpet/error.h"
#include "shapes/io/readers.h"
#include "shapes/io/vtk_cells.h"
#include "shapes/io/vtk_xml_arrays.h"

namespace limpet::io {

namespace {

/// The file as XML; what is appended, which may be raw bytes, is cut off.
struct Document {
    pugi::xml_document xml;
    VtkXmlEncoding encoding;
};

void cut_appended(std::string_view bytes, std::string& xml, VtkXmlEncoding& encoding) {
    const std::size_t begin = bytes.find("<AppendedData");
    if (begin == std::string_view::npos) {
        xml = bytes;
        return;
    }
    const std::size_t tag_end = bytes.find('>', begin);
    const std::size_t mark = bytes.find('_', tag_end == std::string_view::npos ? bytes.size() : tag_end);
    if (mark == std::string_view::npos)
        Scanner(bytes, encoding.file).fail_at(begin, "the appended data do not begin with an underscore");
    std::size_t end = bytes.rfind("</AppendedData");
    if (end == std::string_view::npos || end < mark) end = bytes.size();
    encoding.appended = bytes.substr(mark + 1, end - mark - 1);
    xml = std::string(bytes.substr(0, tag_end + 1)) + "</AppendedData></VTKFile>";
}

void read_attributes(const pugi::xml_node& root, VtkXmlEncoding& encoding) {
    const std::string order = root.attribute("byte_order").as_string("LittleEndian");
    if (order != "LittleEndian" && order != "BigEndian")
        complain_at(root, "byte_order is " + in_quotes(order) + "; allowed are LittleEndian and BigEndian",
                    encoding);
    encoding.order = order == "BigEndian" ? ByteOrder::Big : ByteOrder::Little;
    const std::string header = root.attribute("header_type").as_string("UInt32");
    if (header != "UInt32" && header != "UInt64")
        complain_at(root, "header_type is " + in_quotes(header) + "; allowed are UInt32 and UInt64",
                    encoding);
    encoding.header_type = header == "UInt64" ? NumberType::UInt64 : NumberType::UInt32;
    const std::string compressor = root.attribute("compressor").as_string();
    if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
        complain_at(root,
                    "the compressor " + in_quotes(compressor) + " is not read; vtkZLibDataCompressor is",
                    encoding);
    encoding.compressed = !compressor.empty();
    const std::string appended = root.child("AppendedData").attribute("encoding").as_string("base64");
    if (appended != "raw" && appended != "base64")
        complain_at(root.child("AppendedData"),
                    "the encoding is " + in_quotes(appended) + "; allowed are raw and base64", encoding);
    encoding.appended_is_raw = appended == "raw";
}

void parse(const MeshFile& file, Document& document) {
    VtkXmlEncoding& encoding = document.encoding;
    encoding.file = file.path;
    encoding.bytes = file.bytes;
    std::string xml;
    cut_appended(file.bytes, xml, encoding);
    const pugi::xml_parse_result result =
        document.xml.load_buffer(xml.data(), xml.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!result)
        Scanner(file.bytes, file.path)
            .fail_at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)),
                     std::string("the file is not sound XML: ") + result.description());
    read_attributes(document.xml.child("VTKFile"), encoding);
}

pugi::xml_node child(const pugi::xml_node& node, const char* name, const VtkXmlEncoding& encoding) {
    const pugi::xml_node found = node.child(name);
    if (!found) complain_at(node, std::string("<") + node.name() + "> has no <" + name + ">", encoding);
    return found;
}

pugi::xml_node array(const pugi::xml_node& node, const char* name, const VtkXmlEncoding& encoding) {
    const pugi::xml_node found = node.find_child_by_attribute("DataArray", "Name", name);
    if (!found) complain_at(node, std::string("<") + node.name() + "> has no array '" + name + "'", encoding);
    return found;
}

std::size_t count_of(const pugi::xml_node& piece, const char* attribute, bool required,
                     const VtkXmlEncoding& encoding) {
    if (!required && !piece.attribute(attribute)) return 0;
    const std::size_t count = count_attribute(piece, attribute, encoding);
    if (count > INT_MAX) complain_at(piece, std::string(attribute) + " is too large", encoding);
    return count;
}

void read_points(const pugi::xml_node& piece, Cells& cells, const VtkXmlEncoding& encoding) {
    const std::size_t count = count_of(piece, "NumberOfPoints", true, encoding);
    if (count == 0) return;
    if (count + cells.points.size() > INT_MAX) complain_at(piece, "there are too many points", encoding);
    const pugi::xml_node node = child(child(piece, "Points", encoding), "DataArray", encoding);
    if (const int components = node.attribute("NumberOfComponents").as_int(3); components != 3)
        complain_at(node, "points have " + std::to_string(components) + " components; 3 are expected",
                    encoding);
    const std::vector<double> numbers = read_numbers(node, 3 * count, encoding);
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 point(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
        if (!point.allFinite())
            complain_at(node, "a coordinate of point " + std::to_string(i) + " is not finite", encoding);
        cells.points.push_back(point);
    }
}

VtkCells read_cells(const pugi::xml_node& node, std::size_t count, const VtkXmlEncoding& encoding) {
    VtkCells arrays;
    arrays.offsets = read_integers(array(node, "offsets", encoding), count, encoding);
    arrays.offsets.insert(arrays.offsets.begin(), 0);
    if (arrays.offsets.back() < 0) complain_at(node, "the last offset is negative", encoding);
    arrays.connectivity = read_integers(array(node, "connectivity", encoding),
                                        static_cast<std::size_t>(arrays.offsets.back()), encoding);
    return arrays;
}

VtkPlace place_of(const pugi::xml_node& node, const Scanner& scan) {
    return {scan, static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0))};
}

void read_grid_piece(const pugi::xml_node& piece, Cells& cells, const VtkXmlEncoding& encoding,
                     const Scanner& scan) {
    const auto first_point = static_cast<int>(cells.points.size());
    read_points(piece, cells, encoding);
    const std::size_t count = count_of(piece, "NumberOfCells", true, encoding);
    if (count == 0) return;
    const pugi::xml_node node = child(piece, "Cells", encoding);
    const std::vector<std::int64_t> types = read_integers(array(node, "types", encoding), count, encoding);
    add_vtk_cells(cells, read_cells(node, count, encoding), types, first_point, place_of(node, scan));
}

void read_polydata_piece(const pugi::xml_node& piece, Cells& cells, const VtkXmlEncoding& encoding,
                         const Scanner& scan) {
    struct Part {
        const char *count, *element;
        std::int64_t type;
    };
    const auto first_point = static_cast<int>(cells.points.size());
    read_points(piece, cells, encoding);
    for (const Part& part :
         {Part{"NumberOfVerts", "Verts", vtk_poly_vertex}, Part{"NumberOfLines", "Lines", vtk_poly_line},
          Part{"NumberOfStrips", "Strips", vtk_strip}, Part{"NumberOfPolys", "Polys", vtk_polygon}}) {
        const std::size_t count = count_of(piece, part.count, false, encoding);
        if (count == 0) continue;
        const pugi::xml_node node = child(piece, part.element, encoding);
        add_vtk_cells(cells, read_cells(node, count, encoding), part.type, first_point, place_of(node, scan));
    }
}

}  // namespace

Cells read_vtk_xml(const MeshFile& file) {
    Document document;
    parse(file, document);
    const VtkXmlEncoding& encoding = document.encoding;
    const pugi::xml_node root = document.xml.child("VTKFile");
    if (!root) throw InputError({{file.path, 0, "", "the file has no <VTKFile> element"}});
    const std::string type = root.attribute("type").as_string();
    if (type != "UnstructuredGrid" && type != "PolyData")
        complain_at(root,
                    "the type is " + in_quotes(type) + "; UnstructuredGrid (VTU) and PolyData (VTP) are read",
                    encoding);
    const Scanner scan(file.bytes, file.path);
    Cells cells;
    std::size_t pieces = 0;
    for (const pugi::xml_node& piece : child(root, type.c_str(), encoding).children("Piece")) {
        if (type == "PolyData")
            read_polydata_piece(piece, cells, encoding, scan);
        else
            read_grid_piece(piece, cells, encoding, scan);
        ++pieces;
    }
    if (pieces == 0) complain_at(root, "the file has no <Piece>", encoding);
    if (pieces > 1) {
        const std::size_t welded = weld(cells);
        cells.notes.push_back("joined " + std::to_string(pieces) + " pieces, welding " +
                              counted(welded, "vertex", "vertices"));
    }
    return cells;
}

}  // namespace limpet::io
