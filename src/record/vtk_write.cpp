#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/text.h"
#include "record/frame_files.h"
#include "record/summary.h"
#include "record/vtk_data.h"

namespace limpet {

namespace {

constexpr std::uint8_t vtk_tetra = 10;

/// Collects the arrays' bytes and writes the tags that point at them.
class Appended {
public:
    template <typename T>
    std::string array(const char* type, const char* name, int components, const T* values,
                      std::size_t bytes) {
        std::string tag = std::string("<DataArray type=\"") + type + "\" Name=\"" + name +
                          "\" NumberOfComponents=\"" + std::to_string(components) +
                          "\" format=\"appended\" offset=\"" + std::to_string(bytes_.size()) + "\"/>\n";
        const std::uint64_t length = bytes;
        bytes_.append(reinterpret_cast<const char*>(&length), sizeof length);
        bytes_.append(reinterpret_cast<const char*>(values), bytes);
        return tag;
    }
    std::string vectors(const char* name, const std::vector<Vector3>& values) {
        return array("Float64", name, 3, values.data(), values.size() * sizeof(Vector3));
    }
    std::string numbers(const char* name, const std::vector<double>& values) {
        return array("Float64", name, 1, values.data(), values.size() * sizeof(double));
    }
    std::string integers(const char* name, const std::vector<std::int32_t>& values) {
        return array("Int32", name, 1, values.data(), values.size() * sizeof(std::int32_t));
    }
    std::string tail() const {
        return "<AppendedData encoding=\"raw\">\n_" + bytes_ + "\n</AppendedData>\n</VTKFile>\n";
    }

private:
    std::string bytes_;
};

/// VTK writes strings as the codes of their bytes, each string ended by 0.
std::string string_field(const char* name, const std::vector<std::string>& texts) {
    std::string out = std::string("<Array type=\"String\" Name=\"") + name + "\" NumberOfTuples=\"" +
                      std::to_string(texts.size()) + "\" format=\"ascii\">";
    for (const std::string& text : texts) {
        for (const char c : text) out += std::to_string(static_cast<unsigned char>(c)) + ' ';
        out += "0 ";
    }
    return out + "</Array>\n";
}

std::string opening(const char* type, long step, double time, const std::string& fields) {
    return std::string("<?xml version=\"1.0\"?>\n<!-- ") + limpet_mark() + " -->\n<VTKFile type=\"" + type +
           "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<" + type +
           ">\n<FieldData>\n" +
           "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">" +
           number_text(time) +
           "</DataArray>\n<DataArray type=\"Int64\" Name=\"step\" NumberOfTuples=\"1\" format=\"ascii\">" +
           std::to_string(step) + "</DataArray>\n" + fields + "</FieldData>\n";
}

std::string in_zones_field(const BodyFrame& body) {
    if (body.in_zones.empty()) return "";
    std::string out = "<DataArray type=\"Int32\" Name=\"in_zones\" NumberOfTuples=\"" +
                      std::to_string(body.in_zones.size()) + "\" format=\"ascii\">";
    for (const int zone : body.in_zones) out += std::to_string(zone) + ' ';
    return out + "</DataArray>\n";
}

std::string body_fields(const BodyFrame& body) {
    return string_field("body", {body.name}) + string_field("type", {type_name(body.type)}) +
           string_field("color", {body.color}) + in_zones_field(body);
}

template <std::size_t N>
std::string cells(Appended& data, const std::vector<std::array<int, N>>& elements) {
    static_assert(sizeof(int) == sizeof(std::int32_t));
    std::vector<std::int32_t> offsets(elements.size());
    for (std::size_t i = 0; i < offsets.size(); ++i) offsets[i] = static_cast<std::int32_t>(N * (i + 1));
    std::string out =
        data.array("Int32", "connectivity", 1, elements.data(), elements.size() * sizeof(elements[0]));
    out += data.integers("offsets", offsets);
    return out;
}

std::string count_attribute(const char* name, std::size_t count) {
    return std::string(" ") + name + "=\"" + std::to_string(count) + '"';
}

}  // namespace

std::string surface_vtp(const BodyFrame& body, int body_id, long step, double time) {
    Appended data;
    std::string out = opening("PolyData", step, time, body_fields(body)) + "<Piece" +
                      count_attribute("NumberOfPoints", body.vertices.size()) +
                      " NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\"" +
                      count_attribute("NumberOfPolys", body.triangles.size()) + ">\n";
    out += "<PointData Vectors=\"velocity\">\n";
    if (body.velocities.size() == body.vertices.size()) out += data.vectors("velocity", body.velocities);
    if (!body.zones.empty()) out += data.integers("zone", body.zones);
    if (!body.colliding.empty())
        out += data.array("UInt8", "colliding", 1, body.colliding.data(), body.colliding.size());
    out += "</PointData>\n<CellData>\n";
    out += data.integers("body_id", std::vector<std::int32_t>(body.triangles.size(), body_id));
    out += "</CellData>\n<Points>\n";
    out += data.vectors("Points", body.vertices);
    out += "</Points>\n<Polys>\n";
    out += cells(data, body.triangles);
    return out + "</Polys>\n</Piece>\n</PolyData>\n" + data.tail();
}

std::string volume_vtu(const BodyFrame& body, int body_id, long step, double time) {
    Appended data;
    std::string out = opening("UnstructuredGrid", step, time, body_fields(body)) + "<Piece" +
                      count_attribute("NumberOfPoints", body.nodes.size()) +
                      count_attribute("NumberOfCells", body.tetrahedra.size()) + ">\n";
    out += "<PointData Vectors=\"displacement\">\n";
    if (body.displacements.size() == body.nodes.size())
        out += data.vectors("displacement", body.displacements);
    if (body.node_velocities.size() == body.nodes.size())
        out += data.vectors("velocity", body.node_velocities);
    out += "</PointData>\n<CellData Scalars=\"von_mises\">\n";
    if (body.von_mises.size() == body.tetrahedra.size()) out += data.numbers("von_mises", body.von_mises);
    out += data.integers("body_id", std::vector<std::int32_t>(body.tetrahedra.size(), body_id));
    out += "</CellData>\n<Points>\n";
    out += data.vectors("Points", body.nodes);
    out += "</Points>\n<Cells>\n";
    out += cells(data, body.tetrahedra);
    const std::vector<std::uint8_t> types(body.tetrahedra.size(), vtk_tetra);
    out += data.array("UInt8", "types", 1, types.data(), types.size());
    return out + "</Cells>\n</Piece>\n</UnstructuredGrid>\n" + data.tail();
}

namespace {

/// One value a contact.
template <typename Value>
std::vector<Value> each(const std::vector<ContactFrame>& contacts, Value (*value)(const ContactFrame&)) {
    std::vector<Value> values;
    values.reserve(contacts.size());
    for (const ContactFrame& contact : contacts) values.push_back(value(contact));
    return values;
}

Vector3 midpoint(const ContactFrame& c) {
    const Vector3 &a = c.first_point, &b = c.second_point;
    return {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
}

std::string contact_arrays(Appended& data, const std::vector<ContactFrame>& contacts) {
    using Pair = std::array<std::int32_t, 2>;
    const auto vectors = [&](const char* name, Vector3 (*value)(const ContactFrame&)) {
        return data.vectors(name, each(contacts, value));
    };
    const auto numbers = [&](const char* name, double (*value)(const ContactFrame&)) {
        return data.numbers(name, each(contacts, value));
    };
    const auto ids = each<std::int64_t>(contacts, [](const ContactFrame& c) { return c.id; });
    const auto pairs = each<Pair>(contacts, [](const ContactFrame& c) {
        return Pair{c.first_body, c.second_body};
    });
    const auto states = each<std::int32_t>(
        contacts, [](const ContactFrame& c) { return static_cast<std::int32_t>(c.status); });
    std::string out = data.array("Int64", "id", 1, ids.data(), ids.size() * sizeof(ids[0]));
    out += data.array("Int32", "pair", 2, pairs.data(), pairs.size() * sizeof(pairs[0]));
    out += numbers("gap", [](const ContactFrame& c) { return c.gap; });
    out += numbers("area", [](const ContactFrame& c) { return c.area; });
    out += vectors("force", [](const ContactFrame& c) { return c.force; });
    out += vectors("traction", [](const ContactFrame& c) { return c.traction; });
    out += vectors("normal", [](const ContactFrame& c) { return c.normal; });
    out += vectors("slip", [](const ContactFrame& c) { return c.slip; });
    out += data.integers("status", states);
    const auto adhesive = each<std::int32_t>(
        contacts, [](const ContactFrame& c) { return static_cast<std::int32_t>(c.adhesive); });
    out += data.integers("adhesive", adhesive);
    out += numbers("beta", [](const ContactFrame& c) { return c.beta; });
    out += numbers("energy", [](const ContactFrame& c) { return c.energy; });
    out += vectors("pull", [](const ContactFrame& c) { return c.pull; });
    out += numbers("dissipated", [](const ContactFrame& c) { return c.dissipated; });
    out += vectors("first_point", [](const ContactFrame& c) { return c.first_point; });
    out += vectors("second_point", [](const ContactFrame& c) { return c.second_point; });
    return out;
}

}  // namespace

std::string contacts_vtp(const Frame& frame) {
    std::vector<std::string> names;
    for (const BodyFrame& body : frame.bodies) names.push_back(body.name);
    const std::string fields = string_field("dataset", {"contacts"}) + string_field("bodies", names);
    const std::size_t count = frame.contacts.size();
    std::vector<std::array<int, 1>> points(count);
    for (std::size_t i = 0; i < count; ++i) points[i] = {static_cast<int>(i)};
    Appended data;
    std::string out = opening("PolyData", frame.step, frame.time, fields) + "<Piece" +
                      count_attribute("NumberOfPoints", count) + count_attribute("NumberOfVerts", count) +
                      " NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n";
    out += "<PointData Scalars=\"gap\" Vectors=\"force\">\n" + contact_arrays(data, frame.contacts);
    out += "</PointData>\n<Points>\n";
    out += data.vectors("Points", each(frame.contacts, midpoint));
    out += "</Points>\n<Verts>\n";
    out += cells(data, points);
    return out + "</Verts>\n</Piece>\n</PolyData>\n" + data.tail();
}

}  // namespace limpet
