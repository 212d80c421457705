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

struct PushedApart {
    double kinetic, strain;  ///< of both balls [J]
    double left;             ///< of the volume
};

/// Two soft balls at this speed, side by side, a pixel too deep in each other.
PushedApart push_apart(double speed) {
    constexpr double soft_pixel = 0.001;
    Scene scene = parse_scene(R"({"materials": {"gel": {"density": 1000, "young": 2e4, "poisson": 0.4}},
        "bodies": [{"name": "a", "type": "soft", "material": "gel", "shape": {"sphere": 0.04}, "element": 0.02,
                    "surface": 0.006},
                   {"name": "b", "type": "soft", "material": "gel", "shape": {"sphere": 0.04}, "element": 0.02,
                    "surface": 0.006, "position": [0.0775, 0, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.001}}})");
    for (BodyDescription& body : scene.bodies) body.velocity = {0, speed, 0};
    const auto bodies = make_bodies(scene);
    VolumeDetector images({bodies[0].get(), bodies[1].get()}, {soft_pixel, 0.015, false}, false);
    const auto volume = [&] {
        double sum = 0;
        for (const auto& [pair_of, pair] : images.pairs()) sum += pair.volume;
        return sum;
    };
    const double before = volume();
    VolumeDepths depths = volume_depths(soft_pixel);
    depths.push = soft_pixel;
    EXPECT_TRUE(separate_overlaps(volume_contacts(images.cells()), bodies, {true, true}, depths, 0.005,
                                  {5000, 1e-12}));
    images.forget();
    PushedApart result{0, 0, volume() / before};
    for (const auto& body : bodies) {
        const Energies energies = body->energies(Vec3::Zero());
        result.kinetic += energies.kinetic;
        result.strain += energies.elastic;
    }
    return result;
}

TEST(SeparateOverlaps, StrainsBodiesByNoMoreThanTheyMayGainAndMovesThemRigidlyForTheRest) {
    const double fast = 100;
    const PushedApart strained = push_apart(fast);
    EXPECT_GT(strained.strain, 0);
    EXPECT_LT(push_apart(0).strain, 1e-12 * strained.strain) << "but for the rounding of a rotation";
    EXPECT_NEAR(push_apart(0).left, strained.left, 0.1);
    for (const double part : {0.8, 0.3}) {
        // At this speed they may gain this part of what the whole push strains them by.
        const double may_gain = part * strained.strain;
        const PushedApart cut_back = push_apart(fast * std::sqrt(may_gain / (1e-3 * strained.kinetic)));
        EXPECT_NEAR(1e-3 * cut_back.kinetic, may_gain, 1e-6 * may_gain);
        EXPECT_LE(cut_back.strain, may_gain) << part;
        EXPECT_NEAR(cut_back.left, strained.left, 0.1) << part;
        if (part > 0.65)
            EXPECT_GT(cut_back.strain, 0.5 * part * may_gain) << "a push is cut back, not left out";
        else
            EXPECT_LT(cut_back.strain, 1e-12 * may_gain) << "so little of a push is left out";
    }
}

TEST(SeparateOverlaps, WhatIsNotDeepStays) {
    const Parted parted = part({}, overlap_depth);
    EXPECT_FALSE(parted.moved);
    EXPECT_EQ(parted.left, 1);
    EXPECT_FALSE(part(0.01, 0).again) << "only deeper ones than the limit are moved";
}

}  // namespace
}  // namespace limpet
