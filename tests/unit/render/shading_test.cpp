#include <gtest/gtest.h>

#include "render/canvas.h"
#include "render/color_map.h"
#include "render/sampling.h"
#include "render/surface.h"
#include "unit/render/frames.h"

namespace limpet {
namespace {

std::vector<Vec3> points_of(const BodyFrame& body) {
    std::vector<Vec3> out;
    for (const Vector3& p : body.vertices) out.push_back(to_vec3(p));
    return out;
}

TEST(Normals, SphereIsSmooth) {
    const BodyFrame ball = test::sphere("ball", {0, 0, 0}, 1, 32);
    const std::vector<Vec3f> normals = corner_normals(points_of(ball), ball.triangles);
    for (std::size_t t = 0; t < ball.triangles.size(); ++t)
        for (int k = 0; k < 3; ++k)
            // Within the angle that a ring spans.
            EXPECT_GT(normals[3 * t + k].dot(to_vec3(ball.vertices[ball.triangles[t][k]]).cast<float>()),
                      std::cos(std::numbers::pi_v<float> / 32));
}

TEST(Normals, BoxKeepsItsEdges) {
    const BodyFrame crate = test::box("crate", {0, 0, 0}, {1, 2, 3});
    const std::vector<Vec3f> normals = corner_normals(points_of(crate), crate.triangles);
    for (const Vec3f& n : normals) EXPECT_NEAR(n.cwiseAbs().maxCoeff(), 1, 1e-6);
}

TEST(Normals, VerticesAtTheSamePlaceCountAsOne) {
    const BodyFrame ball = test::sphere("ball", {0, 0, 0}, 1, 16);
    const std::vector<Vec3> points = points_of(ball);
    std::vector<Vec3> soup;
    std::vector<Triangle> triangles;
    for (const Triangle& t : ball.triangles) {
        const int first = static_cast<int>(soup.size());
        for (const int v : t) soup.push_back(points[v]);
        triangles.push_back({first, first + 1, first + 2});
    }
    const std::vector<Vec3f> shared = corner_normals(points, ball.triangles),
                             split = corner_normals(soup, triangles);
    for (std::size_t i = 0; i < split.size(); ++i) EXPECT_LT((split[i] - shared[i]).norm(), 1e-5f);
}

TEST(Normals, DegenerateTrianglesAndHugeFansAreFine) {
    std::vector<Vec3> points = {Vec3::Zero()};
    std::vector<Triangle> triangles = {{0, 0, 0}};
    constexpr int count = 20000;
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * i / count;
        points.emplace_back(std::cos(angle), 0, -std::sin(angle));
        triangles.push_back({0, 1 + i, 1 + (i + 1) % count});
    }
    for (const Vec3f& n : corner_normals(points, triangles)) EXPECT_TRUE(n.allFinite());
    EXPECT_NEAR(corner_normals(points, triangles)[3].y(), 1, 1e-5);
}

TEST(Sampling, SixteenPointsFillSixteenCells) {
    const SquareSampler sampler(16);
    for (const std::uint32_t key : {0u, 1u, 12345u, 0xffffffffu}) {
        std::array<int, 16> cells{}, columns{}, rows{};
        for (int i = 0; i < 16; ++i) {
            const SquarePoint p = sampler.point(key, i);
            ASSERT_TRUE(p.x >= 0 && p.x < 1 && p.y >= 0 && p.y < 1);
            ++cells[4 * static_cast<int>(4 * p.x) + static_cast<int>(4 * p.y)];
            ++columns[static_cast<int>(16 * p.x)];
            ++rows[static_cast<int>(16 * p.y)];
        }
        for (int i = 0; i < 16; ++i) EXPECT_TRUE(cells[i] == 1 && columns[i] == 1 && rows[i] == 1);
    }
}

TEST(ColorMap, GetsLighterAllTheWay) {
    float last = 0;
    for (int i = 0; i <= 100; ++i) {
        const Light color = map_color(0.01f * static_cast<float>(i));
        const float luminance = 0.2126f * color[0] + 0.7152f * color[1] + 0.0722f * color[2];
        EXPECT_GT(luminance, last);
        last = luminance;
    }
    EXPECT_TRUE((map_color(-3) == map_color(0)).all());
    EXPECT_TRUE((map_color(3) == map_color(1)).all());
}

/// A flat wall before the eye, its left half another surface than its right.
Canvas wall(int size) {
    Canvas canvas{size, size, std::vector<Pixel>(static_cast<std::size_t>(size) * size)};
    std::uint32_t state = 7;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            Pixel& pixel = canvas.pixels[canvas.index(column, row)];
            pixel.surface = column < size / 2 ? 0 : 1;
            pixel.place = Vec3f(0.01f * static_cast<float>(column), 0.01f * static_cast<float>(row), -10);
            pixel.normal = Vec3f::UnitZ();
            state = hash_bits(state);
            const float noise = static_cast<float>(state) / 4294967296.0f - 0.5f;
            pixel.irradiance = Light::Constant((column < size / 2 ? 0.3f : 0.7f) + 0.2f * noise);
            pixel.variance = 0.04f / 12;
        }
    return canvas;
}

TEST(Denoise, EvensOutNoiseButNothingElse) {
    Canvas canvas = wall(64);
    smooth_irradiance(canvas, Vec3f::Zero(), 1e-3f);
    for (int row = 0; row < 64; ++row)
        for (int column = 0; column < 64; ++column)
            EXPECT_NEAR(canvas.at(column, row).irradiance[0], column < 32 ? 0.3f : 0.7f, 0.05f);
}

TEST(Denoise, LeavesSharpShadowsAlone) {
    Canvas canvas = wall(32);
    for (int i = 0; i < 32 * 32; ++i) {
        canvas.pixels[i].surface = 0;
        canvas.pixels[i].irradiance = Light::Constant(i % 32 < 16 ? 0.2f : 0.9f);
        canvas.pixels[i].variance = 0;
    }
    const Canvas before = canvas;
    smooth_irradiance(canvas, Vec3f::Zero(), 1e-3f);
    for (int i = 0; i < 32 * 32; ++i)
        EXPECT_NEAR(canvas.pixels[i].irradiance[0], before.pixels[i].irradiance[0], 0.01f);
}

}  // namespace
}  // namespace limpet
