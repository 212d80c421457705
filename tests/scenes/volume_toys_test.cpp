/// The three heaps of toys are one: the larger begin with the smaller, and go on above it.

#include <gtest/gtest.h>

#include "limpet/scene.h"

namespace limpet {
namespace {

constexpr int walls = 5, lot = 10;
constexpr double height_of_a_lot = 0.51;  ///< [m]

TEST(VolumeToys, LargerHeapsAreSmallerOnesAboveEachOther) {
    const Scene ten = load_scene("volume_toys");
    ASSERT_EQ(ten.bodies.size(), walls + lot);
    for (const int count : {20, 40}) {
        const Scene heap = load_scene("volume_toys_" + std::to_string(count));
        ASSERT_EQ(static_cast<int>(heap.bodies.size()), walls + count);
        for (int i = 0; i < walls + count; ++i) {
            const bool is_wall = i < walls;
            const BodyDescription& body = heap.bodies[i];
            const BodyDescription& same = ten.bodies[is_wall ? i : walls + (i - walls) % lot];
            const double raised = is_wall ? 0 : height_of_a_lot * ((i - walls) / lot);
            EXPECT_EQ(body.material, same.material);
            EXPECT_EQ(body.element, same.element);
            for (int k = 0; k < 3; ++k)
                EXPECT_NEAR(body.position[k], same.position[k] + (k == 1 ? raised : 0), 1e-9) << body.name;
        }
    }
}

}  // namespace
}  // namespace limpet
