#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/error.h"
#include "limpet/render.h"
#include "limpet/threads.h"
#include "render/shading.h"
#include "unit/render/frames.h"

namespace limpet {
namespace {

using testing::HasSubstr;

/// A square of side 2 across the z axis.
Surface sheet(float z, float opacity, const Light& albedo = Light::Constant(0.5f)) {
    Surface surface;
    surface.vertices = {{-1, -1, z}, {1, -1, z}, {1, 1, z}, {-1, 1, z}};
    surface.triangles = {{0, 1, 2}, {0, 2, 3}};
    surface.normals.assign(6, Vec3f::UnitZ());
    surface.finish = {albedo, 0.5f, 0.0f};
    surface.opacity = opacity;
    return surface;
}

/// From z = 5 down the z axis, beside the diagonal of the squares, and slanted against it.
Ray towards_sheets(float slant = 0) {
    const Vec3f direction(std::sin(slant), 0, -std::cos(slant));
    return {Vec3f(0.1f, 0.2f, 0) - 5 * direction, direction};
}

Light tint_of(const std::vector<Surface>& surfaces, const Ray& ray, const Light& behind) {
    const Tracer tracer(surfaces);
    const Studio studio;
    const Shader shader(surfaces, tracer, studio);
    const Seen seen = shader.look(ray, tracer.closest(ray), {{0.5f, 0.5f}, {0.5f, 0.5f}, false}, behind, 0);
    return seen.tint + seen.shine;
}

TEST(Transparency, EachLayerAddsWhatThoseBeforeItLetThrough) {
    const Light red(0.8f, 0.1f, 0.1f), green(0.1f, 0.8f, 0.1f), blue(0.1f, 0.1f, 0.8f), white(1, 1, 1);
    // In an order that is not that along the ray.
    const std::vector<Surface> surfaces = {sheet(-1, 0.3f, blue), sheet(1, 0.4f, red), sheet(0, 0.5f, green)};
    const Light expected = 0.4f * red + 0.6f * (0.5f * green + 0.5f * (0.3f * blue + 0.7f * white));
    const Light found = tint_of(surfaces, towards_sheets(), white);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1e-6f);
}

TEST(Transparency, AnOpaqueLayerIsTheLast) {
    const Light red(0.8f, 0.1f, 0.1f), green(0.1f, 0.8f, 0.1f);
    const std::vector<Surface> surfaces = {sheet(-1, 0.3f), sheet(1, 0.4f, red), sheet(0, 1, green)};
    const Light found = tint_of(surfaces, towards_sheets(), Light::Ones());
    const Light expected = 0.4f * red + 0.6f * green;
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1e-6f);
    const Tracer tracer(surfaces);
    EXPECT_EQ(tracer.hits_through(towards_sheets()).size(), 2u);
    EXPECT_EQ(tracer.light_through(towards_sheets()), 0);
}

/// Bodies that stick together share a face: both of its sides are there.
TEST(Transparency, SurfacesInOnePlaceBothCount) {
    const std::vector<Surface> surfaces(5, sheet(0, 0.2f));
    const Tracer tracer(surfaces);
    std::vector<int> found;
    for (const Hit& hit : tracer.hits_through(towards_sheets())) found.push_back(hit.surface);
    EXPECT_EQ(found, (std::vector<int>{0, 1, 2, 3, 4}));
    EXPECT_NEAR(tracer.light_through(towards_sheets()), std::pow(0.8f, 5.0f), 1e-6f);
}

TEST(Transparency, TheWayThroughASlantedLayerIsLonger) {
    const float slant = 0.8f, way = 1 / std::cos(slant);
    EXPECT_NEAR(opacity_along(0.3f, std::cos(slant)), 1 - std::pow(0.7f, way), 1e-6f);
    EXPECT_EQ(opacity_along(1, 0.5f), 1);
    EXPECT_LT(opacity_along(0.01f, 0), 0.1f) << "but not without end";
    const std::vector<Surface> surfaces = {sheet(0, 0.3f, Light::Zero())};
    const float seen = tint_of(surfaces, towards_sheets(slant), Light::Ones())[0];
    EXPECT_NEAR(seen, std::pow(0.7f, way), 1e-5f);
    EXPECT_NEAR(Tracer(surfaces).light_through(towards_sheets(slant)), std::pow(0.7f, way), 1e-5f);
}

Frame ball_behind_box() {
    Frame frame;
    frame.bodies = {test::sphere("ball", {0, 0, -2}, 0.5, 24), test::box("crate", {0, 0, 0}, {1, 1, 0.1})};
    frame.bodies[0].color = "red";
    frame.bodies[1].color = "white";
    return frame;
}

RenderSettings from_the_front() {
    RenderSettings settings;
    settings.width = 80, settings.height = 60, settings.samples = 8;
    settings.camera.position = Vector3{0, 0, 6};
    settings.camera.target = Vector3{0, 0, 0};
    return settings;
}

TEST(Transparency, ShowsWhatIsBehind) {
    RenderSettings settings = from_the_front();
    const auto redness = [&] {
        const Image image = render(ball_behind_box(), settings);
        const std::uint8_t* middle = &image.rgb[3 * (30 * 80 + 40)];
        return middle[0] - middle[1];
    };
    const int opaque = redness();
    settings.body_opacity["crate"] = 0.5;
    const int half = redness();
    settings.body_opacity["crate"] = 0.1;
    EXPECT_LT(opaque, 5);
    EXPECT_GT(half, 20);
    EXPECT_GT(redness(), half + 20);
}

TEST(Transparency, SameBytesForAnyNumberOfThreads) {
    RenderSettings settings = from_the_front();
    settings.opacity = 0.4;
    set_threads(1);
    const Image one = render(ball_behind_box(), settings);
    set_threads(4);
    EXPECT_EQ(render(ball_behind_box(), settings).rgb, one.rgb);
    set_threads(0);
    settings.opacity = 1;
    EXPECT_EQ(render(ball_behind_box(), settings).rgb, render(ball_behind_box(), from_the_front()).rgb);
}

TEST(Transparency, RefusesWhatCannotBe) {
    const auto refusal = [](const RenderSettings& settings) {
        try {
            render(ball_behind_box(), settings);
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    for (const double opacity : {0.0, 1.5, std::nan("")}) {
        RenderSettings settings = from_the_front();
        settings.opacity = opacity;
        EXPECT_THAT(refusal(settings), HasSubstr("opacity: must be from 0.01 to 1")) << opacity;
        settings.opacity = 1;
        settings.body_opacity["ball"] = opacity;
        EXPECT_THAT(refusal(settings), HasSubstr("opacity: must be from 0.01 to 1")) << opacity;
    }
    RenderSettings settings = from_the_front();
    settings.body_opacity["bal"] = 0.5;
    EXPECT_THAT(refusal(settings), HasSubstr("there is no body \"bal\"; did you mean \"ball\"?"));
}

}  // namespace
}  // namespace limpet
