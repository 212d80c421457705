#include "render/quantity.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "limpet/error.h"
#include "render/nearest.h"

namespace limpet {
namespace {

/// Points without a pattern, the same in every run.
std::vector<Vector3> scattered(int count, unsigned seed) {
    std::vector<Vector3> points(count);
    for (Vector3& p : points)
        for (double& x : p) x = (seed = 1664525 * seed + 1013904223) / 4294967296.0;
    return points;
}

TEST(NearestPoints, AgreeWithTryingThemAll) {
    std::vector<Vector3> points = scattered(500, 1);
    points.insert(points.end(), points.begin(), points.begin() + 50);  // some twice
    const NearestPoints nearest(points);
    for (const Vector3& q : scattered(300, 2)) {
        const auto squared = [&](const Vector3& p) {
            return (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                   (p[2] - q[2]) * (p[2] - q[2]);
        };
        const auto best =
            std::min_element(points.begin(), points.end(),
                             [&](const Vector3& a, const Vector3& b) { return squared(a) < squared(b); });
        EXPECT_EQ(nearest.find(q), best - points.begin());
    }
}

/// Two tetrahedra on a shared face, and a surface that hangs in them.
BodyFrame soft_body() {
    BodyFrame body;
    body.name = "jelly";
    body.type = BodyType::Soft;
    body.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    body.tetrahedra = {{0, 1, 2, 3}, {1, 2, 3, 4}};
    body.vertices = {{0.2, 0.2, 0.2}, {0.1, 0.6, 0.2}, {0.5, 0.5, 0.5}, {0, 0, 0}};
    body.triangles = {{0, 1, 2}};
    for (const Vector3& p : body.nodes) body.displacements.push_back({0, 1 + p[0] + 2 * p[1] + 3 * p[2], 0});
    return body;
}

TEST(Quantity, LinearFieldsOfNodesReachTheSurfaceExactly) {
    const BodyFrame body = soft_body();
    const std::vector<double> values = surface_values(body, "displacement");
    ASSERT_EQ(values.size(), body.vertices.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Vector3& p = body.vertices[i];
        EXPECT_NEAR(values[i], 1 + p[0] + 2 * p[1] + 3 * p[2], 1e-12);
    }
}

TEST(Quantity, EvenStressStaysEven) {
    BodyFrame body = soft_body();
    body.von_mises = {5e3, 5e3};
    for (const double value : surface_values(body, "von_mises")) EXPECT_NEAR(value, 5e3, 1e-9);
    // Node 0 belongs to the first tetrahedron alone.
    body.von_mises = {1e3, 9e3};
    EXPECT_NEAR(surface_values(body, "von_mises")[3], 1e3, 1e-9);
}

TEST(Quantity, BodiesWithoutItHaveNoValues) {
    BodyFrame body = soft_body();
    EXPECT_TRUE(surface_values(body, "von_mises").empty());
    EXPECT_TRUE(surface_values(body, "speed").empty());
    EXPECT_TRUE(surface_values(body, "").empty());
    Frame frame;
    frame.bodies = {body};
    EXPECT_EQ(largest_value(frame, "speed"), 0);
}

TEST(Quantity, ListsThatDoNotFitAreRefused) {
    BodyFrame body = soft_body();
    body.velocities.resize(2);
    EXPECT_THROW(surface_values(body, "speed"), InputError);
    body.von_mises = {1};
    EXPECT_THROW(surface_values(body, "von_mises"), InputError);
    body = soft_body();
    body.tetrahedra[1][0] = 17;
    EXPECT_THROW(surface_values(body, "displacement"), InputError);
    body = soft_body();
    body.nodes[2][0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(surface_values(body, "displacement"), InputError);
}

}  // namespace
}  // namespace limpet
