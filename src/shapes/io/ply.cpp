// PLY, text and binary in both byte orders: elements "vertex" (x, y, z), "face" and "tristrips"
// (vertex_indices); other elements and properties are skipped. Source: G. Turk, "The PLY Polygon File
// Format", 1994.

#include <limits>

#include "core/scanner.h"
#include "shapes/io/readers.h"

namespace limpet::io {

namespace {

struct Property {
    std::string name;
    NumberType type = NumberType::Float32;
    bool is_list = false;
    NumberType count_type = NumberType::UInt8;
};

struct Element {
    std::string name;
    std::int64_t count = 0;
    std::vector<Property> properties;

    std::size_t smallest_bytes(bool binary) const {
        std::size_t bytes = 0;
        for (const Property& p : properties)
            bytes += !binary ? 2 : p.is_list ? size_of(p.count_type) : size_of(p.type);
        return std::max<std::size_t>(bytes, 1);
    }
};

class PlyReader {
public:
    explicit PlyReader(const MeshFile& file) : scan_(file.bytes, file.path) {}

    Cells read() {
        read_header();
        for (const Element& element : elements_) read_element(element);
        if (cells_.points.empty()) scan_.fail_at(scan_.position(), "the file has no vertices");
        return std::move(cells_);
    }

private:
    void read_format() {
        const std::string_view format = scan_.word("the format");
        if (format == "binary_little_endian" || format == "binary_big_endian")
            binary_ = true;
        else if (format != "ascii")
            scan_.fail("the format is " + in_quotes(format) +
                       "; allowed are ascii, binary_little_endian, binary_big_endian");
        order_ = format == "binary_big_endian" ? ByteOrder::Big : ByteOrder::Little;
        formatted_ = true;
    }

    NumberType number_type() {
        const std::string_view name = scan_.word("a number type");
        const auto type = ply_number_type(name);
        if (!type) scan_.fail("the number type " + in_quotes(name) + " is not known");
        return *type;
    }

    void read_property() {
        if (elements_.empty()) scan_.fail("a property before the first element");
        Property property;
        if (scan_.peek() == "list") {
            scan_.word("list");
            property.is_list = true;
            property.count_type = number_type();
            if (!is_integer(property.count_type)) scan_.fail("a list's size has to be an integer");
        }
        property.type = number_type();
        property.name = scan_.word("a property's name");
        elements_.back().properties.push_back(property);
    }

    void read_header() {
        scan_.expect("ply");
        for (;;) {
            scan_.line();
            const std::string_view keyword = scan_.word("end_header");
            if (keyword == "format") {
                read_format();
            } else if (keyword == "element") {
                Element element;
                element.name = scan_.word("an element's name");
                element.count = scan_.integer("the number of elements");
                elements_.push_back(element);
            } else if (keyword == "property") {
                read_property();
            } else if (keyword == "end_header") {
                break;
            } else if (keyword != "comment" && keyword != "obj_info") {
                scan_.fail("expected format, element, property, comment or end_header, found " +
                           in_quotes(keyword));
            }
        }
        scan_.line();
        if (!formatted_) scan_.fail("the header has no format line");
        if (binary_) scan_.be_binary(order_);
    }

    double number(NumberType type) {
        return binary_ ? scan_.binary_number(type, "the elements") : scan_.number("a property");
    }
    std::int64_t integer(NumberType type) {
        if (!is_integer(type)) scan_.fail("indices have to be integers");
        return binary_ ? scan_.binary_integer(type, "the elements") : scan_.integer("an index");
    }

    void read_element(const Element& element) {
        const std::size_t count =
            scan_.checked_count(element.count, "the number of elements", element.smallest_bytes(binary_));
        if (element.properties.empty()) return;
        const bool vertices = element.name == "vertex";
        if (vertices) check_vertex(element);
        for (std::size_t i = 0; i < count; ++i) {
            point_ = Vec3::Zero();
            for (const Property& property : element.properties) read_value(element, property);
            if (!vertices) continue;
            if (!point_.allFinite())
                scan_.fail("a coordinate of vertex " + std::to_string(i) + " is not finite");
            cells_.points.push_back(point_);
        }
    }

    void check_vertex(const Element& element) {
        int found = 0;
        for (const Property& p : element.properties)
            found += !p.is_list && (p.name == "x" || p.name == "y" || p.name == "z");
        if (found != 3) scan_.fail("the element vertex has to have x, y and z once each");
    }

    void read_value(const Element& element, const Property& property) {
        if (!property.is_list) {
            const double value = number(property.type);
            if (property.name.size() == 1 && property.name[0] >= 'x' && property.name[0] <= 'z')
                point_[property.name[0] - 'x'] = value;
            return;
        }
        const std::size_t size = scan_.checked_count(integer(property.count_type), "the size of a list",
                                                     binary_ ? size_of(property.type) : 2);
        const bool indices = property.name == "vertex_indices" || property.name == "vertex_index";
        if (indices && element.name == "face") return read_face(property.type, size);
        if (indices && element.name == "tristrips") return read_strips(property.type, size);
        for (std::size_t k = 0; k < size; ++k) number(property.type);
    }

    void read_face(NumberType type, std::size_t size) {
        corners_.clear();
        for (std::size_t k = 0; k < size; ++k)
            corners_.push_back(
                scan_.checked_index(integer(type), "a face's vertex", cells_.points.size(), 0));
        cells_.add_face(corners_);
    }

    /// Several strips in one list, with −1 between them.
    void read_strips(NumberType type, std::size_t size) {
        corners_.clear();
        for (std::size_t k = 0; k < size; ++k) {
            const std::int64_t index = integer(type);
            if (index >= 0)
                corners_.push_back(scan_.checked_index(index, "a strip's vertex", cells_.points.size(), 0));
            if (index >= 0 && k + 1 < size) continue;
            cells_.add_strip(corners_);
            corners_.clear();
        }
    }

    Scanner scan_;
    bool binary_ = false;
    bool formatted_ = false;
    ByteOrder order_ = ByteOrder::Little;
    std::vector<Element> elements_;
    std::vector<int> corners_;
    Vec3 point_ = Vec3::Zero();
    Cells cells_;
};

}  // namespace

Cells read_ply(const MeshFile& file) {
    return PlyReader(file).read();
}

}  // namespace limpet::io
