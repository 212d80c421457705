/// A pile of many rigid bodies comes to rest, and stays.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

TEST(PileLong, AHundredToriComeToRestInTheirBin) {
    World world(load_scene("tori"));
    const auto centres = [&] {
        std::vector<Vector3> all;
        for (std::size_t i = 0; i < world.body_count(); ++i)
            if (world.body(i).type() == BodyType::Rigid) all.push_back(world.body(i).center_of_mass());
        return all;
    };
    double fastest = 0;
    while (world.time() < 1.5) {
        world.step();
        fastest = std::max(fastest, world.last_step().kinetic);
    }
    const std::vector<Vector3> settled = centres();
    ASSERT_EQ(settled.size(), 100u);
    while (world.time() < 2) world.step();
    EXPECT_LT(world.last_step().kinetic, 1e-8 * fastest);
    double drift = 0;
    const std::vector<Vector3> end = centres();
    for (std::size_t i = 0; i < end.size(); ++i) {
        EXPECT_LT(std::max(std::abs(end[i][0]), std::abs(end[i][2])), 0.25 - 0.012) << "torus " << i + 1;
        EXPECT_GT(end[i][1], 0.012 - 1e-3) << "torus " << i + 1;
        for (int k = 0; k < 3; ++k) drift = std::max(drift, std::abs(end[i][k] - settled[i][k]));
    }
    EXPECT_LT(drift, 1e-5);
}

}  // namespace
}  // namespace limpet
