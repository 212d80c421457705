// Writers of legacy VTK (3.0, which every reader knows) and VTU (raw appended data, or text). Sources: see
// the readers.

#include "core/number_type.h"
#include "shapes/io/vtk_cells.h"
#include "shapes/io/writers.h"

namespace limpet::io {

namespace {

std::string data_array(const char* type, const char* name, const char* more, const std::string& content,
                       bool binary, std::string& appended) {
    std::string out = std::string("        <DataArray type=\"") + type + "\" Name=\"" + name + "\"" + more;
    if (!binary) return out + " format=\"ascii\">\n" + content + "        </DataArray>\n";
    out += " format=\"appended\" offset=\"" + std::to_string(appended.size()) + "\"/>\n";
    append(appended, static_cast<std::uint64_t>(content.size()));
    appended += content;
    return out;
}

/// What goes into the four arrays of a VTU: bytes or lines of text.
struct VtuContent {
    std::string points, connectivity, offsets, types;
};

VtuContent vtu_content(const CellView& mesh, bool binary) {
    VtuContent content;
    append_points(content.points, mesh.points, binary);
    const auto type = static_cast<std::uint8_t>(mesh.volume() ? vtk_tetrahedron : vtk_triangle);
    for (std::size_t i = 0; i < mesh.cells(); ++i) {
        const std::size_t offset = (i + 1) * mesh.per_cell;
        if (binary) {
            for (const int corner : mesh.cell(i))
                append(content.connectivity, static_cast<std::int64_t>(corner));
            append(content.offsets, static_cast<std::int64_t>(offset));
            append(content.types, type);
        } else {
            append_corners(content.connectivity, mesh.cell(i), 0);
            content.connectivity += '\n';
            content.offsets += std::to_string(offset) + '\n';
            content.types += std::to_string(type) + '\n';
        }
    }
    return content;
}

}  // namespace

std::string vtk_legacy_bytes(const CellView& mesh, bool binary) {
    const std::string cells = std::to_string(mesh.cells());
    std::string out = std::string("# vtk DataFile Version 3.0\nwritten by Limpet\n") +
                      (binary ? "BINARY" : "ASCII") + "\nDATASET UNSTRUCTURED_GRID\nPOINTS " +
                      std::to_string(mesh.points.size()) + " double\n";
    append_points(out, mesh.points, binary, ByteOrder::Big);
    out += "\nCELLS " + cells + ' ' + std::to_string(mesh.cells() * (mesh.per_cell + 1)) + '\n';
    for (std::size_t i = 0; i < mesh.cells(); ++i) {
        if (binary) {
            append(out, static_cast<std::int32_t>(mesh.per_cell), ByteOrder::Big);
            for (const int corner : mesh.cell(i))
                append(out, static_cast<std::int32_t>(corner), ByteOrder::Big);
        } else {
            out += std::to_string(mesh.per_cell) + ' ';
            append_corners(out, mesh.cell(i), 0);
            out += '\n';
        }
    }
    out += "\nCELL_TYPES " + cells + '\n';
    const std::int64_t type = mesh.volume() ? vtk_tetrahedron : vtk_triangle;
    for (std::size_t i = 0; i < mesh.cells(); ++i) {
        if (binary)
            append(out, static_cast<std::int32_t>(type), ByteOrder::Big);
        else
            out += std::to_string(type) + '\n';
    }
    return out + (binary ? "\n" : "");
}

std::string vtu_bytes(const CellView& mesh, bool binary) {
    const VtuContent content = vtu_content(mesh, binary);
    std::string appended;
    std::string out =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
        "byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\">\n  <UnstructuredGrid>\n    <Piece NumberOfPoints=\"" +
        std::to_string(mesh.points.size()) + "\" NumberOfCells=\"" + std::to_string(mesh.cells()) +
        "\">\n      <Points>\n";
    out += data_array("Float64", "Points", " NumberOfComponents=\"3\"", content.points, binary, appended);
    out += "      </Points>\n      <Cells>\n";
    out += data_array("Int64", "connectivity", "", content.connectivity, binary, appended);
    out += data_array("Int64", "offsets", "", content.offsets, binary, appended);
    out += data_array("UInt8", "types", "", content.types, binary, appended);
    out += "      </Cells>\n    </Piece>\n  </UnstructuredGrid>\n";
    if (binary) out += "  <AppendedData encoding=\"raw\">\n   _" + appended + "\n  </AppendedData>\n";
    return out + "</VTKFile>\n";
}

}  // namespace limpet::io
