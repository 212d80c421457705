// VTK's legacy files: unstructured grids and polydata, text and binary (always big-endian), with cells either
// as "n i j k ..." (up to version 4.x) or as OFFSETS and CONNECTIVITY (5.1). Source: "VTK File Formats", and
// vtkDataReader.cxx for METADATA and the 5.1 cells.

#include <algorithm>
#include <cctype>

#include "core/text.h"
#include "shapes/io/readers.h"
#include "shapes/io/vtk_cells.h"

namespace limpet::io {

namespace {

std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return out;
}

class LegacyReader {
public:
    explicit LegacyReader(const MeshFile& file) : scan_(file.bytes, file.path) {}

    Cells read() {
        read_header();
        while (!scan_.at_end() && read_section(upper(scan_.word("a section")))) {
        }
        if (!have_points_) scan_.fail_at(scan_.position(), "the file has no POINTS");
        if (polydata_) {
            if (!have_polydata_)
                scan_.fail_at(scan_.position(),
                              "the file has no POLYGONS, TRIANGLE_STRIPS, LINES or VERTICES");
            return std::move(cells_);
        }
        if (arrays_.offsets.empty()) scan_.fail_at(scan_.position(), "the file has no CELLS");
        if (!have_types_) scan_.fail_at(scan_.position(), "the file has no CELL_TYPES");
        add_vtk_cells(cells_, arrays_, types_, 0, {scan_, cells_position_});
        return std::move(cells_);
    }

private:
    void read_header() {
        scan_.line();
        scan_.line();
        const std::string mode = upper(scan_.word("ASCII or BINARY"));
        if (mode != "ASCII" && mode != "BINARY")
            scan_.fail("expected ASCII or BINARY, found " + in_quotes(mode));
        binary_ = mode == "BINARY";
        if (binary_) scan_.be_binary(ByteOrder::Big);
        if (upper(scan_.word("DATASET")) != "DATASET") scan_.fail("expected DATASET");
        const std::string kind = upper(scan_.word("the kind of dataset"));
        polydata_ = kind == "POLYDATA";
        if (!polydata_ && kind != "UNSTRUCTURED_GRID")
            scan_.fail("the dataset is " + in_quotes(kind) + "; UNSTRUCTURED_GRID and POLYDATA are read");
    }

    /// False at the data on points and cells, which are of no interest here and come last.
    bool read_section(const std::string& name) {
        if (name == "POINT_DATA" || name == "CELL_DATA") return false;
        if (name == "POINTS") {
            read_points();
        } else if (name == "CELLS" && !polydata_) {
            cells_position_ = scan_.position();
            arrays_ = read_cells();
        } else if (name == "CELL_TYPES" && !polydata_) {
            const std::size_t count = scan_.count("the number of cell types", binary_ ? 4 : 2);
            types_ = integers(NumberType::Int32, count, "the cell types");
            have_types_ = true;
        } else if (name == "FIELD") {
            skip_field();
        } else if (name == "METADATA") {
            skip_metadata();
        } else if (polydata_ && polydata_type(name) != 0) {
            if (!have_points_) scan_.fail("POINTS has to come before " + name);
            const std::size_t position = scan_.position();
            add_vtk_cells(cells_, read_cells(), polydata_type(name), 0, {scan_, position});
            have_polydata_ = true;
        } else {
            scan_.fail("unknown section " + in_quotes(name));
        }
        return true;
    }

    static std::int64_t polydata_type(const std::string& section) {
        if (section == "POLYGONS") return vtk_polygon;
        if (section == "TRIANGLE_STRIPS") return vtk_strip;
        if (section == "LINES") return vtk_poly_line;
        return section == "VERTICES" ? vtk_poly_vertex : 0;
    }

    NumberType number_type() {
        const std::string name(scan_.word("a number type"));
        const auto type = legacy_number_type(name);
        if (!type) scan_.fail("the number type " + in_quotes(name) + " is not known");
        return *type;
    }

    void read_points() {
        if (have_points_) scan_.fail("POINTS occurs twice");
        have_points_ = true;
        const std::size_t count = scan_.count("the number of points", 6);
        const NumberType type = number_type();
        if (binary_) {
            scan_.line();
            scan_.checked_count(static_cast<std::int64_t>(count), "the number of points", 3 * size_of(type));
        }
        cells_.points.reserve(count);
        for (std::size_t i = 0; i < count; ++i)
            cells_.points.push_back(binary_ ? scan_.binary_point(type) : scan_.point());
    }

    /// `count` integers behind the end of the line.
    std::vector<std::int64_t> integers(NumberType type, std::size_t count, const char* what) {
        if (!is_integer(type)) scan_.fail(std::string(what) + " have to be integers");
        if (binary_) scan_.line();
        scan_.checked_count(static_cast<std::int64_t>(count), what, binary_ ? size_of(type) : 2);
        std::vector<std::int64_t> values(count);
        for (std::int64_t& value : values)
            value = binary_ ? scan_.binary_integer(type, what) : scan_.integer(what);
        return values;
    }

    VtkCells read_cells() {
        const std::size_t first = scan_.count("the number of cells", binary_ ? 1 : 2);
        const std::size_t second = scan_.count("the size of the cells", binary_ ? 1 : 2);
        if (!scan_.at_end_of_line()) scan_.fail("unexpected text behind the number of cells");
        scan_.line();
        if (!scan_.starts_with("OFFSETS")) return classic_cells(first, second);
        VtkCells arrays;
        scan_.expect("OFFSETS");
        arrays.offsets = integers(number_type(), first, "the offsets");
        scan_.expect("CONNECTIVITY");
        arrays.connectivity = integers(number_type(), second, "the connectivity");
        if (arrays.offsets.empty()) arrays.offsets.push_back(0);
        return arrays;
    }

    /// `size` integers: for each of the `count` cells the number of its points and the points.
    VtkCells classic_cells(std::size_t count, std::size_t size) {
        const std::size_t position = scan_.position();
        VtkCells arrays;
        arrays.offsets.push_back(0);
        scan_.checked_count(static_cast<std::int64_t>(size), "the size of the cells", binary_ ? 4 : 2);
        std::size_t used = 0;
        const auto next = [&] {
            if (++used > size)
                scan_.fail_at(position, "the cells need more than the " + std::to_string(size) +
                                            " numbers that are promised");
            return binary_ ? scan_.value<std::int32_t>("the cells") : scan_.integer("the cells");
        };
        for (std::size_t i = 0; i < count; ++i) {
            const std::int64_t points = next();
            if (points < 0) scan_.fail("a cell has " + std::to_string(points) + " points");
            for (std::int64_t k = 0; k < points; ++k) arrays.connectivity.push_back(next());
            arrays.offsets.push_back(static_cast<std::int64_t>(arrays.connectivity.size()));
        }
        if (used != size)
            scan_.fail_at(position, "the cells take " + std::to_string(used) + " numbers, " +
                                        std::to_string(size) + " are promised");
        return arrays;
    }

    /// Up to an empty line.
    void skip_metadata() {
        scan_.line();
        while (scan_.left() > 0 && !scan_.line().empty()) {
        }
    }

    void skip_field() {
        scan_.word("the field's name");
        const std::size_t arrays = scan_.count("the number of arrays", 8);
        for (std::size_t a = 0; a < arrays; ++a) {
            if (scan_.word("an array's name") == "METADATA") {
                skip_metadata();
                scan_.word("an array's name");
            }
            const std::size_t components = scan_.count("the number of components", 1);
            const std::size_t tuples = scan_.count("the number of tuples", 1);
            const std::string type(scan_.word("a number type"));
            if (type == "string" || type == "bit")
                scan_.fail("field arrays of type " + type + " are not read");
            const auto known = legacy_number_type(type);
            if (!known) scan_.fail("the number type " + in_quotes(type) + " is not known");
            if (binary_) scan_.line();
            const std::size_t size =
                scan_.checked_count(static_cast<std::int64_t>(components * tuples),
                                    "the size of a field array", binary_ ? size_of(*known) : 2);
            if (binary_) scan_.skip(size * size_of(*known), "a field array");
            for (std::size_t k = 0; !binary_ && k < size; ++k) scan_.word("a field array");
        }
    }

    Scanner scan_;
    bool binary_ = false;
    bool polydata_ = false;
    bool have_points_ = false;
    bool have_types_ = false;
    bool have_polydata_ = false;
    std::size_t cells_position_ = 0;
    Cells cells_;
    VtkCells arrays_;
    std::vector<std::int64_t> types_;
};

}  // namespace

Cells read_vtk_legacy(const MeshFile& file) {
    return LegacyReader(file).read();
}

}  // namespace limpet::io
