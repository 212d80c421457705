// Writers of the surface formats: OBJ, OFF, PLY, STL. Sources: see the readers.

#include <cmath>

#include <Eigen/Geometry>

#include "core/number_type.h"
#include "shapes/io/writers.h"

namespace limpet::io {

namespace {

Vec3 normal_of(const TriMesh& mesh, const Triangle& triangle) {
    const auto& [a, b, c] = triangle;
    const Vec3 normal = (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]);
    const double length = normal.norm();
    return length > 0 && std::isfinite(length) ? Vec3(normal / length) : Vec3::Zero();
}

void append_floats(std::string& out, const Vec3& v) {
    for (int k = 0; k < 3; ++k) append(out, static_cast<float>(v[k]));
}

std::string stl_text(const TriMesh& mesh) {
    std::string out = "solid limpet\n";
    for (const Triangle& triangle : mesh.triangles) {
        out += "facet normal ";
        append_point(out, normal_of(mesh, triangle));
        out += "\n outer loop\n";
        for (const int v : triangle) {
            out += "  vertex ";
            append_point(out, mesh.vertices[v]);
            out += '\n';
        }
        out += " endloop\nendfacet\n";
    }
    return out + "endsolid limpet\n";
}

}  // namespace

std::string obj_text(const TriMesh& mesh) {
    std::string out;
    for (const Vec3& v : mesh.vertices) {
        out += "v ";
        append_point(out, v);
        out += '\n';
    }
    for (const Triangle& triangle : mesh.triangles) {
        out += "f ";
        append_corners(out, triangle, 1);
        out += '\n';
    }
    return out;
}

std::string off_text(const TriMesh& mesh) {
    std::string out =
        "OFF\n" + std::to_string(mesh.vertices.size()) + ' ' + std::to_string(mesh.triangles.size()) + " 0\n";
    append_points(out, mesh.vertices, false);
    for (const Triangle& triangle : mesh.triangles) {
        out += "3 ";
        append_corners(out, triangle, 0);
        out += '\n';
    }
    return out;
}

std::string ply_bytes(const TriMesh& mesh, bool binary) {
    std::string out =
        std::string("ply\nformat ") + (binary ? "binary_little_endian" : "ascii") +
        " 1.0\ncomment written by Limpet\nelement vertex " + std::to_string(mesh.vertices.size()) +
        "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
        std::to_string(mesh.triangles.size()) + "\nproperty list uchar int vertex_indices\nend_header\n";
    append_points(out, mesh.vertices, binary);
    for (const Triangle& triangle : mesh.triangles) {
        if (binary) {
            append(out, std::uint8_t{3});
            for (const int v : triangle) append(out, static_cast<std::int32_t>(v));
        } else {
            out += "3 ";
            append_corners(out, triangle, 0);
            out += '\n';
        }
    }
    return out;
}

std::string stl_bytes(const TriMesh& mesh, bool binary) {
    if (!binary) return stl_text(mesh);
    std::string out = "binary STL written by Limpet";
    out.resize(80, ' ');
    append(out, static_cast<std::uint32_t>(mesh.triangles.size()));
    for (const Triangle& triangle : mesh.triangles) {
        append_floats(out, normal_of(mesh, triangle));
        for (const int v : triangle) append_floats(out, mesh.vertices[v]);
        append(out, std::uint16_t{0});
    }
    return out;
}

}  // namespace limpet::io
