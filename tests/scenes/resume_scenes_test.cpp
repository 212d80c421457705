/// Every scene that ships, stopped at every fifth step and gone on with from its state: each probe, column
/// and contact is that of the run that never stopped, byte for byte.
///
/// A piece goes from one state to the next: if it ends in the same state, the next piece stands for what
/// would have come after it.

#include <gtest/gtest.h>

#include <bit>
#include <memory>

#include "limpet/world.h"
#include "record/tables.h"

namespace limpet {
namespace {

constexpr int steps_of_a_piece = 5, pieces = 12;

/// What a step writes: probes, steps.csv but for times, contacts.
struct Written {
    std::vector<double> values;
    explicit Written(const World& world) {
        values = ProbesCsv::values(world.time(), world.probes());
        StepRecord row = world.last_step();
        row.ms = {};
        row.ms_total = 0;
        const std::vector<double> columns = StepsCsv::values(row);
        values.insert(values.end(), columns.begin(), columns.end());
        for (const ContactFrame& c : world.contacts()) {
            for (const Vector3* v :
                 {&c.first_point, &c.second_point, &c.normal, &c.force, &c.traction, &c.slip, &c.pull})
                values.insert(values.end(), v->begin(), v->end());
            for (const double number : {static_cast<double>(c.id), static_cast<double>(c.status), c.gap,
                                        c.area, c.beta, c.energy, c.dissipated})
                values.push_back(number);
        }
    }
};

/// NaN is as good as any other number here.
bool same_bytes(const std::vector<double>& a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

void expect_the_same_in_pieces(const std::string& name) {
    const Scene scene = load_scene(name);
    World whole(scene);
    for (int piece = 0; piece < pieces; ++piece) {
        const WorldState start = whole.state();
        World resumed(scene);
        resumed.restore(start);
        ASSERT_EQ(resumed.state(), start) << name << ", step " << whole.steps();
        if (piece > 0) {
            EXPECT_TRUE(same_bytes(Written(whole).values, Written(resumed).values))
                << name << " shows another step " << whole.steps() << " after it was restored";
        }
        for (int i = 0; i < steps_of_a_piece; ++i) {
            whole.step();
            resumed.step();
            ASSERT_TRUE(same_bytes(Written(whole).values, Written(resumed).values))
                << name << ": step " << whole.steps() << " is another, resumed from step " << start.step;
        }
        ASSERT_EQ(resumed.state(), whole.state()) << name << ", resumed from step " << start.step;
    }
}

class ResumedScene : public testing::TestWithParam<const char*> {};

TEST_P(ResumedScene, IsAsNeverStopped) {
    expect_the_same_in_pieces(GetParam());
}

/// Each detection, every type of body, bonds, cuts, zones; the quick ones.
INSTANTIATE_TEST_SUITE_P(Quick, ResumedScene,
                         testing::Values("adhesion_cube", "card_house", "cells_pair", "cut", "first",
                                         "muscle", "signorini_snap", "three_laws"));

TEST(ResumedSceneLong, AllScenesAreAsNeverStopped) {
    for (const ShippedScene& scene : shipped_scenes()) expect_the_same_in_pieces(scene.name);
}

}  // namespace
}  // namespace limpet
