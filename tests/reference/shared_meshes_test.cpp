/// Surfaces that nobody here made: each is filled, or refused with a reason.
#include <chrono>
#include <cstdio>
#include <filesystem>

#include "limpet/error.h"
#include "reference/tet_mesh_checks.h"
#include "shapes/meshes/embedding.h"
#include "shapes/tetrahedra/tetrahedralise.h"
#include "support/paths.h"

namespace limpet {
namespace {

using namespace testing_support;

struct Expectation {
    std::string file;
    double volume_error;  ///< allowed at 10 k tetrahedra
    bool closed;
};

class SharedMeshes : public ::testing::TestWithParam<Expectation> {};

TEST_P(SharedMeshes, AreFilled) {
    const std::string path = std::string(LIMPET_ROOT) + "/../shared/data/meshes/" + GetParam().file;
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << "needs the shared test meshes, " << path << " is not there";
    const TriMesh surface = obj_surface(path);
    const double enclosed = volume(surface);
    const double element = std::cbrt(enclosed * 9.0 / 10000);
    std::vector<std::string> notes;
    const auto start = std::chrono::steady_clock::now();
    const TetMesh mesh = tetrahedralise(surface, element, &notes);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    expect_good(mesh, 10.78);
    const double error = volume(mesh) / enclosed - 1;
    EXPECT_LT(std::abs(error), GetParam().volume_error);
    const TetQuality quality = tet_quality(mesh);
    std::printf(
        "%-26s %6zu triangles, %6zu tetrahedra, angles %.1f to %.1f, edge/element %.3f, volume %+.2f %%, "
        "%.2f s\n",
        GetParam().file.c_str(), surface.triangles.size(), mesh.tetrahedra.size(), quality.smallest_dihedral,
        quality.largest_dihedral, quality.mean_edge / element, 100 * error, seconds);
    for (const std::string& note : notes) std::printf("    %s\n", note.c_str());
    const bool says_open = std::any_of(notes.begin(), notes.end(),
                                       [](const std::string& n) { return n.find("not closed") < n.size(); });
    EXPECT_EQ(says_open, !GetParam().closed);

    const BarycentricEmbedding embedding(mesh, surface.vertices);
    std::vector<Vec3> found;
    embedding.interpolate(mesh.vertices, found);
    const double size = bounds(surface.vertices).diagonal().norm();
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_LT((found[i] - surface.vertices[i]).norm(), 1e-12 * size);
}

// The open ones' own volume is not well defined; horns, ears and claws thinner than the element are lost.
INSTANTIATE_TEST_SUITE_P(
    All, SharedMeshes,
    ::testing::Values(Expectation{"Armadillo_simplified.obj", 0.015, true},
                      Expectation{"liver-smooth.obj", 0.01, true}, Expectation{"spot.obj", 0.01, true},
                      Expectation{"cow.obj", 0.02, true}, Expectation{"fandisk.obj", 0.01, true},
                      Expectation{"snake_body.obj", 0.01, true}, Expectation{"dragon.obj", 0.02, true},
                      Expectation{"stanford-bunny.obj", 0.03, false},
                      Expectation{"suzanne.obj", 0.06, false}),
    [](const auto& test) {
        std::string name = test.param.file.substr(0, test.param.file.find('.'));
        std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
        return name;
    });

}  // namespace
}  // namespace limpet
