#pragma once

/// Small files of every format, written by hand and all of the same mesh, and a folder to put them into.

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/number_type.h"
#include "shapes/meshes/meshes.h"

namespace limpet::samples {

using io::append;
using io::ByteOrder;

/// A folder of the running test alone, gone with the object.
class Folder {
public:
    Folder() {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        std::string name = std::string("limpet_") + test->test_suite_name() + '_' + test->name() + '_' +
                           std::to_string(getpid());
        for (char& c : name)
            if (c == '/') c = '_';
        path_ = std::filesystem::path(testing::TempDir()) / name;
        std::filesystem::create_directories(path_);
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    std::string path(const std::string& name) const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& bytes) const {
        // A new file instead of an overwritten one, which some file systems flush to the disk at once.
        std::filesystem::remove(path(name));
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

private:
    std::filesystem::path path_;
};

struct Sample {
    std::string name;  ///< of the file, with its ending
    std::string bytes;
    std::string partner;  ///< a second file, with `partner_bytes`; "" if there is none
    std::string partner_bytes;
    bool volume = true;

    std::string write(const Folder& folder) const {
        if (!partner.empty()) folder.write(partner, partner_bytes);
        return folder.write(name, bytes);
    }
    std::string stem() const { return std::filesystem::path(name).stem().string(); }
};

/// Two tetrahedra with a common face; coordinates that floats hold exactly, and one that is no round decimal.
inline TetMesh tetrahedra() {
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1.5, 0}, {0, 0, 1}, {0.25, 0.375, -0.8125}},
            {{0, 1, 2, 3}, {0, 2, 1, 4}}};
}

/// The tetrahedron of the first four points.
inline TriMesh triangles() {
    const TetMesh mesh = tetrahedra();
    return {{mesh.vertices.begin(), mesh.vertices.begin() + 4}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

inline std::string gmsh1() {
    return "$NOD\n5\n12 0 0 0\n7 1 0 0\n30 0 1.5 0\n4 0 0 1\n99 .25 3.75e-1 -0.8125\n$ENDNOD\n"
           "$ELM\n3\n1 4 1 1 4 12 7 30 4\n2 4 1 1 4 12 30 7 99\n3 2 1 1 3 12 30 7\n$ENDELM\n";
}

inline std::string gmsh2_text() {
    return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"all of it\"\n$EndPhysicalNames\n"
           "$Nodes\n5\n12 0 0 0\n7 1 0 0\n30 0 1.5 0\n4 0 0 1\n99 0.25 0.375 -0.8125\n$EndNodes\n"
           "$Elements\n3\n5 2 2 0 1 12 30 7\n6 4 2 1 1 12 7 30 4\n8 4 3 1 1 0 12 30 7 99\n$EndElements\n";
}

inline void append_points(std::string& out, ByteOrder order, bool floats = false) {
    for (const Vec3& p : tetrahedra().vertices)
        for (int k = 0; k < 3; ++k) {
            if (floats)
                append(out, static_cast<float>(p[k]), order);
            else
                append(out, p[k], order);
        }
}

template <class T>
void append_all(std::string& out, ByteOrder order, std::initializer_list<int> values) {
    for (const int value : values) append(out, static_cast<T>(value), order);
}

inline std::string gmsh2_binary(ByteOrder order) {
    std::string out = "$MeshFormat\n2.2 1 8\n";
    append(out, std::int32_t{1}, order);
    out += "\n$EndMeshFormat\n$Nodes\n5\n";
    const int ids[] = {12, 7, 30, 4, 99};
    for (int i = 0; i < 5; ++i) {
        append(out, ids[i], order);
        for (int k = 0; k < 3; ++k) append(out, tetrahedra().vertices[i][k], order);
    }
    out += "\n$EndNodes\n$Elements\n3\n";
    append_all<std::int32_t>(out, order, {2, 1, 2, 1, 0, 1, 12, 30, 7});
    append_all<std::int32_t>(out, order, {4, 2, 1, 2, 5, 12, 7, 30, 4, 3, 5, 12, 30, 7, 99});
    return out + "\n$EndElements\n";
}

inline std::string gmsh4_text() {
    return "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n1 0 0 1\n1 0 0 0 0\n1 0 0 0 1 1 1 0 "
           "0\n$EndEntities\n"
           "$Nodes\n2 5 4 99\n0 1 0 1\n12\n0 0 0\n3 1 1 4\n7\n30\n4\n99\n"
           "1 0 0 0.1 0.2 0.3\n0 1.5 0 0 0 0\n0 0 1 0 0 0\n0.25 0.375 -0.8125 0 0 0\n$EndNodes\n"
           "$Elements\n2 3 1 3\n2 1 2 1\n1 12 30 7\n3 1 4 2\n2 12 7 30 4\n3 12 30 7 99\n$EndElements\n";
}

template <class Size>
std::string gmsh4_binary(ByteOrder order) {
    std::string out = "$MeshFormat\n4.1 1 " + std::to_string(sizeof(Size)) + "\n";
    append(out, std::int32_t{1}, order);
    out += "\n$EndMeshFormat\n$Nodes\n";
    append_all<Size>(out, order, {1, 5, 4, 99});
    append_all<std::int32_t>(out, order, {3, 1, 0});
    append_all<Size>(out, order, {5, 12, 7, 30, 4, 99});
    append_points(out, order);
    out += "\n$EndNodes\n$Elements\n";
    append_all<Size>(out, order, {1, 2, 1, 2});
    append_all<std::int32_t>(out, order, {3, 1, 4});
    append_all<Size>(out, order, {2, 1, 12, 7, 30, 4, 2, 12, 30, 7, 99});
    return out + "\n$EndElements\n";
}

inline std::string vtk_text() {
    return "# vtk DataFile Version 2.0\na title\nASCII\nDATASET UNSTRUCTURED_GRID\nFIELD FieldData 1\nTIME 1 "
           "1 double\n0.5\n"
           "POINTS 5 float\n0 0 0 1 0 0 0 1.5 0\n0 0 1 0.25 0.375 -0.8125\nCELLS 3 14\n3 0 2 1\n4 0 1 2 3\n4 "
           "0 2 1 4\n"
           "CELL_TYPES 3\n5 10 10\nPOINT_DATA 5\nSCALARS s float 1\nLOOKUP_TABLE default\n1 2 3 4 5\n";
}

inline std::string vtk_binary(bool floats) {
    std::string out = "# vtk DataFile Version 3.0\na title\nBINARY\nDATASET UNSTRUCTURED_GRID\n";
    out += floats ? "POINTS 5 float\n" : "POINTS 5 double\n";
    append_points(out, ByteOrder::Big, floats);
    out += "\nMETADATA\nINFORMATION 0\n\nCELLS 2 10\n";
    append_all<std::int32_t>(out, ByteOrder::Big, {4, 0, 1, 2, 3, 4, 0, 2, 1, 4});
    out += "\nCELL_TYPES 2\n";
    append_all<std::int32_t>(out, ByteOrder::Big, {10, 10});
    return out + "\nCELL_DATA 2\n";
}

inline std::string vtk5_text() {
    return "# vtk DataFile Version 5.1\nvtk output\nASCII\nDATASET UNSTRUCTURED_GRID\n"
           "POINTS 5 double\n0 0 0 1 0 0 0 1.5 0\n0 0 1 0.25 0.375 -0.8125\nMETADATA\nINFORMATION 0\n\n"
           "CELLS 3 8\nOFFSETS vtktypeint64\n0 4 8\nCONNECTIVITY vtktypeint64\n0 1 2 3\n0 2 1 4\nCELL_TYPES "
           "2\n10\n10\n";
}

inline std::string vtk5_binary() {
    std::string out =
        "# vtk DataFile Version 5.1\nvtk output\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n";
    append_points(out, ByteOrder::Big);
    out += "\nCELLS 3 8\nOFFSETS vtktypeint64\n";
    append_all<std::int64_t>(out, ByteOrder::Big, {0, 4, 8});
    out += "\nCONNECTIVITY vtktypeint64\n";
    append_all<std::int64_t>(out, ByteOrder::Big, {0, 1, 2, 3, 0, 2, 1, 4});
    out += "\nCELL_TYPES 2\n";
    append_all<std::int32_t>(out, ByteOrder::Big, {10, 10});
    return out + "\n";
}

inline std::string base64(const std::string& bytes) {
    static const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
    }
    return out;
}

struct VtuStyle {
    std::string format;  ///< ascii, binary, raw, base64
    bool zlib = false;
    bool wide_header = false;  ///< UInt64
    ByteOrder order = ByteOrder::Little;
    bool floats = false;  ///< Float32 and Int32 instead of Float64 and Int64
};

/// One array's bytes as VTK packs them: a header and the data, which base64 encodes together, or apart if
/// compressed.
inline std::string packed(const std::string& data, const VtuStyle& style) {
    const auto put = [&](std::string& out, std::size_t value) {
        if (style.wide_header)
            append(out, static_cast<std::uint64_t>(value), style.order);
        else
            append(out, static_cast<std::uint32_t>(value), style.order);
    };
    std::string header, body;
    if (style.zlib) {
        // Blocks of 16 bytes, so that there are several and the last is shorter.
        const std::size_t blocks = (data.size() + 15) / 16;
        put(header, blocks);
        put(header, 16);
        put(header, data.size() % 16);
        for (std::size_t b = 0; b < blocks; ++b) {
            const std::string block = data.substr(16 * b, 16);
            std::string small(compressBound(block.size()), '\0');
            uLongf size = small.size();
            compress(reinterpret_cast<Bytef*>(small.data()), &size,
                     reinterpret_cast<const Bytef*>(block.data()), block.size());
            put(header, size);
            body += small.substr(0, size);
        }
    } else {
        put(header, data.size());
        body = data;
    }
    if (style.format == "raw") return header + body;
    return style.zlib ? base64(header) + base64(body) : base64(header + body);
}

inline std::string vtu(const VtuStyle& style) {
    std::string points, connectivity, offsets, types;
    append_points(points, style.order, style.floats);
    if (style.floats) {
        append_all<std::int32_t>(connectivity, style.order, {0, 1, 2, 3, 0, 2, 1, 4});
        append_all<std::int32_t>(offsets, style.order, {4, 8});
    } else {
        append_all<std::int64_t>(connectivity, style.order, {0, 1, 2, 3, 0, 2, 1, 4});
        append_all<std::int64_t>(offsets, style.order, {4, 8});
    }
    append_all<std::uint8_t>(types, style.order, {10, 10});
    std::string appended;
    const auto array = [&](const std::string& type, const std::string& name, const std::string& data,
                           const std::string& text) {
        std::string out = "<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
                          (name == "Points" ? "3" : "1") + "\"";
        if (style.format == "ascii") return out + " format=\"ascii\">\n" + text + "\n</DataArray>\n";
        if (style.format == "binary")
            return out + " format=\"binary\">\n  " + packed(data, style) + "\n</DataArray>\n";
        out += " format=\"appended\" offset=\"" + std::to_string(appended.size()) + "\"/>\n";
        appended += packed(data, style);
        return out;
    };
    const std::string real = style.floats ? "Float32" : "Float64", whole = style.floats ? "Int32" : "Int64";
    std::string out =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"";
    out += style.order == ByteOrder::Big ? "BigEndian\"" : "LittleEndian\"";
    if (style.wide_header) out += " header_type=\"UInt64\"";
    if (style.zlib) out += " compressor=\"vtkZLibDataCompressor\"";
    out +=
        ">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"5\" "
        "NumberOfCells=\"2\">\n<PointData></PointData>\n<Points>\n";
    out += array(real, "Points", points, "0 0 0 1 0 0 0 1.5 0\n0 0 1 0.25 0.375 -0.8125");
    out += "</Points>\n<Cells>\n";
    out += array(whole, "connectivity", connectivity, "0 1 2 3\n0 2 1 4");
    out += array(whole, "offsets", offsets, "4 8");
    out += array("UInt8", "types", types, "10 10");
    out += "</Cells>\n</Piece>\n</UnstructuredGrid>\n";
    if (!appended.empty())
        out += "<AppendedData encoding=\"" + style.format + "\">\n  _" + appended + "\n</AppendedData>\n";
    return out + "</VTKFile>\n";
}

inline std::string vtu_name(const VtuStyle& s) {
    return "vtu_" + s.format + (s.zlib ? "_zlib" : "") + (s.wide_header ? "_u64" : "") +
           (s.order == ByteOrder::Big ? "_big" : "") + (s.floats ? "_float" : "") + ".vtu";
}

inline std::string medit() {
    return "MeshVersionFormatted 1\n# a comment\nDimension\n3\n\nVertices\n5\n0 0 0 1\n1 0 0 1 # another\n0 "
           "1.5 0 1\n0 0 1 2\n"
           "0.25 0.375 -0.8125 2\nEdges\n1\n1 2 0\nRequiredVertices\n2\n1\n2\nTriangles\n1\n1 3 2 "
           "7\nTetrahedra\n2\n"
           "1 2 3 4 0\n1 3 2 5 0\nEnd\n";
}

inline Sample tetgen(int base, bool by_node) {
    const auto id = [&](int i) { return std::to_string(i + base); };
    const std::string nodes = "# nodes\n5 3 1 1\n" + id(0) + " 0 0 0  7 0\n" + id(1) +
                              " 1 0 0  7 0 # here\n\n" + id(2) + " 0 1.5 0 7 1\n" + id(3) + " 0 0 1 7 1\n" +
                              id(4) + " 0.25 0.375 -0.8125 7 1\n# the end\n";
    const std::string elements = "2 4 1\n" + id(0) + " " + id(0) + " " + id(1) + " " + id(2) + " " + id(3) +
                                 " 5\n# half\n" + id(1) + " " + id(0) + " " + id(2) + " " + id(1) + " " +
                                 id(4) + " 5\n";
    const std::string stem = "tetgen_from_" + std::to_string(base) + (by_node ? "_node" : "_ele");
    if (by_node) return {stem + ".node", nodes, stem + ".ele", elements};
    return {stem + ".ele", elements, stem + ".node", nodes};
}

inline std::vector<VtuStyle> vtu_styles() {
    std::vector<VtuStyle> styles = {{.format = "ascii"}};
    for (const char* format : {"binary", "raw", "base64"})
        for (const bool zlib : {false, true})
            for (const bool wide : {false, true})
                for (const ByteOrder order : {ByteOrder::Little, ByteOrder::Big})
                    styles.push_back({format, zlib, wide, order, wide != zlib});
    return styles;
}

inline std::vector<Sample> volume_samples() {
    std::vector<Sample> samples = {
        {"gmsh1.msh", gmsh1(), "", ""},
        {"gmsh2_text.msh", gmsh2_text(), "", ""},
        {"gmsh2_little.msh", gmsh2_binary(ByteOrder::Little), "", ""},
        {"gmsh2_big.msh", gmsh2_binary(ByteOrder::Big), "", ""},
        {"gmsh4_text.msh", gmsh4_text(), "", ""},
        {"gmsh4_little.msh", gmsh4_binary<std::uint64_t>(ByteOrder::Little), "", ""},
        {"gmsh4_big.msh", gmsh4_binary<std::uint64_t>(ByteOrder::Big), "", ""},
        {"gmsh4_narrow.msh", gmsh4_binary<std::uint32_t>(ByteOrder::Little), "", ""},
        {"vtk_text.vtk", vtk_text(), "", ""},
        {"vtk_float.vtk", vtk_binary(true), "", ""},
        {"vtk_double.vtk", vtk_binary(false), "", ""},
        {"vtk5_text.vtk", vtk5_text(), "", ""},
        {"vtk5_binary.vtk", vtk5_binary(), "", ""},
        {"medit.mesh", medit(), "", ""},
        tetgen(0, true),
        tetgen(0, false),
        tetgen(1, true),
        tetgen(1, false)};
    for (const VtuStyle& style : vtu_styles()) samples.push_back({vtu_name(style), vtu(style), "", ""});
    return samples;
}

inline std::string stl_text() {
    std::string out = "solid a part\n";
    const TriMesh mesh = triangles();
    for (const Triangle& t : mesh.triangles) {
        out += "  facet normal 0 0 0\n    outer loop\n";
        for (const int v : t) {
            const Vec3& p = mesh.vertices[v];
            out += "      vertex " + std::to_string(p.x()) + " " + std::to_string(p.y()) + " " +
                   std::to_string(p.z()) + "\n";
        }
        out += "    endloop\n  endfacet\n";
    }
    return out + "endsolid a part\n";
}

inline std::string stl_binary() {
    std::string out = "solid says nothing";
    out.resize(80, '\0');
    const TriMesh mesh = triangles();
    append(out, std::uint32_t{4});
    for (const Triangle& t : mesh.triangles) {
        out.append(12, '\0');
        for (const int v : t)
            for (int k = 0; k < 3; ++k) append(out, static_cast<float>(mesh.vertices[v][k]));
        out.append(2, '\0');
    }
    return out;
}

inline std::string ply_text() {
    return "ply\nformat ascii 1.0\ncomment by hand\nelement vertex 4\nproperty float x\nproperty float "
           "y\nproperty float z\n"
           "property uchar red\nelement face 4\nproperty list uchar int vertex_indices\nproperty list uchar "
           "float texcoord\n"
           "end_header\n0 0 0 9\n1 0 0 9\n0 1.5 0 9\n0 0 1 9\n3 0 2 1 0\n3 0 1 3 2 .5 .5\n3 0 3 2 0\n3 1 2 3 "
           "0\n";
}

inline std::string ply_binary(ByteOrder order) {
    std::string out = std::string("ply\nformat binary_") + (order == ByteOrder::Big ? "big" : "little") +
                      "_endian 1.0\nelement vertex 4\nproperty uchar a\nproperty double x\nproperty double "
                      "y\nproperty double z\n"
                      "element face 4\nproperty list uchar uint vertex_index\nend_header\n";
    const TriMesh mesh = triangles();
    for (const Vec3& p : mesh.vertices) {
        out += 'a';
        for (int k = 0; k < 3; ++k) append(out, p[k], order);
    }
    for (const Triangle& t : mesh.triangles) {
        out += '\3';
        for (const int v : t) append(out, static_cast<std::uint32_t>(v), order);
    }
    return out;
}

inline std::string gltf_json(const std::string& buffer) {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1.5,1]},
{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],
"buffers":[{"byteLength":72)" +
           buffer + "}]}";
}

inline std::string gltf_buffer() {
    std::string bytes;
    const TriMesh mesh = triangles();
    for (const Vec3& p : mesh.vertices)
        for (int k = 0; k < 3; ++k) append(bytes, static_cast<float>(p[k]));
    for (const Triangle& t : mesh.triangles)
        for (const int v : t) append(bytes, static_cast<std::uint16_t>(v));
    return bytes;
}

inline std::string gltf_binary() {
    std::string json = gltf_json("");
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const std::string buffer = gltf_buffer();
    std::string out = "glTF";
    append(out, std::uint32_t{2});
    append(out, static_cast<std::uint32_t>(28 + json.size() + buffer.size()));
    append(out, static_cast<std::uint32_t>(json.size()));
    out += "JSON" + json;
    append(out, static_cast<std::uint32_t>(buffer.size()));
    return out + std::string("BIN\0", 4) + buffer;
}

inline std::vector<Sample> surface_samples() {
    return {{"obj.obj",
             "# by hand\nmtllib none.mtl\no part\nv 0 0 0\nv 1 0 0 1.0\nv 0 1.5 0 0.1 0.2 0.3\nvn 0 0 1\nvt "
             "0 0\nv 0 0 1\ng all\nusemtl a\n"
             "f 1/1/1 3/1 2//1\nf -4 -3 -1\nf 1 \\\n 4 3\nf 2 3 4\n",
             "", "", false},
            {"stl_text.stl", stl_text(), "", "", false},
            {"stl_binary.stl", stl_binary(), "", "", false},
            {"ply_text.ply", ply_text(), "", "", false},
            {"ply_little.ply", ply_binary(ByteOrder::Little), "", "", false},
            {"ply_big.ply", ply_binary(ByteOrder::Big), "", "", false},
            {"off.off",
             "OFF\n# by hand\n4 4 6\n0 0 0\n1 0 0\n0 1.5 0\n0 0 1\n3 0 2 1\n3 0 1 3 0.5 0.5 0.5\n3 0 3 2\n3 "
             "1 2 3\n",
             "", "", false},
            {"text.gltf",
             gltf_json(R"(,"uri":"data:application/octet-stream;base64,)" + base64(gltf_buffer()) + "\""), "",
             "", false},
            {"binary.glb", gltf_binary(), "", "", false}};
}

inline std::vector<Sample> all_samples() {
    std::vector<Sample> samples = volume_samples();
    for (Sample& sample : surface_samples()) samples.push_back(std::move(sample));
    return samples;
}

}  // namespace limpet::samples
