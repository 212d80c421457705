#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <pugixml.hpp>
#include <string_view>
#include <utility>

#include "record/files.h"
#include "record/vtk_data.h"

namespace limpet {

namespace {

/// One VTK XML file with raw appended data, as far as Limpet writes it.
class VtkFile {
public:
    VtkFile(std::string bytes, const std::filesystem::path& file) : file_(file), bytes_(std::move(bytes)) {
        const std::size_t tag = bytes_.find("<AppendedData encoding=\"raw\">");
        const std::size_t start = tag == std::string::npos ? tag : bytes_.find('_', tag);
        if (start == std::string::npos)
            fail("is not a VTK file as Limpet writes them (raw appended data), or is cut off");
        if (!bytes_.ends_with("</AppendedData>\n</VTKFile>\n")) fail("is cut off");
        data_ = std::string_view(bytes_).substr(start + 1);
        const std::string header = bytes_.substr(0, tag) + "</VTKFile>";
        const pugi::xml_parse_result result = xml_.load_string(header.c_str());
        if (!result)
            fail(std::string("is not valid XML: ") + result.description() + " at byte " +
                 std::to_string(result.offset));
        const pugi::xml_node root = xml_.child("VTKFile");
        if (std::string_view(root.attribute("byte_order").value()) != "LittleEndian" ||
            std::string_view(root.attribute("header_type").value()) != "UInt64")
            fail("is not little-endian with 64-bit lengths, which is what Limpet writes");
        grid_ = root.child(root.attribute("type").value());
        if (!grid_.child("Piece")) fail("has no piece of data in it");
    }

    [[noreturn]] void fail(const std::string& message) const { throw file_error(file_, message); }

    std::string type() const { return grid_.name(); }
    pugi::xml_node piece() const { return grid_.child("Piece"); }

    std::size_t count(const char* attribute) const {
        const std::string_view text = piece().attribute(attribute).value();
        std::size_t value = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size())
            fail(std::string(attribute) + " is not a number");
        return value;
    }

    std::string field(const char* name) const {
        return grid_.child("FieldData").find_child_by_attribute("Name", name).child_value();
    }

    double number_field(const char* name) const {
        const std::string text = field(name);
        double value = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
        if (result.ec != std::errc() || result.ptr != text.data() + text.size())
            fail(std::string("the field ") + name + " is not a number");
        return value;
    }

    /// The text of that name; empty if there is none.
    std::string text_field(const char* name) const {
        const std::vector<std::string> texts = text_fields(name);
        return texts.empty() ? "" : texts.front();
    }

    std::vector<std::string> text_fields(const char* name) const {
        std::vector<std::string> texts;
        std::string text;
        for (const int code : integer_fields(name)) {
            if (code < 0 || code > 255) fail(std::string("the field ") + name + " is not a text");
            if (code == 0)
                texts.push_back(std::exchange(text, {}));
            else
                text += static_cast<char>(code);
        }
        return texts;
    }

    std::vector<int> integer_fields(const char* name) const {
        const std::string numbers = field(name);
        std::vector<int> values;
        const char* at = numbers.data();
        const char* const end = at + numbers.size();
        while (at < end) {
            if (*at == ' ' || *at == '\n') {
                ++at;
                continue;
            }
            int value = 0;
            const auto result = std::from_chars(at, end, value);
            if (result.ec != std::errc())
                fail(std::string("the field ") + name + " is not a list of numbers");
            values.push_back(value);
            at = result.ptr;
        }
        return values;
    }

    /// Values of an array that must have `count` of them; none if the array is absent and `optional`.
    template <typename T>
    std::vector<T> array(const char* group, const char* name, const char* type, std::size_t count,
                         bool optional = false) const {
        const pugi::xml_node node = piece().child(group).find_child_by_attribute("Name", name);
        if (!node && optional) return {};
        if (!node) fail(std::string("has no array ") + group + '/' + name);
        if (std::string_view(node.attribute("type").value()) != type)
            fail(std::string("the array ") + name + " is not of type " + type);
        const std::uint64_t offset = node.attribute("offset").as_ullong(data_.size());
        std::uint64_t length = 0;
        if (data_.size() < sizeof length || offset > data_.size() - sizeof length) too_short(name);
        std::memcpy(&length, data_.data() + offset, sizeof length);
        if (length > data_.size() - offset - sizeof length) too_short(name);
        if (length % sizeof(T) != 0 || length / sizeof(T) != count)
            fail(std::string("the array ") + name + " has " + std::to_string(length) + " bytes instead of " +
                 std::to_string(count) + " values");
        std::vector<T> values(count);
        if (count > 0) std::memcpy(values.data(), data_.data() + offset + sizeof length, length);
        return values;
    }

    std::vector<Vector3> vectors(const char* group, const char* name, std::size_t count,
                                 bool optional = false) const {
        std::vector<Vector3> values = array<Vector3>(group, name, "Float64", count, optional);
        for (const Vector3& v : values)
            for (const double x : v)
                if (!std::isfinite(x))
                    fail(std::string("the array ") + name + " has a value that is not finite");
        return values;
    }

    std::vector<double> numbers(const char* group, const char* name, std::size_t count) const {
        std::vector<double> values = array<double>(group, name, "Float64", count);
        for (const double x : values)
            if (!std::isfinite(x)) fail(std::string("the array ") + name + " has a value that is not finite");
        return values;
    }

    template <std::size_t N>
    std::vector<std::array<int, N>> cells(const char* group, std::size_t count, std::size_t points) const {
        const auto offsets = array<std::int32_t>(group, "offsets", "Int32", count);
        for (std::size_t i = 0; i < count; ++i)
            if (offsets[i] < 0 || static_cast<std::size_t>(offsets[i]) != N * (i + 1))
                fail("has cells of other than " + std::to_string(N) + " corners");
        auto elements = array<std::array<int, N>>(group, "connectivity", "Int32", count);
        for (const auto& element : elements)
            for (const int corner : element)
                if (corner < 0 || static_cast<std::size_t>(corner) >= points)
                    fail("has a corner " + std::to_string(corner) + " where there are " +
                         std::to_string(points) + " points");
        return elements;
    }

private:
    [[noreturn]] void too_short(const char* name) const {
        fail(std::string("is cut off: the array ") + name + " lies beyond its end");
    }

    std::filesystem::path file_;
    std::string bytes_;
    std::string_view data_;
    pugi::xml_document xml_;
    pugi::xml_node grid_;
};

BodyType read_type(const VtkFile& file) {
    const std::string type = file.text_field("type");
    if (type == "static") return BodyType::Static;
    if (type == "rigid") return BodyType::Rigid;
    if (type == "soft") return BodyType::Soft;
    if (type == "cloth") return BodyType::Cloth;
    if (type == "particles") return BodyType::Particles;
    file.fail("the field type is not static, rigid, soft, cloth or particles");
}

BodyFrame read_body(const VtkFile& file) {
    BodyFrame body;
    body.name = file.text_field("body");
    body.type = read_type(file);
    body.color = file.text_field("color");
    const std::size_t points = file.count("NumberOfPoints");
    if (file.type() == "PolyData") {
        body.vertices = file.vectors("Points", "Points", points);
        body.velocities = file.vectors("PointData", "velocity", points, true);
        body.in_zones = file.integer_fields("in_zones");
        body.zones = file.array<std::int32_t>("PointData", "zone", "Int32", points, true);
        body.colliding = file.array<std::uint8_t>("PointData", "colliding", "UInt8", points, true);
        body.triangles = file.cells<3>("Polys", file.count("NumberOfPolys"), points);
    } else if (file.type() == "UnstructuredGrid") {
        const std::size_t cells = file.count("NumberOfCells");
        body.nodes = file.vectors("Points", "Points", points);
        body.displacements = file.vectors("PointData", "displacement", points, true);
        body.node_velocities = file.vectors("PointData", "velocity", points, true);
        body.tetrahedra = file.cells<4>("Cells", cells, points);
        body.von_mises = file.array<double>("CellData", "von_mises", "Float64", cells, true);
    } else {
        file.fail("is neither PolyData nor UnstructuredGrid");
    }
    return body;
}

std::vector<ContactFrame> read_contacts(const VtkFile& file) {
    const std::size_t count = file.count("NumberOfPoints");
    const auto vectors = [&](const char* name) { return file.vectors("PointData", name, count); };
    const auto numbers = [&](const char* name) { return file.numbers("PointData", name, count); };
    const auto ids = file.array<std::int64_t>("PointData", "id", "Int64", count);
    const auto pairs = file.array<std::array<std::int32_t, 2>>("PointData", "pair", "Int32", count);
    const auto states = file.array<std::int32_t>("PointData", "status", "Int32", count);
    const auto first_points = vectors("first_point"), second_points = vectors("second_point"),
               normals = vectors("normal"), forces = vectors("force"), tractions = vectors("traction"),
               slips = vectors("slip"), pulls = vectors("pull");
    const auto gaps = numbers("gap"), areas = numbers("area"), betas = numbers("beta"),
               energies = numbers("energy"), dissipated = numbers("dissipated");
    const auto adhesive = file.array<std::int32_t>("PointData", "adhesive", "Int32", count);
    const std::size_t bodies = file.text_fields("bodies").size();
    std::vector<ContactFrame> contacts(count);
    for (std::size_t i = 0; i < count; ++i) {
        for (const std::int32_t body : pairs[i])
            if (body < 0 || static_cast<std::size_t>(body) >= bodies)
                file.fail("has a contact of body " + std::to_string(body) + " where there are " +
                          std::to_string(bodies));
        if (states[i] < 0 || states[i] > static_cast<int>(ContactStatus::Slip))
            file.fail("has a contact of status " + std::to_string(states[i]) +
                      "; there are 0 (open), 1 (stick), 2 (slip)");
        contacts[i] = {ids[i],           pairs[i][0],  pairs[i][1], first_points[i],
                       second_points[i], normals[i],   gaps[i],     areas[i],
                       forces[i],        tractions[i], slips[i],    static_cast<ContactStatus>(states[i]),
                       betas[i],         energies[i],  pulls[i],    dissipated[i],
                       adhesive[i] != 0};
    }
    return contacts;
}

}  // namespace

VtkDataset read_vtk_dataset(const std::filesystem::path& file) {
    return parse_vtk_dataset(read_whole_file(file), file);
}

VtkDataset parse_vtk_dataset(std::string bytes, const std::filesystem::path& path) {
    const VtkFile file(std::move(bytes), path);
    VtkDataset out;
    out.time = file.number_field("TimeValue");
    const double step = file.number_field("step");
    if (!(step >= 0 && step < 1e15)) file.fail("the field step is not a step's number");
    out.step = static_cast<long>(step);
    if (file.text_field("dataset") == "contacts")
        out.contacts = read_contacts(file);
    else
        out.body = read_body(file);
    return out;
}

}  // namespace limpet
