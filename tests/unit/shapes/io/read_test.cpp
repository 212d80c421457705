// Every format's hand-written sample gives the same mesh, and what is left out or repaired is said.

#include <gmock/gmock.h>

#include "limpet/error.h"
#include "shapes/io/mesh_io.h"
#include "unit/shapes/io/samples.h"

namespace limpet {
namespace {

using samples::Folder;
using samples::Sample;
using testing::Contains;
using testing::HasSubstr;

std::string message_of(const std::string& file, bool volume) {
    try {
        if (volume)
            read_tetrahedra(file);
        else
            read_surface(file);
    } catch (const InputError& error) {
        return error.what();
    }
    return "read without complaint";
}

/// The triangle's corners as coordinates, the smallest first: the same for any numbering.
std::vector<std::array<double, 9>> shape_of(const TriMesh& mesh) {
    std::vector<std::array<double, 9>> out;
    for (const Triangle& t : mesh.triangles) {
        std::array<std::array<double, 3>, 3> corners;
        for (int k = 0; k < 3; ++k) corners[k] = to_array(mesh.vertices[t[k]]);
        std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
        std::array<double, 9> flat_corners;
        for (int k = 0; k < 9; ++k) flat_corners[k] = corners[k / 3][k % 3];
        out.push_back(flat_corners);
    }
    std::sort(out.begin(), out.end());
    return out;
}

TEST(MeshRead, VolumeSamplesAreTheSameMesh) {
    const Folder folder;
    const TetMesh expected = samples::tetrahedra();
    for (const Sample& sample : samples::volume_samples()) {
        SCOPED_TRACE(sample.name);
        const std::string file = sample.write(folder);
        const TetMesh mesh = read_tetrahedra(file);
        EXPECT_EQ(mesh.vertices, expected.vertices);
        EXPECT_EQ(mesh.tetrahedra, expected.tetrahedra);
        EXPECT_TRUE(is_tetrahedral_file(file));
        std::vector<std::string> notes;
        const TriMesh surface = read_surface(file, &notes);
        EXPECT_EQ(shape_of(surface), shape_of(boundary_surface(expected)));
        EXPECT_THAT(notes, Contains(HasSubstr("boundary of 2 tetrahedra")));
    }
}

TEST(MeshRead, SurfaceSamplesAreTheSameMesh) {
    const Folder folder;
    for (const Sample& sample : samples::surface_samples()) {
        SCOPED_TRACE(sample.name);
        const std::string file = sample.write(folder);
        const TriMesh mesh = read_surface(file);
        EXPECT_EQ(mesh.vertices.size(), 4u);
        EXPECT_EQ(shape_of(mesh), shape_of(samples::triangles()));
        EXPECT_FALSE(is_tetrahedral_file(file));
        EXPECT_THAT(message_of(file, true), HasSubstr("none of them"));
    }
}

TEST(MeshRead, ContentDecidesWhereEndingDisagrees) {
    const Folder folder;
    const TetMesh expected = samples::tetrahedra();
    EXPECT_EQ(read_tetrahedra(folder.write("a.vtk", samples::vtu({.format = "raw"}))).tetrahedra,
              expected.tetrahedra);
    EXPECT_EQ(read_tetrahedra(folder.write("b.vtu", samples::gmsh2_text())).tetrahedra, expected.tetrahedra);
    EXPECT_EQ(read_tetrahedra(folder.write("c.msh", samples::medit())).tetrahedra, expected.tetrahedra);
    EXPECT_EQ(read_surface(folder.write("d.obj", samples::ply_text())).triangles.size(), 4u);
    EXPECT_EQ(read_surface(folder.write("e.ply", samples::stl_text())).triangles.size(), 4u);
    EXPECT_TRUE(is_tetrahedral_file(folder.path("a.vtk")));
    EXPECT_FALSE(is_tetrahedral_file(folder.path("d.obj")));
}

TEST(MeshRead, MixedCellsAreCounted) {
    const Folder folder;
    std::vector<std::string> notes;
    read_tetrahedra(folder.write("a.msh", samples::gmsh2_text()), &notes);
    EXPECT_THAT(notes, Contains("left out 1 triangle"));
    notes.clear();
    read_tetrahedra(folder.write("a.mesh", samples::medit()), &notes);
    EXPECT_THAT(notes, Contains("left out 1 line and 1 triangle"));

    // One cell of each kind with 8 points, and two points; the types are VTK's.
    const std::string points =
        "# vtk DataFile Version 3.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 double\n"
        "0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1\n";
    const std::string file =
        folder.write("mixed.vtk", points +
                                      "CELLS 8 43\n8 0 1 2 3 4 5 6 7\n6 0 1 3 4 5 7\n5 0 1 2 3 4\n4 0 1 2 "
                                      "3\n5 0 1 2 3 4\n4 0 1 3 4\n1 0\n2 0 1\n"
                                      "CELL_TYPES 8\n12 13 14 9 7 10 1 3\n");
    notes.clear();
    EXPECT_EQ(read_tetrahedra(file, &notes).tetrahedra.size(), 1u);
    EXPECT_THAT(
        notes,
        Contains(
            "left out 1 point, 1 line, 1 quadrilateral, 1 polygon, 1 hexahedron, 1 prism and 1 pyramid"));
    EXPECT_THAT(notes, Contains("dropped 4 vertices that nothing uses"));

    const std::string hexahedra =
        folder.write("hex.vtk", points + "CELLS 1 9\n8 0 1 2 3 4 5 6 7\nCELL_TYPES 1\n12\n");
    EXPECT_THAT(message_of(hexahedra, true), HasSubstr("holds no tetrahedra; it holds 1 hexahedron"));
    EXPECT_THAT(message_of(hexahedra, false),
                HasSubstr("holds no triangles or other faces; it holds 1 hexahedron"));
    EXPECT_FALSE(is_tetrahedral_file(hexahedra));
}

TEST(MeshRead, HigherOrderTetrahedraKeepTheirCorners) {
    const Folder folder;
    std::string nodes =
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n10\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n";
    for (int i = 5; i <= 10; ++i) nodes += std::to_string(i) + " 0.5 0.5 " + std::to_string(i) + "\n";
    std::vector<std::string> notes;
    const TetMesh mesh = read_tetrahedra(
        folder.write("ten.msh",
                     nodes + "$EndNodes\n$Elements\n1\n1 11 0 1 2 3 4 5 6 7 8 9 10\n$EndElements\n"),
        &notes);
    EXPECT_EQ(mesh.vertices.size(), 4u);
    EXPECT_EQ(mesh.tetrahedra, (std::vector<Tetrahedron>{{0, 1, 2, 3}}));
    EXPECT_THAT(notes, Contains("used only the corners of 1 higher-order tetrahedron"));
    EXPECT_THAT(notes, Contains("dropped 6 vertices that nothing uses"));
}

TEST(MeshRead, TetrahedraAreTurnedToPositiveVolume) {
    const Folder folder;
    std::vector<std::string> notes;
    const TetMesh mesh = read_tetrahedra(
        folder.write(
            "turned.mesh",
            "MeshVersionFormatted 2 Dimension 3 Vertices 5  0 0 0 0  1 0 0 0  0 1 0 0  0 0 1 0  1 1 0 0\n"
            "Tetrahedra 3  1 3 2 4 0  1 2 3 4 0  1 2 3 5 0 End"),
        &notes);
    EXPECT_EQ(mesh.tetrahedra, (std::vector<Tetrahedron>{{0, 2, 3, 1}, {0, 1, 2, 3}}));
    EXPECT_GT(volume(TetMesh{mesh.vertices, {mesh.tetrahedra[0]}}), 0);
    EXPECT_THAT(notes, Contains("turned round 1 tetrahedron with negative volume"));
    EXPECT_THAT(notes, Contains("left out 1 tetrahedron without volume"));
}

TEST(MeshRead, PiecesAreJoined) {
    const Folder folder;
    std::string file = samples::vtu({.format = "ascii"});
    const std::size_t begin = file.find("<Piece"), end = file.find("</Piece>") + 8;
    file.insert(end, file.substr(begin, end - begin));
    std::vector<std::string> notes;
    const TetMesh mesh = read_tetrahedra(folder.write("pieces.vtu", file), &notes);
    EXPECT_EQ(mesh.vertices.size(), 5u);
    EXPECT_EQ(mesh.tetrahedra.size(), 4u);
    EXPECT_THAT(notes, Contains("joined 2 pieces, welding 5 vertices"));
}

TEST(MeshRead, PolydataOfBothKinds) {
    const Folder folder;
    const std::string strip =
        folder.write("strip.vtk",
                     "# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\nPOINTS 5 float\n"
                     "0 0 0 1 0 0 0 1 0 1 1 0 2 2 0\nTRIANGLE_STRIPS 1 5\n4 0 1 2 3\nLINES 1 3\n2 0 4\n");
    std::vector<std::string> notes;
    const TriMesh mesh = read_surface(strip, &notes);
    EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{0, 1, 2}, {2, 1, 3}}));
    EXPECT_THAT(notes, Contains("left out 1 line"));
    EXPECT_FALSE(is_tetrahedral_file(strip));
    const std::string vtp = folder.write(
        "a.vtp",
        "<VTKFile type=\"PolyData\"><PolyData><Piece NumberOfPoints=\"4\" NumberOfPolys=\"1\"><Points>"
        "<DataArray type=\"Float32\" NumberOfComponents=\"3\">0 0 0 1 0 0 1 1 0 0 1 "
        "0</DataArray></Points><Polys>"
        "<DataArray type=\"Int32\" Name=\"connectivity\">0 1 2 3</DataArray>"
        "<DataArray type=\"Int32\" Name=\"offsets\">4</DataArray></Polys></Piece></PolyData></VTKFile>");
    EXPECT_EQ(read_surface(vtp).triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
}

TEST(MeshRead, PlacesAreNamed) {
    const Folder folder;
    EXPECT_THAT(message_of(folder.path("gone.msh"), true), HasSubstr("there is no such file"));
    folder.write("liver.msh", "x");
    EXPECT_THAT(message_of(folder.path("livre.msh"), true), HasSubstr("did you mean 'liver.msh'?"));
    EXPECT_THAT(message_of(folder.path(""), false), HasSubstr("directory"));
    EXPECT_THAT(message_of(folder.write("empty.obj", ""), false), HasSubstr("empty"));
    EXPECT_THAT(message_of(folder.path("liver.msh"), true),
                HasSubstr("has to begin with $MeshFormat or $NOD"));
    const std::string line = folder.write("line.msh", "$NOD\n2\n1 0 0 0\n2 0 zero 0\n$ENDNOD\n");
    EXPECT_THAT(message_of(line, true),
                HasSubstr(line + ":4: expected a coordinate, a number, found 'zero'"));
    std::string binary = samples::gmsh2_binary(io::ByteOrder::Little);
    binary.resize(binary.find("$Elements"));
    EXPECT_THAT(message_of(folder.write("binary.msh", binary), true), HasSubstr("(byte "));
    const std::string alone = folder.write("alone.ele", "1 4 0\n1 1 2 3 4\n");
    EXPECT_THAT(message_of(alone, true), HasSubstr("alone.node' is missing"));
}

}  // namespace
}  // namespace limpet
