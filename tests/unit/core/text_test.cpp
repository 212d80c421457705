#include "core/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

namespace limpet {
namespace {

TEST(Text, NumbersReadBackToTheSameDouble) {
    for (const double value : {0.1, 1.0 / 3, -9.81, 1e-300, 6.02e23,
                               std::numeric_limits<double>::denorm_min(), std::nextafter(1.0, 2.0), 0.0})
        EXPECT_EQ(std::strtod(number_text(value).c_str(), nullptr), value);
    EXPECT_EQ(number_text(0.1), "0.1");
}

TEST(Text, NearestNameFindsTypos) {
    const std::vector<std::string> names = {"density", "young", "poisson", "damping"};
    EXPECT_EQ(nearest_name("desnity", names), "density");
    EXPECT_EQ(nearest_name("Poison", names), "poisson");
    EXPECT_EQ(nearest_name("colour_of_the_sky", names), "");
    EXPECT_EQ(nearest_name("", names), "");
}

TEST(Text, CommaSeparated) {
    EXPECT_EQ(comma_separated({}), "");
    EXPECT_EQ(comma_separated({"a", "b"}), "a, b");
}

}  // namespace
}  // namespace limpet
