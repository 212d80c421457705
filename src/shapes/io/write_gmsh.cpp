// Writers of Gmsh 4.1 and 2.2. Sources: see the readers.

#include "core/number_type.h"
#include "shapes/io/writers.h"

namespace limpet::io {

namespace {

std::string gmsh_header(const char* version, bool binary) {
    std::string out = std::string("$MeshFormat\n") + version + (binary ? " 1 8\n" : " 0 8\n");
    if (binary) {
        append(out, std::int32_t{1});
        out += '\n';
    }
    return out + "$EndMeshFormat\n";
}

/// All nodes and cells belong to one surface or one volume, with tag 1.
void append_gmsh4_entity(std::string& out, const CellView& mesh, bool binary) {
    const Box3 box = bounds(mesh.points);
    const std::size_t counts[4] = {0, 0, mesh.volume() ? 0u : 1u, mesh.volume() ? 1u : 0u};
    out += "$Entities\n";
    if (binary) {
        for (const std::size_t count : counts) append(out, static_cast<std::uint64_t>(count));
        append(out, std::int32_t{1});
        append_binary_point(out, box.min());
        append_binary_point(out, box.max());
        append(out, std::uint64_t{0});
        append(out, std::uint64_t{0});
    } else {
        out += mesh.volume() ? "0 0 0 1\n1 " : "0 0 1 0\n1 ";
        append_point(out, box.min());
        out += ' ';
        append_point(out, box.max());
        out += " 0 0";
    }
    out += "\n$EndEntities\n";
}

/// "blocks things smallest-tag largest-tag" and the head of the only block.
void append_gmsh4_block(std::string& out, std::size_t things, int dimension, int type, bool binary) {
    if (binary) {
        for (const std::size_t value : {std::size_t{1}, things, std::size_t{1}, things})
            append(out, static_cast<std::uint64_t>(value));
        for (const int value : {dimension, 1, type}) append(out, static_cast<std::int32_t>(value));
        append(out, static_cast<std::uint64_t>(things));
    } else {
        const std::string count = std::to_string(things);
        out += "1 " + count + " 1 " + count + '\n';
        out += std::to_string(dimension) + " 1 " + std::to_string(type) + ' ' + count + '\n';
    }
}

int gmsh_type(const CellView& mesh) {
    return mesh.volume() ? 4 : 2;
}

}  // namespace

std::string gmsh4_bytes(const CellView& mesh, bool binary) {
    std::string out = gmsh_header("4.1", binary);
    append_gmsh4_entity(out, mesh, binary);
    const int dimension = mesh.volume() ? 3 : 2;
    out += "$Nodes\n";
    append_gmsh4_block(out, mesh.points.size(), dimension, 0, binary);
    for (std::size_t i = 1; i <= mesh.points.size(); ++i) {
        if (binary)
            append(out, static_cast<std::uint64_t>(i));
        else
            out += std::to_string(i) + '\n';
    }
    append_points(out, mesh.points, binary);
    out += binary ? "\n$EndNodes\n$Elements\n" : "$EndNodes\n$Elements\n";
    append_gmsh4_block(out, mesh.cells(), dimension, gmsh_type(mesh), binary);
    for (std::size_t i = 0; i < mesh.cells(); ++i) {
        if (binary) {
            append(out, static_cast<std::uint64_t>(i + 1));
            for (const int corner : mesh.cell(i)) append(out, static_cast<std::uint64_t>(corner) + 1);
        } else {
            out += std::to_string(i + 1) + ' ';
            append_corners(out, mesh.cell(i), 1);
            out += '\n';
        }
    }
    return out + (binary ? "\n$EndElements\n" : "$EndElements\n");
}

std::string gmsh2_bytes(const CellView& mesh, bool binary) {
    std::string out = gmsh_header("2.2", binary) + "$Nodes\n" + std::to_string(mesh.points.size()) + '\n';
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        if (binary) {
            append(out, static_cast<std::int32_t>(i + 1));
            append_binary_point(out, mesh.points[i]);
        } else {
            out += std::to_string(i + 1) + ' ';
            append_point(out, mesh.points[i]);
            out += '\n';
        }
    }
    out += std::string(binary ? "\n" : "") + "$EndNodes\n$Elements\n" + std::to_string(mesh.cells()) + '\n';
    if (binary)
        for (const int value : {gmsh_type(mesh), static_cast<int>(mesh.cells()), 2})
            append(out, static_cast<std::int32_t>(value));
    for (std::size_t i = 0; i < mesh.cells(); ++i) {
        if (binary) {
            for (const int value : {static_cast<int>(i + 1), 0, 1})
                append(out, static_cast<std::int32_t>(value));
            for (const int corner : mesh.cell(i)) append(out, static_cast<std::int32_t>(corner + 1));
        } else {
            out += std::to_string(i + 1) + ' ' + std::to_string(gmsh_type(mesh)) + " 2 0 1 ";
            append_corners(out, mesh.cell(i), 1);
            out += '\n';
        }
    }
    return out + (binary ? "\n$EndElements\n" : "$EndElements\n");
}

}  // namespace limpet::io
