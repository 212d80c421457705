#include "contact/zones/find_touches.h"

#include <gmock/gmock.h>

#include <random>
#include <set>
#include <tuple>

#include "bodies/make_body.h"
#include "detect/proximity.h"

namespace limpet {
namespace {

/// Two spheres of particles and a box that stands, all at random places near each other.
Scene near_bodies(unsigned seed) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<double> shift(-0.01, 0.01);
    Scene scene = parse_scene(R"({"bodies": [
        {"name": "a", "type": "particles", "shape": {"sphere": 0.05}, "surface": 0.03, "density": 1000, "shape_memory": 20},
        {"name": "b", "type": "particles", "shape": {"sphere": 0.05}, "surface": 0.02, "density": 1000, "shape_memory": 20,
         "position": [0.095, 0, 0]},
        {"name": "wall", "type": "static", "shape": {"box": [0.2, 0.02, 0.2]}, "position": [0, -0.062, 0]}]})");
    for (BodyDescription& body : scene.bodies)
        for (double& x : body.position) x += shift(engine);
    return scene;
}

/// Vertex 2 of the first body over a face of the second.
NearPair vertex_over_face(double gap) {
    Proximity p{};
    p.features = FeaturePair::VertexFace;
    p.first = {{2, -1, -1}, {1, 0, 0}};
    p.second = {{0, 1, 2}, {0.5, 0.25, 0.25}};
    p.normal = Vec3::UnitY();
    p.gap = gap;
    p.area = 0.3;
    return {0, 1, {p}};
}

/// Every vertex with a share in a pair of features that is near, found among all pairs of simplices.
std::set<int> colliding_by_all_pairs(const std::vector<std::unique_ptr<Body>>& bodies,
                                     const std::vector<DetectionSurface>& surfaces,
                                     const ParticleNumbers& numbers, double distance) {
    std::set<int> colliding;
    for (int a = 0; a < numbers.bodies(); ++a)
        for (int b = a + 1; b < numbers.bodies(); ++b)
            for (const Proximity& p : find_proximities_all_pairs(surfaces[a], surfaces[b], 2 * distance)) {
                if (p.gap >= distance) continue;
                for (const auto& [body, point] : {std::pair(a, p.first), std::pair(b, p.second)})
                    for (int k = 0; k < 3; ++k)
                        if (bodies[body]->particles() > 0 && point.weights[k] > 0)
                            colliding.insert(numbers.first(body) + point.vertices[k]);
            }
    return colliding;
}

TEST(FindTouches, FindsWhatAllPairsOfSimplicesHave) {
    const double distance = 0.006;
    int found_any = 0;
    for (unsigned seed = 0; seed < 20; ++seed) {
        const std::vector<std::unique_ptr<Body>> bodies = make_bodies(near_bodies(seed));
        std::vector<int> counts;
        std::vector<DetectionSurface> surfaces;
        for (const auto& body : bodies) {
            counts.push_back(body->particles());
            surfaces.emplace_back(body->complex(), body->deforms());
            surfaces.back().update(body->collision_positions());
        }
        const ParticleNumbers numbers(counts);
        std::set<int> colliding;
        for (int a = 0; a < 3; ++a)
            for (int b = a + 1; b < 3; ++b) {
                const NearPair pair{a, b, find_proximities(surfaces[a], surfaces[b], 2 * distance)};
                for (const Touch& touch : find_touches(pair, numbers, std::vector<VertexShifts>(3), distance))
                    for (const Touch::Side* side : {&touch.first, &touch.second})
                        for (const int p : side->particles)
                            if (p >= 0) colliding.insert(p);
            }
        EXPECT_EQ(colliding, colliding_by_all_pairs(bodies, surfaces, numbers, distance)) << seed;
        found_any += !colliding.empty();
    }
    EXPECT_GT(found_any, 10);
}

TEST(FindTouches, WhatWouldOverlapAtTheEndTouches) {
    const NearPair pair = vertex_over_face(0.01);
    const ParticleNumbers numbers({3, 3});
    std::vector<VertexShifts> motion(2, VertexShifts(3, Vec3::Zero()));
    EXPECT_TRUE(find_touches(pair, numbers, motion, 0.002).empty());
    motion[0][2] = {0, -0.011, 0};
    const std::vector<Touch> found = find_touches(pair, numbers, motion, 0.002);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_THAT(found[0].first.particles, testing::ElementsAre(2, -1, -1));
    EXPECT_THAT(found[0].second.particles, testing::ElementsAre(3, 4, 5));
    EXPECT_EQ(found[0].first.area, 0.3);
    EXPECT_EQ(found[0].second.area, 0);
    EXPECT_FALSE(found[0].parts);
    motion[0][2] = {0, 0.001, 0};
    EXPECT_TRUE(find_touches(pair, numbers, motion, 0.02)[0].parts);
}

/// What parts is not late, however deep it is.
TEST(FindTouches, WhatComesNearerAndOverlapsAtTheEndIsLate) {
    const ParticleNumbers numbers({3, 3});
    std::vector<VertexShifts> motion(2, VertexShifts(3, Vec3::Zero()));
    for (const auto& [gap, shift, is_late] : {std::tuple(0.01, -0.009, false),
                                              {0.01, -0.011, true},
                                              {-0.01, 0.001, false},
                                              {-0.01, -0.001, true}}) {
        motion[0][2] = {0, shift, 0};
        EXPECT_EQ(find_late_touches(vertex_over_face(gap), numbers, motion).size(), is_late ? 1u : 0u)
            << gap << " " << shift;
    }
}

}  // namespace
}  // namespace limpet
