#include "scene/units.h"

#include <gtest/gtest.h>

#include <numbers>

#include "scene/quantities.h"

namespace limpet {
namespace {

double value_of(const char* text, const Quantity& quantity) {
    const auto result = to_quantity(text, quantity);
    if (const auto* problem = std::get_if<std::string>(&result)) {
        ADD_FAILURE() << text << ": " << *problem;
        return 0;
    }
    return std::get<double>(result);
}

std::string problem_of(const char* text, const Quantity& quantity) {
    const auto result = to_quantity(text, quantity);
    const auto* problem = std::get_if<std::string>(&result);
    return problem ? *problem : "accepted";
}

TEST(Units, AreTheSameDoubleAsTheNumberInSI) {
    EXPECT_EQ(value_of("12 kPa", quantities::pressure), 12000);
    EXPECT_EQ(value_of("9 mm", quantities::length), 0.009);
    EXPECT_EQ(value_of("9mm", quantities::length), 0.009);
    EXPECT_EQ(value_of("  +9 mm ", quantities::length), 0.009);
    EXPECT_EQ(value_of("1.5 g/cm^3", quantities::density), 1500);
    EXPECT_EQ(value_of("1.5 g/cm³", quantities::density), 1500);
    EXPECT_EQ(value_of("1.5 g·cm⁻³", quantities::density), 1500);
    EXPECT_EQ(value_of("1.5 g cm^-3", quantities::density), 1500);
    EXPECT_EQ(value_of("2 t/m^3", quantities::density), 2000);
    EXPECT_EQ(value_of("1 kg/L", quantities::density), 1000);
    EXPECT_EQ(value_of("-9.81 m/s^2", quantities::acceleration), -9.81);
    EXPECT_EQ(value_of("9.81 m/s/s", quantities::acceleration), 9.81);
    EXPECT_EQ(value_of("9.81 N/kg", quantities::acceleration), 9.81);
    EXPECT_EQ(value_of("10 ms", quantities::time), 0.01);
    EXPECT_EQ(value_of("2 min", quantities::time), 120);
    EXPECT_EQ(value_of("36 km/h", quantities::velocity), 10);
    EXPECT_EQ(value_of("50 1/s", quantities::rate), 50);
    EXPECT_EQ(value_of("50 /s", quantities::rate), 50);
    EXPECT_EQ(value_of("3 N/mm^2", quantities::pressure), 3e6);
    EXPECT_EQ(value_of("3 um", quantities::length), 3e-6);
    EXPECT_EQ(value_of("3 µm", quantities::length), 3e-6);
    EXPECT_EQ(value_of("3 μm", quantities::length), 3e-6);
    EXPECT_EQ(value_of("30 %", quantities::ratio), 0.3);
    EXPECT_EQ(value_of("1e-3 m", quantities::length), 1e-3);
}

TEST(Units, AnglesMayBeInDegreesOrRadians) {
    EXPECT_EQ(value_of("20 deg", quantities::degrees), 20);
    EXPECT_EQ(value_of("20°", quantities::degrees), 20);
    EXPECT_DOUBLE_EQ(value_of("0.5 rad", quantities::degrees), 0.5 * 180 / std::numbers::pi);
    EXPECT_DOUBLE_EQ(value_of("1 turn", quantities::degrees), 360);
    EXPECT_DOUBLE_EQ(value_of("90 deg/s", quantities::angular_velocity), std::numbers::pi / 2);
    EXPECT_DOUBLE_EQ(value_of("30 rpm", quantities::angular_velocity), std::numbers::pi);
}

TEST(Units, OfAnotherDimensionAreNamed) {
    EXPECT_EQ(problem_of("5 mm", quantities::density), "a length");
    EXPECT_EQ(problem_of("5 kPa", quantities::length), "a pressure");
    EXPECT_EQ(problem_of("3 N/m", quantities::pressure), "a stiffness per length or an energy per area");
    EXPECT_EQ(problem_of("20 deg", quantities::ratio), "an angle");
    EXPECT_EQ(problem_of("5 kg m^2", quantities::length), "a quantity in m^2·kg");
}

TEST(Units, ThatMakeNoSenseAreExplained) {
    EXPECT_NE(problem_of("12 kpa", quantities::pressure).find("did you mean \"kPa\"?"), std::string::npos);
    EXPECT_NE(problem_of("12 metres", quantities::length).find("unknown unit \"metres\""), std::string::npos);
    for (const char* text :
         {"",     " ",    "mm",    "5",    "5 ",     "nan m",  "inf m", "1e999 m",  "5 m^",  "5 m^x",
          "5 m/", "5 *m", "5 m^-", "5 m⁻", "0x10 m", "5 m//s", "5,3 m", "1e308 Gm", "- 5 m", "5 min^2 mmin"})
        EXPECT_NE(problem_of(text, quantities::length), "accepted") << text;
}

}  // namespace
}  // namespace limpet
