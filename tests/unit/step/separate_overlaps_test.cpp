/// One solve of the stabilisation of volumes: what it leaves is what the gradient of the volume did not know.

#include "step/separate_overlaps.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bodies/make_body.h"
#include "contact/volume/make_volume_contacts.h"
#include "detect/ldi/volume_detector.h"

namespace limpet {
namespace {

constexpr double ball_radius = 0.05, overlap_depth = 0.008;

struct Parted {
    int contacts;
    double left;   ///< of the volume
    double depth;  ///< [m]
    bool moved, again;
};

/// Two spheres, the right one heavier, that are to be left `kept` deep in each other; beside the grid's
/// walls, since four equal cells would leave as much as one.
Parted part(std::optional<double> cell, double kept) {
    Scene scene = parse_scene(R"({"bodies": [
        {"name": "left", "type": "rigid", "density": 500, "shape": {"sphere": 0.05}, "surface": 0.005},
        {"name": "right", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "surface": 0.005}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.001}}})");
    scene.bodies[0].position = {0, 0.004, 0.003};
    scene.bodies[1].position = {2 * ball_radius - overlap_depth, 0.004, 0.003};
    const auto bodies = make_bodies(scene);
    const std::vector<bool> moves = {true, true};
    VolumeDetector images({bodies[0].get(), bodies[1].get()}, {0.001, cell, false}, false);
    const auto volume = [&] {
        double sum = 0;
        for (const auto& [pair_of, pair] : images.pairs()) sum += pair.volume;
        return sum;
    };
    const double before = volume();
    const std::vector<Contact> contacts = volume_contacts(images.cells());
    Parted result{static_cast<int>(contacts.size()), 0, 0, false, false};
    result.moved = separate_overlaps(contacts, bodies, moves, {kept, kept}, 0.005, {5000, 1e-12});
    images.forget();
    result.left = volume() / before;
    const Vec3 a = bodies[0]->center_of_mass(), b = bodies[1]->center_of_mass();
    result.depth = 2 * ball_radius - (b - a).norm();
    EXPECT_NEAR(0.5 * a.x() + b.x(), 2 * ball_radius - overlap_depth, 1e-6) << "the centre of mass stays";
    result.again = separate_overlaps(volume_contacts(images.cells()), bodies, moves, {kept, overlap_depth},
                                     0.005, {5000, 1e-12});
    return result;
}

TEST(SeparateOverlaps, OneVolumeOfTwoSpheresKeepsHalfItsDepth) {
    // V is about as depth², so that a step along its gradient goes half of the way: a quarter of V is left.
    const Parted mono = part({}, 0);
    EXPECT_EQ(mono.contacts, 1);
    EXPECT_TRUE(mono.moved);
    EXPECT_NEAR(mono.left, 0.25, 0.02);
    EXPECT_NEAR(mono.depth, overlap_depth / 2, 0.0005);
}

TEST(SeparateOverlaps, SmallerCellsLeaveLess) {
    double before = part({}, 0).left;
    for (const double cell : {0.02, 0.01, 0.005}) {
        const Parted parted = part(cell, 0);
        EXPECT_LT(parted.left, before) << cell;
        before = parted.left;
    }
    EXPECT_LT(before, 0.02);
}

TEST(SeparateOverlaps, WhatIsNotDeepStays) {
    const Parted parted = part({}, overlap_depth);
    EXPECT_FALSE(parted.moved);
    EXPECT_EQ(parted.left, 1);
    EXPECT_FALSE(part(0.01, 0).again) << "only deeper ones than the limit are moved";
}

}  // namespace
}  // namespace limpet
