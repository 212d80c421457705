#include <cstdint>
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
        const std::string tag = std::string("<DataArray type=\"") + type + "\" Name=\"" + name +
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
std::string string_field(const char* name, const std::string& text) {
    std::string out =
        std::string("<Array type=\"String\" Name=\"") + name + "\" NumberOfTuples=\"1\" format=\"ascii\">";
    for (const char c : text) out += std::to_string(static_cast<unsigned char>(c)) + ' ';
    return out + "0</Array>\n";
}

std::string opening(const char* type, const BodyFrame& body, long step, double time) {
    return std::string("<?xml version=\"1.0\"?>\n<!-- ") + limpet_mark() + " -->\n<VTKFile type=\"" + type +
           "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<" + type +
           ">\n<FieldData>\n" +
           "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">" +
           number_text(time) +
           "</DataArray>\n<DataArray type=\"Int64\" Name=\"step\" NumberOfTuples=\"1\" format=\"ascii\">" +
           std::to_string(step) + "</DataArray>\n" + string_field("body", body.name) +
           string_field("type", type_name(body.type)) + string_field("color", body.color) + "</FieldData>\n";
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
    std::string out = opening("PolyData", body, step, time) + "<Piece" +
                      count_attribute("NumberOfPoints", body.vertices.size()) +
                      " NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\"" +
                      count_attribute("NumberOfPolys", body.triangles.size()) + ">\n";
    out += "<PointData Vectors=\"velocity\">\n";
    if (body.velocities.size() == body.vertices.size()) out += data.vectors("velocity", body.velocities);
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
    std::string out = opening("UnstructuredGrid", body, step, time) + "<Piece" +
                      count_attribute("NumberOfPoints", body.nodes.size()) +
                      count_attribute("NumberOfCells", body.tetrahedra.size()) + ">\n";
    out += "<PointData Vectors=\"displacement\">\n";
    if (body.displacements.size() == body.nodes.size())
        out += data.vectors("displacement", body.displacements);
    if (body.node_velocities.size() == body.nodes.size())
        out += data.vectors("velocity", body.node_velocities);
    out += "</PointData>\n<CellData Scalars=\"von_mises\">\n";
    if (body.von_mises.size() == body.tetrahedra.size())
        out += data.array("Float64", "von_mises", 1, body.von_mises.data(),
                          body.von_mises.size() * sizeof(double));
    out += data.integers("body_id", std::vector<std::int32_t>(body.tetrahedra.size(), body_id));
    out += "</CellData>\n<Points>\n";
    out += data.vectors("Points", body.nodes);
    out += "</Points>\n<Cells>\n";
    out += cells(data, body.tetrahedra);
    const std::vector<std::uint8_t> types(body.tetrahedra.size(), vtk_tetra);
    out += data.array("UInt8", "types", 1, types.data(), types.size());
    return out + "</Cells>\n</Piece>\n</UnstructuredGrid>\n" + data.tail();
}

}  // namespace limpet
