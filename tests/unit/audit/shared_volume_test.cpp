#include "audit/shared_volume.h"

#include <gtest/gtest.h>

#include "shapes/meshes/primitive_surfaces.h"
#include "support/exact_overlap.h"
#include "support/overlapping_pairs.h"

namespace limpet {
namespace {

using testing_support::overlapping_pairs;
using testing_support::placed;

/// By tetrahedra that are cut by each other's planes, all with all.
TEST(SharedVolume, IsThatOfItsSlowTwin) {
    for (const auto& pair : overlapping_pairs()) {
        const double expected = exact::overlap(pair.first, pair.second);
        EXPECT_NEAR(shared_volume(pair.first, pair.second), expected, 1e-12) << pair.name;
        EXPECT_NEAR(shared_volume(pair.second, pair.first), expected, 1e-12) << pair.name;
    }
}

TEST(SharedVolume, OfHollowShapesIsThatOfItsSlowTwin) {
    const TriMesh ring = torus_surface(0.5, 0.2, 0.35);
    const TriMesh box = placed(box_surface({0.9, 0.6, 1.2}, 5), {0.2, 0.1, -0.1}, {0.3, 1.1, -0.4});
    EXPECT_NEAR(shared_volume(ring, box), exact::overlap(ring, box), 1e-12);
    const TriMesh turned = placed(ring, {0.3, 0.05, 0.1}, {0.9, 0.2, 0.1});
    EXPECT_NEAR(shared_volume(ring, turned), exact::overlap(ring, turned), 1e-12);
}

TEST(SharedVolume, NeedsNoRulesForFacesAndShapesThatCoincide) {
    const TriMesh box = box_surface({0.1, 0.1, 0.1}, 1);
    EXPECT_NEAR(shared_volume(box, box), 1e-3, 1e-17);
    EXPECT_NEAR(shared_volume(box, placed(box, {0, 0.095, 0})), 0.1 * 0.1 * 0.005, 1e-17);
    EXPECT_NEAR(shared_volume(box, placed(box, {0.04, 0.0995, 0})), 0.06 * 0.1 * 0.0005, 1e-17);
    EXPECT_NEAR(shared_volume(box, placed(box, {0, 0.1, 0})), 0, 1e-17);
    EXPECT_EQ(shared_volume(box, placed(box, {0.3, 0, 0})), 0);
}

}  // namespace
}  // namespace limpet
