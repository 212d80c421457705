/// Chords of a dent under a round shape: what flat faces, fitting dents and everything between have of them.

#include "detect/round_on_facets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "support/placed_surfaces.h"

namespace limpet {
namespace {

constexpr double facet_ball_radius = 0.05, facet_cell = 0.008;
constexpr int cells = 8;

/// A square of triangles about the origin, bent to y = κ (x² + z²)/2.
Placed dented(double curvature, bool deforms = true) {
    std::vector<Vec3> x;
    std::vector<Triangle> triangles;
    for (int i = 0; i <= cells; ++i)
        for (int j = 0; j <= cells; ++j) {
            const double a = facet_cell * (i - cells / 2), b = facet_cell * (j - cells / 2);
            x.emplace_back(a, curvature * (a * a + b * b) / 2, b);
        }
    for (int i = 0; i < cells; ++i)
        for (int j = 0; j < cells; ++j) {
            const int a = i * (cells + 1) + j, b = a + cells + 1;
            triangles.push_back({a, a + 1, b});
            triangles.push_back({b, a + 1, b + 1});
        }
    return {CollisionComplex::of_triangles(triangles, static_cast<int>(x.size())), x, deforms};
}

/// Over the middle of a triangle.
Placed ball_at_height(double height) {
    return {CollisionComplex::of_point(facet_ball_radius), {{facet_cell / 3, height, facet_cell / 3}}, false};
}

bool is_of_a_vertex(const Proximity& p) {
    return p.features == FeaturePair::FaceVertex;
}

std::vector<Proximity> found_with(const Placed& round, const Placed& facets, bool allow = true) {
    std::vector<Proximity> found = find_proximities(round.surface, facets.surface, 1e-3);
    if (allow)
        allow_for_chords(
            round.surface, facets.surface, [](int) { return false; }, found);
    return found;
}

double deepest_on_facets(const std::vector<Proximity>& found, bool of_vertices) {
    double least = 1;
    for (const Proximity& p : found)
        if (is_of_a_vertex(p) == of_vertices) least = std::min(least, p.gap);
    return least;
}

TEST(RoundOnFacets, AFlatFaceIsExact) {
    const Placed round = ball_at_height(facet_ball_radius - 1e-4), face = dented(0);
    const std::vector<Proximity> found = found_with(round, face);
    EXPECT_EQ(found.size(), found_with(round, face, false).size());
    EXPECT_NEAR(deepest_on_facets(found, false), -1e-4, 1e-15);
    for (const Proximity& p : found) EXPECT_EQ(p.chord, 0);
}

TEST(RoundOnFacets, InADentThatFitsVerticesSpeakForAll) {
    const Placed round = ball_at_height(facet_ball_radius), dent = dented(1 / facet_ball_radius);
    const std::vector<Proximity> exact = found_with(round, dent, false), found = found_with(round, dent);
    EXPECT_LT(deepest_on_facets(exact, false), -0.5 * facet_cell * facet_cell / (6 * facet_ball_radius))
        << "the set-up: chords lie in the ball";
    EXPECT_TRUE(std::all_of(found.begin(), found.end(), is_of_a_vertex));
    EXPECT_EQ(std::count_if(exact.begin(), exact.end(), is_of_a_vertex), std::ssize(found));
}

TEST(RoundOnFacets, WhatKeepsItsShapeIsExact) {
    const Placed round = ball_at_height(facet_ball_radius), dent = dented(1 / facet_ball_radius, false);
    EXPECT_EQ(found_with(round, dent).size(), found_with(round, dent, false).size());
}

/// The order of the two surfaces makes no difference.
TEST(RoundOnFacets, EitherMayComeFirst) {
    const Placed round = ball_at_height(facet_ball_radius), dent = dented(0.1 / facet_ball_radius);
    std::vector<Proximity> swapped = find_proximities(dent.surface, round.surface, 1e-3);
    allow_for_chords(
        dent.surface, round.surface, [](int) { return false; }, swapped);
    const std::vector<Proximity> found = found_with(round, dent);
    ASSERT_EQ(swapped.size(), found.size());
    double sum = 0, other_sum = 0;
    for (const Proximity& p : found) sum += p.gap + p.chord;
    for (const Proximity& p : swapped) other_sum += p.gap + p.chord;
    EXPECT_NEAR(sum, other_sum, 1e-15);
}

/// From flat to fitting, a facet's gap changes as little as the surface does, and the facet is left out where
/// its gap is what its corners' gaps make it.
TEST(RoundOnFacets, GapsAreContinuousInTheMotion) {
    constexpr int steps = 2000;
    const Placed round = ball_at_height(facet_ball_radius - 1e-4);
    const double most = 20 * facet_cell * facet_cell / facet_ball_radius / steps;
    std::map<int, Proximity> before;
    int left_out = 0;
    for (int i = 0; i <= steps; ++i) {
        const Placed dent = dented(i / (steps * facet_ball_radius));
        std::map<int, Proximity> now;
        for (const Proximity& p : found_with(round, dent))
            if (!is_of_a_vertex(p)) now.emplace(p.second_feature, p);
        for (const auto& [facet, p] : before) {
            const auto found = now.find(facet);
            if (found != now.end()) {
                EXPECT_NEAR(found->second.gap, p.gap, most) << i;
                continue;
            }
            double corners = 0;
            for (int k = 0; k < 3; ++k)
                corners +=
                    p.second.weights[k] *
                    ((dent.positions[p.second.vertices[k]] - round.positions[0]).norm() - facet_ball_radius);
            EXPECT_NEAR(p.gap, corners, most) << i;
            ++left_out;
        }
        before = now;
    }
    EXPECT_GT(left_out, 0);
    EXPECT_TRUE(before.empty());
}

}  // namespace
}  // namespace limpet
