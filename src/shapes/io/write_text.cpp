// What writers share, and the writers of Medit and TetGen. Sources: see the readers.

#include "core/text.h"
#include "shapes/io/writers.h"

namespace limpet::io {

void append_point(std::string& out, const Vec3& point) {
    out += number_text(point.x()) + ' ' + number_text(point.y()) + ' ' + number_text(point.z());
}

void append_binary_point(std::string& out, const Vec3& point, ByteOrder order) {
    for (int k = 0; k < 3; ++k) append(out, point[k], order);
}

void append_points(std::string& out, const std::vector<Vec3>& points, bool binary, ByteOrder order) {
    for (const Vec3& point : points) {
        if (binary) {
            append_binary_point(out, point, order);
        } else {
            append_point(out, point);
            out += '\n';
        }
    }
}

void append_corners(std::string& out, std::span<const int> corners, int base) {
    for (std::size_t k = 0; k < corners.size(); ++k) {
        if (k > 0) out += ' ';
        out += std::to_string(corners[k] + base);
    }
}

std::string medit_text(const CellView& mesh) {
    std::string out =
        "MeshVersionFormatted 2\nDimension 3\nVertices\n" + std::to_string(mesh.points.size()) + '\n';
    for (const Vec3& point : mesh.points) {
        append_point(out, point);
        out += " 0\n";
    }
    out += (mesh.volume() ? "Tetrahedra\n" : "Triangles\n") + std::to_string(mesh.cells()) + '\n';
    for (std::size_t i = 0; i < mesh.cells(); ++i) {
        append_corners(out, mesh.cell(i), 1);
        out += " 0\n";
    }
    return out + "End\n";
}

std::string tetgen_node_text(const TetMesh& mesh) {
    std::string out = std::to_string(mesh.vertices.size()) + " 3 0 0\n";
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        out += std::to_string(i + 1) + ' ';
        append_point(out, mesh.vertices[i]);
        out += '\n';
    }
    return out;
}

std::string tetgen_ele_text(const TetMesh& mesh) {
    std::string out = std::to_string(mesh.tetrahedra.size()) + " 4 0\n";
    for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
        out += std::to_string(i + 1) + ' ';
        append_corners(out, mesh.tetrahedra[i], 1);
        out += '\n';
    }
    return out;
}

}  // namespace limpet::io
