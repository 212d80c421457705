#include "shapes/meshes/components.h"

#include <gtest/gtest.h>

#include "shapes/meshes/primitive_surfaces.h"
#include "shapes/meshes/surface_check.h"

namespace limpet {
namespace {

TEST(Components, SeparatesWhatDoesNotTouch) {
    TriMesh mesh = box_surface({1, 1, 1}, 1);
    const TriMesh sphere = sphere_surface(1, 0.3);
    const int offset = static_cast<int>(mesh.vertices.size());
    for (const Vec3& p : sphere.vertices) mesh.vertices.push_back(p + Vec3(5, 0, 0));
    for (const auto& [a, b, c] : sphere.triangles)
        mesh.triangles.push_back({a + offset, b + offset, c + offset});

    const std::vector<TriMesh> pieces = connected_components(mesh);
    ASSERT_EQ(pieces.size(), 2u);
    EXPECT_EQ(pieces[0].triangles.size(), sphere.triangles.size());
    EXPECT_EQ(pieces[1].triangles.size(), 12u);
    for (const TriMesh& piece : pieces) {
        EXPECT_TRUE(check_surface(piece).solid());
        EXPECT_EQ(check_surface(piece).unused_vertices, 0u);
    }
    EXPECT_NEAR(volume(pieces[1]), 1, 1e-15);
    EXPECT_TRUE(connected_components({}).empty());
}

}  // namespace
}  // namespace limpet
