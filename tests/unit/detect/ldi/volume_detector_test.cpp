/// Images that are kept while bodies hardly move: gaps that follow their rows are those of new images, to
/// first order, and what is kept goes on in a state as if nothing had been saved.

#include "detect/ldi/volume_detector.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bodies/make_body.h"
#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double detection_pixel = 0.001;

/// Three soft spheres in a row; the first two lie too deep in each other, the others touch.
Scene three_spheres() {
    return parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.005, "duration": 1},
        "materials": {"gel": {"density": 1000, "young": 2e4, "poisson": 0.4}},
        "bodies": [{"name": "a", "type": "soft", "material": "gel", "shape": {"sphere": 0.04},
                    "element": 0.02, "surface": 0.006},
                   {"name": "b", "type": "soft", "material": "gel", "shape": {"sphere": 0.04},
                    "element": 0.02, "surface": 0.006, "position": [0.0775, 0, 0]},
                   {"name": "c", "type": "soft", "material": "gel", "shape": {"sphere": 0.04},
                    "element": 0.02, "surface": 0.006, "position": [0.156, 0, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.001, "cell": 0.015}, "law": {"friction": 0.3}}})");
}

VolumeDetector detector_of(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies) {
    Colliders colliders;
    for (const auto& body : bodies) colliders.push_back(body.get());
    return {colliders, {detection_pixel, scene.contact->detection.cell, false}, false};
}

double sum_of_volumes(const VolumeDetector::Cells& cells) {
    double sum = 0;
    for (const OverlapCell& cell : cells) sum -= cell.gap * cell.area;
    return sum;
}

/// Moves all nodes of a body.
template <typename Map>
void map_nodes(Body& body, const Map& moved) {
    std::vector<double> state = body.state();
    const auto nodes = static_cast<std::size_t>((state.size() - 2) / 6);
    for (std::size_t i = 0; i < nodes; ++i) {
        Eigen::Map<Vec3> x(state.data() + 3 * i);
        x = moved(Vec3(x));
    }
    ASSERT_TRUE(body.set_state(state));
}

void shift(Body& body, const Vec3& by) {
    map_nodes(body, [&](const Vec3& x) { return Vec3(x + by); });
}

TEST(VolumeDetector, GapsThatFollowTheirRowsAreThoseOfNewImages) {
    const Scene scene = three_spheres();
    for (const double way : {0.02, 0.2}) {
        const auto bodies = make_bodies(scene);
        VolumeDetector kept = detector_of(scene, bodies);
        const double before = sum_of_volumes(kept.cells());
        shift(*bodies[0], Vec3(way * detection_pixel, 0, 0));
        kept.forget();
        const VolumeDetector::Cells cells = kept.cells_after_separation();
        VolumeDetector fresh = detector_of(scene, bodies);
        const double now = sum_of_volumes(fresh.cells());
        EXPECT_EQ(cells.front().rows, kept.cells().front().rows) << "not drawn again";
        EXPECT_GT(now, before);
        EXPECT_NEAR(sum_of_volumes(cells), now, 0.1 * (now - before)) << way;
    }
}

TEST(VolumeDetector, WhatHasMovedIsDrawnAgainAndNothingElse) {
    const Scene scene = three_spheres();
    const auto bodies = make_bodies(scene);
    VolumeDetector kept = detector_of(scene, bodies);
    const VolumeDetector::Pairs before = kept.pairs();
    ASSERT_EQ(before.size(), 2u);
    shift(*bodies[0], Vec3(0.02 * detection_pixel, 0, 0));
    kept.forget();
    const VolumeDetector::Pairs after = kept.pairs();
    VolumeDetector fresh = detector_of(scene, bodies);
    const std::pair first{0, 1}, second{1, 2};
    EXPECT_EQ(after.at(second).cells.front().rows, before.at(second).cells.front().rows);
    EXPECT_EQ(after.at(first).moved, 0);
    ASSERT_EQ(after.at(first).cells.size(), fresh.pairs().at(first).cells.size());
    for (std::size_t i = 0; i < after.at(first).cells.size(); ++i)
        EXPECT_EQ(after.at(first).cells[i].gap, fresh.pairs().at(first).cells[i].gap);
}

/// A bar bent to a ring, whose ends lie in each other.
class OwnOverlap : public testing::Test {
protected:
    OwnOverlap() {
        constexpr double radius = 0.058;
        map_nodes(body(), [](const Vec3& x) {
            const double angle = x.x() / radius;
            return Vec3((radius + x.y()) * std::sin(angle), (radius + x.y()) * std::cos(angle), x.z());
        });
    }
    Body& body() { return *bodies_[0]; }
    VolumeDetector detector() { return {{bodies_[0].get()}, {detection_pixel, 0.015, true}, false}; }

private:
    std::vector<std::unique_ptr<Body>> bodies_ =
        make_bodies(parse_scene(R"({"materials": {"gel": {"density": 1000, "young": 2e4, "poisson": 0.4}},
            "bodies": [{"name": "bar", "type": "soft", "material": "gel", "shape": {"box": [0.4, 0.02, 0.02]},
                        "element": 0.02, "surface": 0.005}],
            "contact": {"detection": {"type": "ldi", "pixel": 0.001, "self": true}}})"));
};

TEST_F(OwnOverlap, GoesAlongWithABodyThatMovesAsAWhole) {
    VolumeDetector kept = detector();
    const VolumeDetector::Cells before = kept.cells();
    ASSERT_GT(before.size(), 2u) << "walls of cells cut the overlap";
    for (const Vec3& by : {Vec3(0.1, 0.37, -0.2), Vec3(12.3, 4.51, -7.77)}) {
        shift(body(), by * detection_pixel);
        kept.forget();
        const VolumeDetector::Cells now = kept.cells();
        ASSERT_EQ(now.size(), before.size());
        for (std::size_t k = 0; k < now.size(); ++k) {
            EXPECT_EQ(now[k].rows, before[k].rows) << "not drawn again";
            EXPECT_NEAR(now[k].gap, before[k].gap, 1e-12);
        }
        VolumeDetector fresh = detector();
        EXPECT_NEAR(sum_of_volumes(now), sum_of_volumes(fresh.cells()), 0.02 * sum_of_volumes(now));
    }
    // A step whose images were kept goes on from a state as without one.
    std::vector<double> state;
    kept.append_state(state);
    VolumeDetector other = detector();
    std::span<const double> values = state;
    ASSERT_TRUE(other.take_state(values));
    ASSERT_EQ(other.cells().size(), before.size());
    for (std::size_t k = 0; k < before.size(); ++k) EXPECT_EQ(other.cells()[k].gap, kept.cells()[k].gap);
}

TEST_F(OwnOverlap, IsDrawnAgainWhereTheBodyDeforms) {
    VolumeDetector kept = detector();
    const auto rows = kept.cells().front().rows;
    map_nodes(body(), [](const Vec3& x) { return Vec3(1.001 * x); });
    kept.forget();
    const VolumeDetector::Cells now = kept.cells();
    EXPECT_NE(now.front().rows, rows);
    VolumeDetector fresh = detector();
    EXPECT_EQ(sum_of_volumes(now), sum_of_volumes(fresh.cells()));
}

/// How many numbers of a contact state are about images: what follows its other parts (ContactStep::state()).
std::ptrdiff_t numbers_of_images(const std::vector<double>& state) {
    auto part = state.begin() + 2 + 3 * static_cast<std::ptrdiff_t>(state[1]);
    for (int i = 0; i < 2; ++i) part += 1 + static_cast<std::ptrdiff_t>(*part);
    return state.end() - part;
}

/// The first one flies into the others, so deep that it takes several images to part them.
Scene spheres_that_meet() {
    Scene scene = three_spheres();
    scene.bodies[0].position[0] = -0.012;
    scene.bodies[0].velocity = {2, 0, 0};
    return scene;
}

TEST(VolumeDetector, StatesGoOnWithTheImagesThatWereKept) {
    World world(spheres_that_meet());
    std::ptrdiff_t largest = 0;
    for (int i = 0; i < 12; ++i) {
        world.step();
        const WorldState saved = world.state();
        largest = std::max(largest, numbers_of_images(saved.contacts));
        World other(spheres_that_meet());
        other.restore(saved);
        World again(spheres_that_meet());
        again.restore(saved);
        EXPECT_EQ(other.state().contacts, saved.contacts);
        world.step();
        again.step();
        for (std::size_t b = 0; b < 3; ++b)
            ASSERT_EQ(again.state().bodies[b].values, world.state().bodies[b].values) << i;
        ASSERT_EQ(again.state().contacts, world.state().contacts) << i;
    }
    EXPECT_GT(largest, 0) << "no image was kept";
    World other(spheres_that_meet());
    WorldState broken = world.state();
    broken.contacts.push_back(0);
    EXPECT_THROW(other.restore(broken), InputError);
}

}  // namespace
}  // namespace limpet
