// What is written reads back to the same doubles and the same connectivity.

#include <gmock/gmock.h>

#include <cmath>

#include "limpet/error.h"
#include "shapes/io/mesh_io.h"
#include "unit/shapes/io/samples.h"

namespace limpet {
namespace {

using samples::Folder;

/// A row of tetrahedra along a bent line, with coordinates that need all digits.
TetMesh awkward_tetrahedra() {
    TetMesh mesh;
    for (int i = 0; i < 40; ++i) {
        const double t = i / 7.0;
        mesh.vertices.push_back({std::cos(t) * (1 + i % 3), std::sin(t) / 3, 0.1 * i + 1e-17 * i});
    }
    mesh.vertices[5].x() = 1.0 / 3 * 1e-30;
    mesh.vertices[6].y() = -12.345678901234567;
    mesh.vertices[7].z() = 5e-324;
    for (int i = 0; i + 3 < 40; ++i) {
        const Vec3 e = mesh.vertices[i + 1] - mesh.vertices[i], f = mesh.vertices[i + 2] - mesh.vertices[i],
                   g = mesh.vertices[i + 3] - mesh.vertices[i];
        if (e.dot(f.cross(g)) > 0)
            mesh.tetrahedra.push_back({i, i + 1, i + 2, i + 3});
        else
            mesh.tetrahedra.push_back({i, i + 1, i + 3, i + 2});
    }
    return mesh;
}

TriMesh awkward_surface() {
    return boundary_surface(awkward_tetrahedra());
}

TEST(MeshRoundTrip, TetrahedraAreExact) {
    const Folder folder;
    const TetMesh mesh = awkward_tetrahedra();
    for (const char* ending : {".msh", ".msh2", ".vtu", ".vtk", ".mesh", ".node", ".ele"})
        for (const bool binary : {false, true}) {
            SCOPED_TRACE(std::string(ending) + (binary ? " binary" : " text"));
            const std::string file = folder.path(std::string("mesh") + ending);
            write_tetrahedra(mesh, file, binary);
            std::vector<std::string> notes;
            const TetMesh back = read_tetrahedra(file, &notes);
            EXPECT_EQ(back.vertices, mesh.vertices);
            EXPECT_EQ(back.tetrahedra, mesh.tetrahedra);
            EXPECT_THAT(notes, testing::IsEmpty());
        }
}

TEST(MeshRoundTrip, SurfacesAreExact) {
    const Folder folder;
    const TriMesh mesh = awkward_surface();
    for (const char* ending : {".obj", ".off", ".ply", ".msh", ".msh2", ".vtu", ".vtk", ".mesh"})
        for (const bool binary : {false, true}) {
            SCOPED_TRACE(std::string(ending) + (binary ? " binary" : " text"));
            const std::string file = folder.path(std::string("mesh") + ending);
            write_surface(mesh, file, binary);
            std::vector<std::string> notes;
            const TriMesh back = read_surface(file, &notes);
            EXPECT_EQ(back.vertices, mesh.vertices);
            EXPECT_EQ(back.triangles, mesh.triangles);
            EXPECT_THAT(notes, testing::IsEmpty());
            EXPECT_FALSE(is_tetrahedral_file(file));
        }
}

TEST(MeshRoundTrip, StlKeepsTrianglesAndFloats) {
    const Folder folder;
    const TriMesh mesh = awkward_surface();
    for (const bool binary : {false, true}) {
        SCOPED_TRACE(binary ? "binary" : "text");
        const std::string file = folder.path("mesh.stl");
        write_surface(mesh, file, binary);
        const TriMesh back = read_surface(file);
        EXPECT_EQ(back.vertices.size(), mesh.vertices.size());
        ASSERT_EQ(back.triangles.size(), mesh.triangles.size());
        for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
            for (int k = 0; k < 3; ++k) {
                const Vec3& written = mesh.vertices[mesh.triangles[t][k]];
                const Vec3& read = back.vertices[back.triangles[t][k]];
                for (int axis = 0; axis < 3; ++axis)
                    EXPECT_EQ(read[axis], binary ? static_cast<float>(written[axis]) : written[axis]);
            }
    }
}

TEST(MeshRoundTrip, WritersRefuseWhatCannotBeWritten) {
    const Folder folder;
    const TriMesh mesh = samples::triangles();
    EXPECT_THROW(write_surface(mesh, folder.path("a.objj")), InputError);
    EXPECT_THROW(write_surface(mesh, folder.path("noending")), InputError);
    EXPECT_THROW(write_surface(mesh, folder.path("no/folder/a.obj")), InputError);
    EXPECT_THROW(write_surface({}, folder.path("a.obj")), InputError);
    EXPECT_THROW(write_tetrahedra(samples::tetrahedra(), folder.path("a.obj")), InputError);
    TriMesh large = mesh;
    large.vertices[0].x() = 1e39;
    EXPECT_THROW(write_surface(large, folder.path("a.stl")), InputError);
    EXPECT_NO_THROW(write_surface(large, folder.path("a.stl"), false));
    large.vertices[0].x() = NAN;
    EXPECT_THROW(write_surface(large, folder.path("a.obj")), InputError);
}

}  // namespace
}  // namespace limpet
