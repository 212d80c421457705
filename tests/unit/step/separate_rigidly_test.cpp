/// Bodies that are separated rigidly move by their contacts with others alone.

#include "step/separate_rigidly.h"

#include <gtest/gtest.h>

#include <numeric>

#include "bodies/make_body.h"
#include "contact/contact_frame.h"
#include "contact/volume/make_volume_contacts.h"
#include "detect/ldi/volume_detector.h"

namespace limpet {
namespace {

constexpr double pixel = 0.001;

/// Two vertices of one body, pressed on each other on lines that are some way apart, as images see them.
Contact on_itself(int body, const Body& own, double gap) {
    const std::vector<Vec3>& x = own.surface().positions;
    const auto extreme = [&](double sign) {
        int found = 0;
        for (int i = 0; i < static_cast<int>(x.size()); ++i)
            if (sign * x[i].y() > sign * x[found].y()) found = i;
        return found;
    };
    VolumeRows rows;
    rows.first = {{extreme(1), Vec3::UnitY(), 1}};
    rows.second = {{extreme(-1), -Vec3::UnitY(), -1}};
    Contact c;
    c.key = {body, body, FeaturePair::Volume, 0, 0};
    c.frame = frame_about(Vec3::UnitY());
    c.gap = gap;
    c.area = pixel * pixel;
    c.volume = std::make_shared<const VolumeRows>(std::move(rows));
    return c;
}

struct PartedRigidly {
    bool moved;
    std::vector<Vec3> positions;  ///< of the soft body
};

/// A soft ball in a rigid one, which touches itself in a contact with this gap.
PartedRigidly part(std::optional<double> own_gap) {
    const Scene scene = parse_scene(R"({"bodies": [
        {"name": "soft", "type": "soft", "shape": {"sphere": 0.05}, "surface": 0.01, "element": 0.03, "material": "m",
         "rotation": {"axis": [1, 2, 3], "degrees": 20}},
        {"name": "rigid", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "surface": 0.01,
         "position": [0.09, 0.02, 0.01]}],
        "materials": {"m": {"density": 1000, "young": 1e5, "poisson": 0.3}},
        "contact": {"detection": {"type": "ldi", "pixel": 0.001}}})");
    const auto bodies = make_bodies(scene);
    VolumeDetector images({bodies[0].get(), bodies[1].get()}, {pixel, {}, false}, false);
    std::vector<Contact> contacts = volume_contacts(images.cells());
    EXPECT_FALSE(contacts.empty());
    if (own_gap) contacts.push_back(on_itself(0, *bodies[0], *own_gap));
    std::vector<int> group(contacts.size());
    std::iota(group.begin(), group.end(), 0);
    VolumeDepths depths = volume_depths(pixel);
    depths.push = pixel;
    const std::vector<Vec3> before = bodies[0]->surface().positions;
    const bool moved =
        separate_group_rigidly(contacts, group, gaps_of(contacts, group), bodies, depths, {5000, 1e-12});
    EXPECT_EQ(moved, bodies[0]->collision_positions() != before);
    return {moved, bodies[0]->collision_positions()};
}

TEST(SeparateRigidly, WhatABodyHasWithItselfDoesNotTurnIt) {
    const PartedRigidly alone = part({}), touching = part(-0.7 * pixel);
    EXPECT_TRUE(alone.moved);
    EXPECT_TRUE(touching.moved);
    EXPECT_EQ(alone.positions, touching.positions);
}

TEST(SeparateRigidly, NoRigidMotionSeparatesABodyFromItself) {
    EXPECT_FALSE(part(-2 * pixel).moved);
}

}  // namespace
}  // namespace limpet
