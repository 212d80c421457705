/// Bodies of equal width on each other: rims on rims, a hair inside or outside by rounding.

#include <gtest/gtest.h>

#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

TEST(Rims, CardsOfEqualWidthKeepTheirContacts) {
    World world(load_scene("card_house"));
    world.step();
    const std::size_t contacts = world.contacts().size();
    const Vector3 start = world.body("upper tent first").center_of_mass();
    for (int i = 0; i < 100; ++i) {
        world.step();
        EXPECT_EQ(world.contacts().size(), contacts) << "step " << i;
    }
    const Vector3 end = world.body("upper tent first").center_of_mass();
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(end[k], start[k], 1e-8);
}

}  // namespace
}  // namespace limpet
