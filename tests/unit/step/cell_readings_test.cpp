#include "step/cell_readings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bodies/make_body.h"
#include "limpet/world.h"

namespace limpet {
namespace {

Scene three_cells() {
    return parse_scene(R"({
        "gravity": [0, 0, 0],
        "bodies": [
            {"name": "a", "type": "particles", "shape": {"sphere": 0.1}, "surface": 0.06, "density": 100,
             "shape_memory": 50},
            {"name": "b", "type": "particles", "shape": {"sphere": 0.1}, "surface": 0.06, "density": 100,
             "shape_memory": 50, "position": [0.3, 0, 0]},
            {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.5, 0]},
            {"name": "sheet", "type": "particles", "shape": {"plane": [0.4, 0.2]}, "surface": 0.11,
             "thickness": 0.01, "density": 100, "shape_memory": 50, "position": [0, 0.5, 0]}],
        "probes": [
            {"name": "share", "body": "a", "what": "colliding_share"},
            {"name": "zones", "body": "a", "what": "zones"},
            {"name": "none", "body": "floor", "what": "colliding_share"}]})");
}

class CellReadings : public testing::Test {
protected:
    Scene scene_ = three_cells();
    std::vector<std::unique_ptr<Body>> bodies_ = make_bodies(scene_);
    std::vector<ZoneMembers> members_ = members_of_all({}, bodies_);
};

TEST_F(CellReadings, WithoutZonesNothingCollides) {
    ASSERT_EQ(members_.size(), 4u);
    EXPECT_EQ(members_[0].zones, std::vector<int>(42, -1));
    EXPECT_EQ(members_[0].colliding, std::vector<std::uint8_t>(42, 0));
    EXPECT_TRUE(members_[2].zones.empty()) << "a floor has no particles";
    const std::vector<CellReading> cells = cell_readings(bodies_, members_, {});
    ASSERT_EQ(cells.size(), 3u);
    EXPECT_EQ(cells[1].body, "b");
    EXPECT_EQ(cells[1].contact_area, 0);
    EXPECT_EQ(cells[1].neighbours, 0);
    EXPECT_NEAR(cells[1].center[0], 0.3, 1e-12);
}

TEST_F(CellReadings, MeasureTheSurface) {
    const std::vector<CellReading> cells = cell_readings(bodies_, members_, {});
    // Its triangles are chords: a little less than the sphere around it.
    const double sphere = 4 * std::numbers::pi * 0.01;
    EXPECT_LT(cells[0].area, sphere);
    EXPECT_GT(cells[0].area, 0.9 * sphere);
    EXPECT_DOUBLE_EQ(cells[0].volume, bodies_[0]->volume());
    EXPECT_NEAR(cells[2].area, 0.08, 1e-12);
    EXPECT_TRUE(std::isnan(cells[2].volume)) << "a sheet encloses nothing";
}

TEST_F(CellReadings, AVertexOwnsAThirdOfItsTriangles) {
    members_[0].colliding.assign(42, 1);
    members_[1].colliding[7] = 1;
    double around = 0;
    const Surface& b = bodies_[1]->surface();
    for (const Triangle& t : b.triangles) {
        if (t[0] != 7 && t[1] != 7 && t[2] != 7) continue;
        const Vec3 u = b.positions[t[1]] - b.positions[t[0]], v = b.positions[t[2]] - b.positions[t[0]];
        around += u.cross(v).norm() / 6;
    }
    const std::vector<CellReading> cells = cell_readings(bodies_, members_, {});
    EXPECT_NEAR(cells[0].contact_area, cells[0].area, 1e-15);
    EXPECT_NEAR(cells[1].contact_area, around, 1e-15);
    EXPECT_GT(around, 0);
}

TEST_F(CellReadings, NeighboursShareAZoneOrAContact) {
    members_[0].in_zones = {3};
    members_[1].in_zones = {3, 5};
    members_[2].in_zones = {5};
    ContactFrame open, pressing, bonded, own;
    open.first_body = 0, open.second_body = 2;
    pressing.first_body = 3, pressing.second_body = 0;
    pressing.status = ContactStatus::Stick;
    bonded.first_body = 1, bonded.second_body = 3, bonded.beta = 0.5;
    own.first_body = own.second_body = 1;
    own.status = ContactStatus::Slip;
    const auto neighbours = [&](const std::vector<ContactFrame>& contacts) {
        std::vector<int> counts;
        for (const CellReading& cell : cell_readings(bodies_, members_, contacts))
            counts.push_back(cell.neighbours);
        return counts;
    };
    EXPECT_EQ(neighbours({}), (std::vector<int>{1, 2, 0}));
    EXPECT_EQ(neighbours({open, own}), (std::vector<int>{1, 2, 0}));
    EXPECT_EQ(neighbours({open, own, pressing, pressing, bonded}), (std::vector<int>{2, 3, 2}));
    EXPECT_EQ(cell_readings(bodies_, members_, {})[1].zones, 2);
}

TEST(ZoneProbes, OfAWorldWithoutZones) {
    World world(three_cells());
    const std::vector<ProbeReading> readings = world.probes();
    EXPECT_EQ(readings[0].values, std::vector<double>{0});
    EXPECT_EQ(readings[1].values, std::vector<double>{0});
    EXPECT_TRUE(std::isnan(readings[2].values[0])) << "no particles";
    EXPECT_EQ(world.cells().size(), 3u);
    const Frame frame = world.frame();
    EXPECT_EQ(frame.bodies[0].zones.size(), frame.bodies[0].vertices.size());
    EXPECT_TRUE(frame.bodies[2].zones.empty());
}

}  // namespace
}  // namespace limpet
