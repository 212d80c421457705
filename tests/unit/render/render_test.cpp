#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/error.h"
#include "limpet/render.h"
#include "limpet/world.h"
#include "render/camera.h"
#include "render/studio.h"
#include "unit/render/frames.h"

namespace limpet {
namespace {

using test::box;
using test::sphere;

std::array<int, 3> pixel(const Image& image, int column, int row) {
    const std::size_t at = 3 * (static_cast<std::size_t>(row) * image.width + column);
    return {image.rgb[at], image.rgb[at + 1], image.rgb[at + 2]};
}

/// The pixel that a point lands on.
std::array<int, 3> pixel_of(const Image& image, const View& view, const Vec3& point) {
    const auto [x, y] = *view.project(point);
    return pixel(image, static_cast<int>(0.5 * (1 + x) * image.width),
                 static_cast<int>(0.5 * (1 - y) * image.height));
}

RenderSettings small(int width, int height, int samples) {
    RenderSettings settings;
    settings.width = width;
    settings.height = height;
    settings.samples = samples;
    return settings;
}

Frame still_life() {
    Frame frame;
    frame.time = 0.25;
    frame.bodies = {sphere("ball", {0, 0.5, 0}, 0.5, 24), box("crate", {1, 0.3, 0.4}, {0.3, 0.3, 0.3}),
                    test::floor(-0.1, 20)};
    frame.bodies[0].type = BodyType::Soft;
    for (const Vector3& p : frame.bodies[0].vertices) frame.bodies[0].velocities.push_back({p[1], 0, 0});
    return frame;
}

TEST(Render, SameBytesForAnyNumberOfThreads) {
    RenderSettings settings = small(120, 75, 16);
    settings.edges = settings.time_stamp = true;
    settings.color_by = "speed";
    set_threads(1);
    const Image one = render(still_life(), settings);
    for (const int threads : {2, 4}) {
        set_threads(threads);
        EXPECT_EQ(render(still_life(), settings).rgb, one.rgb) << threads;
    }
    set_threads(0);
    EXPECT_EQ(render(still_life(), settings).rgb, one.rgb);
}

TEST(Render, ARedSphereIsRedInTheMiddleAndTheCornersAreBackground) {
    Frame frame;
    frame.bodies = {sphere("ball", {0, 0, 0}, 1)};
    frame.bodies[0].color = "red";
    RenderSettings settings = small(96, 60, 16);
    const Image image = render(frame, settings), empty = render(Frame{}, settings);
    const auto [red, green, blue] = pixel(image, 48, 30);
    EXPECT_GT(red, 140);
    EXPECT_LT(green, 80);
    EXPECT_LT(blue, 80);
    for (const int column : {0, 95}) {
        const std::array<int, 3> found = pixel(image, column, 0), expected = pixel(empty, column, 0);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 2);
    }
}

TEST(Render, SilhouetteHasTheProjectedArea) {
    Frame frame;
    frame.bodies = {sphere("ball", {0, 0, 0}, 1, 96)};
    frame.bodies[0].color = "red";
    frame.bodies[0].type = BodyType::Soft;
    // Half of the background's light, none of the sphere's, in the green.
    const int half_covered = 178;
    for (const double scale : {1.0, 1e6, 1e-6}) {
        Frame scaled = frame;
        for (Vector3& p : scaled.bodies[0].vertices)
            for (double& x : p) x *= scale;
        RenderSettings settings = small(300, 240, 16);
        settings.ground = false;
        settings.camera.position = Vector3{0, 0, 5 * scale};
        settings.camera.target = Vector3{0, 0, 0};
        const Image image = render(scaled, settings);
        int inside = 0;
        for (int row = 0; row < image.height; ++row)
            for (int column = 0; column < image.width; ++column)
                if (pixel(image, column, row)[1] < half_covered) ++inside;
        // A sphere fills the cone of half angle asin(r / d).
        const double radius = std::tan(std::asin(1.0 / 5)) / std::tan(17.5 * M_PI / 180) * 120;
        EXPECT_NEAR(inside, M_PI * radius * radius, 0.01 * M_PI * radius * radius) << scale;
    }
}

TEST(Render, TheFloorShowsTheShadow) {
    Frame frame;
    frame.bodies = {sphere("ball", {0, 0, 0}, 0.3)};
    RenderSettings settings = small(160, 100, 16);
    settings.ground_height = -0.6;
    settings.camera.position = Vector3{2, 2, 3};
    settings.camera.target = Vector3{0, -0.3, 0};
    const Image with = render(frame, settings);
    settings.ground = false;
    const Image without = render(frame, settings);
    const View view = make_view(settings.camera, settings.width, settings.height);
    const Vec3 key = make_studio(view, Vec3::UnitY()).key.cast<double>();
    const Vec3 shadow = -key * (0.6 / key.y());
    EXPECT_LT(pixel_of(with, view, shadow)[1], 0.85 * pixel_of(without, view, shadow)[1]);
    // The same distance towards the light there is none.
    const Vec3 lit(3 * key.x(), -0.6, 3 * key.z());
    EXPECT_NEAR(pixel_of(with, view, lit)[1], pixel_of(without, view, lit)[1], 8);
}

TEST(Render, ABodyShadesABodyBelow) {
    Frame frame = still_life();
    frame.bodies.erase(frame.bodies.begin() + 1);
    RenderSettings settings = film_settings({frame}, small(160, 100, 16));
    const Image with = render(frame, settings);
    const View view = make_view(settings.camera, settings.width, settings.height);
    const Vec3 key = make_studio(view, Vec3::UnitY()).key.cast<double>();
    const Vec3 shadow = Vec3(0, 0.5, 0) - key * (0.6 / key.y());
    frame.bodies.erase(frame.bodies.begin());
    const Image without = render(frame, settings);
    EXPECT_LT(pixel_of(with, view, shadow)[1], 0.85 * pixel_of(without, view, shadow)[1]);
}

TEST(Render, OpenSurfacesAreSeenFromBothSides) {
    Frame frame;
    frame.bodies = {test::floor(0, 1)};
    frame.bodies[0].color = "#c04020";
    for (const double side : {1.0, -1.0}) {
        RenderSettings settings = small(20, 20, 16);
        settings.ground = false;
        settings.camera.position = Vector3{0.1, 3 * side, 0.1};
        settings.camera.target = Vector3{0, 0, 0};
        const auto [red, green, blue] = pixel(render(frame, settings), 10, 10);
        EXPECT_GT(red, 60);
        EXPECT_GT(red, 1.5 * blue);
    }
}

TEST(Render, FlatFacesHaveNoAcne) {
    Frame frame;
    frame.bodies = {box("crate", {1000, 0, 0}, {1, 1, 1})};
    RenderSettings settings = small(60, 60, 16);
    settings.ground = false;
    settings.camera.position = Vector3{1000, 6, 0.1};
    settings.camera.target = Vector3{1000, 0, 0};
    const Image image = render(frame, settings);
    const int middle = pixel(image, 30, 30)[2];
    for (int row = 24; row < 36; ++row)
        for (int column = 24; column < 36; ++column) EXPECT_NEAR(pixel(image, column, row)[2], middle, 4);
}

TEST(Render, NothingToSeeIsBackground) {
    RenderSettings settings = small(32, 20, 4);
    const Image empty = render(Frame{}, settings);
    EXPECT_EQ(empty.rgb.size(), 3u * 32 * 20);
    EXPECT_GT(*std::min_element(empty.rgb.begin(), empty.rgb.end()), 200);
    Frame points;
    points.bodies = {sphere("dust", {0, 0, 0}, 1, 4)};
    points.bodies[0].triangles.clear();
    settings.ground = false;
    EXPECT_EQ(render(points, settings).rgb, empty.rgb);
    Frame flat;
    flat.bodies = {sphere("point", {0, 0, 0}, 0, 4)};
    EXPECT_EQ(render(flat, settings).rgb, empty.rgb);
}

std::string picture_complaint(const Frame& frame, const RenderSettings& settings) {
    try {
        render(frame, settings);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Render, ComplaintsNameTheBodyOrTheSetting) {
    const RenderSettings settings = small(16, 10, 1);
    Frame frame = still_life();
    frame.bodies[1].vertices[3][2] = std::nan("");
    EXPECT_THAT(picture_complaint(frame, settings), testing::HasSubstr("crate: vertex 3"));
    frame = still_life();
    frame.bodies[0].triangles[5][1] = 100000;
    EXPECT_THAT(picture_complaint(frame, settings), testing::HasSubstr("ball: triangle 5 has vertex 100000"));
    frame = still_life();
    frame.bodies[0].color = "blu";
    EXPECT_THAT(picture_complaint(frame, settings), testing::HasSubstr("did you mean \"blue\""));

    RenderSettings wrong = settings;
    wrong.width = 0;
    EXPECT_THAT(picture_complaint(still_life(), wrong),
                testing::HasSubstr("width: must be from 1 to 8192, but is 0"));
    wrong = settings;
    wrong.samples = 100000;
    EXPECT_THAT(picture_complaint(still_life(), wrong), testing::HasSubstr("samples"));
    wrong = settings;
    wrong.color_by = "sped";
    EXPECT_THAT(picture_complaint(still_life(), wrong), testing::HasSubstr("did you mean \"speed\""));
    wrong = settings;
    wrong.color_range = {2.0, 1.0};
    EXPECT_THAT(picture_complaint(still_life(), wrong), testing::HasSubstr("color_range"));
}

TEST(Render, FilmSettingsHoldForAllFrames) {
    Frame first = still_life(), last = still_life();
    for (Vector3& p : last.bodies[0].vertices) p[0] -= 3;
    for (Vector3& v : last.bodies[0].velocities) v[0] = 7;
    first.bodies.pop_back();
    last.bodies.pop_back();
    RenderSettings settings = small(96, 60, 1);
    settings.color_by = "speed";
    const RenderSettings film = film_settings({first, last}, settings);
    EXPECT_TRUE(film.camera.position && film.camera.target && film.focus && film.ground);
    EXPECT_EQ(*film.color_range, (std::array<double, 2>{0, 7}));
    EXPECT_LT(*film.ground_height, 0);
    EXPECT_GT(*film.ground_height, -0.05);
    EXPECT_LT((*film.focus)[0][0], -3);
    // A floor that is a body needs no other one.
    EXPECT_FALSE(film_settings({still_life()}, settings).ground);
}

}  // namespace
}  // namespace limpet
