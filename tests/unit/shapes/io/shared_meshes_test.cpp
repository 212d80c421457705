// Meshes made by others, with the counts that their README gives. They are not part of the project.

#include <gmock/gmock.h>

#include <filesystem>

#include "import/assimp_surface.h"
#include "shapes/io/mesh_io.h"
#include "shapes/io/readers.h"
#include "support/paths.h"

namespace limpet {
namespace {

const std::string mesh_folder = LIMPET_ROOT "/../shared/data/meshes/";

#define SKIP_WITHOUT(name)                              \
    if (!std::filesystem::exists(mesh_folder + (name))) \
    GTEST_SKIP() << mesh_folder << (name) << " is not there"

TEST(SharedMeshes, Triangles) {
    const std::vector<std::pair<const char*, std::size_t>> counts = {{"Armadillo_simplified.obj", 25200},
                                                                     {"liver-smooth.obj", 4384},
                                                                     {"snake_body.obj", 7456},
                                                                     {"dragon.obj", 2564},
                                                                     {"stanford-bunny.obj", 69451},
                                                                     {"spot.obj", 5856},
                                                                     {"cow.obj", 5804},
                                                                     {"fandisk.obj", 12946},
                                                                     {"suzanne.obj", 968}};
    for (const auto& [name, triangles] : counts) {
        SKIP_WITHOUT(name);
        SCOPED_TRACE(name);
        EXPECT_EQ(read_surface(mesh_folder + name).triangles.size(), triangles);
        EXPECT_FALSE(is_tetrahedral_file(mesh_folder + name));
    }
}

TEST(SharedMeshes, AssimpAgrees) {
    for (const char* name : {"liver-smooth.obj", "snake_body.obj", "cow.obj"}) {
        SKIP_WITHOUT(name);
        SCOPED_TRACE(name);
        const TriMesh ours = read_surface(mesh_folder + name);
        const io::MeshFile file{mesh_folder + name, "", io::MeshFormat::Other};
        const TriMesh theirs = io::to_surface(io::read_with_assimp(file), file.path, nullptr);
        EXPECT_EQ(ours.triangles.size(), theirs.triangles.size());
        EXPECT_EQ(ours.vertices.size(), theirs.vertices.size());
        EXPECT_NEAR(area(ours), area(theirs), 1e-5 * area(ours));
    }
}

TEST(SharedMeshes, GmshOne) {
    SKIP_WITHOUT("liver2.msh");
    std::vector<std::string> notes;
    const TetMesh mesh = read_tetrahedra(mesh_folder + "liver2.msh", &notes);
    EXPECT_EQ(mesh.tetrahedra.size(), 1493u);
    EXPECT_LE(mesh.vertices.size(), 507u);
    EXPECT_THAT(notes, testing::Contains("left out 71 lines and 860 triangles"));
    EXPECT_TRUE(is_tetrahedral_file(mesh_folder + "liver2.msh"));
}

TEST(SharedMeshes, LegacyPolydata) {
    SKIP_WITHOUT("liver.vtk");
    const TriMesh mesh = read_surface(mesh_folder + "liver.vtk");
    EXPECT_EQ(mesh.vertices.size(), 5008u);
    EXPECT_EQ(mesh.triangles.size(), 10000u);
    EXPECT_FALSE(is_tetrahedral_file(mesh_folder + "liver.vtk"));
}

TEST(SharedMeshes, XmlUnderALegacyName) {
    SKIP_WITHOUT("Bunny.vtk");
    const TetMesh mesh = read_tetrahedra(mesh_folder + "Bunny.vtk");
    EXPECT_EQ(mesh.vertices.size(), 1911u);
    EXPECT_EQ(mesh.tetrahedra.size(), 5897u);
    EXPECT_TRUE(is_tetrahedral_file(mesh_folder + "Bunny.vtk"));
}

}  // namespace
}  // namespace limpet
