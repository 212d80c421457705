#include "render/camera.h"

#include <gtest/gtest.h>

#include "limpet/error.h"
#include "unit/render/frames.h"

namespace limpet {
namespace {

using test::box;

/// The largest picture coordinate of all corners of all bodies' boxes; infinite if one is behind the camera.
double farthest_out(const std::vector<Frame>& frames, const RenderSettings& settings, const Camera& camera) {
    const View view = make_view(camera, settings.width, settings.height);
    double farthest = 0;
    for (const Frame& frame : frames)
        for (const BodyFrame& body : frame.bodies) {
            Box3 bounds;
            for (const Vector3& p : body.vertices) bounds.extend(to_vec3(p));
            for (int i = 0; i < 8; ++i) {
                const auto place = view.project(bounds.corner(static_cast<Box3::CornerType>(i)));
                if (!place) return std::numeric_limits<double>::infinity();
                farthest = std::max({farthest, std::abs((*place)[0]), std::abs((*place)[1])});
            }
        }
    return farthest;
}

Frame frame_of(std::vector<BodyFrame> bodies) {
    Frame frame;
    frame.bodies = std::move(bodies);
    return frame;
}

std::vector<std::vector<Frame>> subjects() {
    return {
        {frame_of({box("cube", {0, 0, 0}, {1, 1, 1})})},
        {frame_of({box("rod", {5, -3, 2}, {4, 0.1, 0.1})})},
        {frame_of({box("tower", {0, 3, 0}, {0.2, 3, 0.2}), box("far", {2, 0, -7}, {0.1, 0.1, 0.1})})},
        {frame_of({box("tiny", {1e-6, 0, 0}, {1e-6, 2e-6, 1e-6})})},
        {frame_of({box("huge", {1e6, 0, 3e6}, {1e6, 2e6, 1e6})})},
        {frame_of({box("flat", {0, 0, 0}, {1, 0, 1})})},
        {frame_of({box("falls", {0, 5, 0}, {1, 1, 1})}), frame_of({box("falls", {3, -5, 0}, {1, 1, 1})})}};
}

TEST(Camera, FramesAllCornersTightly) {
    for (const auto& frames : subjects())
        for (const auto& [width, height] : {std::pair{960, 600}, {600, 960}, {500, 500}, {1600, 200}})
            for (const double angle : {10.0, 35.0, 100.0}) {
                RenderSettings settings;
                settings.width = width;
                settings.height = height;
                settings.camera.field_of_view = angle;
                const double farthest = farthest_out(frames, settings, frame_camera(frames, settings));
                EXPECT_LE(farthest, 0.921) << frames[0].bodies[0].name << ' ' << width << ' ' << height;
                if (angle > 40) continue;  // the least distance may keep such a camera away
                EXPECT_GE(farthest, 0.85) << frames[0].bodies[0].name << ' ' << width << ' ' << height;
            }
}

TEST(Camera, LooksDownAtTheDefaultAngles) {
    const Camera camera = frame_camera({frame_of({box("cube", {0, 0, 0}, {1, 1, 1})})}, {});
    const Vec3 away = (to_vec3(*camera.position) - to_vec3(*camera.target)).normalized();
    EXPECT_NEAR(std::asin(away.y()), 25 * M_PI / 180, 1e-12);
    EXPECT_NEAR(std::atan2(away.x(), away.z()), 30 * M_PI / 180, 1e-12);
}

TEST(Camera, WhatIsGivenStays) {
    const std::vector<Frame> frames = {frame_of({box("cube", {4, 0, 0}, {1, 1, 1})})};
    RenderSettings settings;
    settings.camera.target = Vector3{1, 0, 0};
    Camera camera = frame_camera(frames, settings);
    EXPECT_EQ(*camera.target, (Vector3{1, 0, 0}));
    EXPECT_LE(farthest_out(frames, settings, camera), 0.921);
    settings.camera.position = Vector3{1, 2, 3};
    camera = frame_camera(frames, settings);
    EXPECT_EQ(*camera.position, (Vector3{1, 2, 3}));
    EXPECT_EQ(*camera.target, (Vector3{1, 0, 0}));
    settings.camera.target.reset();
    camera = frame_camera(frames, settings);
    EXPECT_EQ(*camera.position, (Vector3{1, 2, 3}));
    EXPECT_EQ(*camera.target, (Vector3{4, 0, 0}));
}

TEST(Camera, AWideFloorDoesNotCount) {
    const BodyFrame cube = box("cube", {0, 1, 0}, {1, 1, 1});
    RenderSettings settings;
    const Camera with_floor = frame_camera({frame_of({cube, test::floor(0, 100)})}, settings);
    const double size = farthest_out({frame_of({cube})}, settings, with_floor);
    EXPECT_GT(size, 0.5);
    EXPECT_LT(size, 0.92);
    // A static body of the subject's own size does.
    BodyFrame stand = box("stand", {2.5, 0.5, 0}, {0.5, 0.5, 0.5});
    stand.type = BodyType::Static;
    const std::vector<Frame> frames = {frame_of({cube, stand})};
    EXPECT_LE(farthest_out(frames, settings, frame_camera(frames, settings)), 0.921);
}

TEST(Camera, LeavesRoomForTheColorBar) {
    const std::vector<Frame> frames = {frame_of({box("cube", {0, 0, 0}, {1, 1, 1})})};
    RenderSettings settings;
    settings.width = settings.height = 400;
    settings.color_by = "speed";
    const View view = make_view(frame_camera(frames, settings), 400, 400);
    for (const Vector3& p : frames[0].bodies[0].vertices) EXPECT_LT((*view.project(to_vec3(p)))[0], 0.65);
}

TEST(Camera, AnyUpWorks) {
    const std::vector<Frame> frames = {frame_of({box("rod", {1, 2, 3}, {0.3, 0.5, 2})})};
    for (const Vector3& up : {Vector3{0, 0, 1}, {1, 0, 0}, {0, -1, 0}, {1, 1, 1}}) {
        RenderSettings settings;
        settings.camera.up = up;
        const Camera camera = frame_camera(frames, settings);
        EXPECT_LE(farthest_out(frames, settings, camera), 0.921);
        EXPECT_GT(make_view(camera, 4, 3).up.dot(to_vec3(up)), 0);
    }
}

TEST(Camera, ComplainsAboutNonsense) {
    RenderSettings settings;
    settings.camera.up = {0, 0, 0};
    EXPECT_THROW(frame_camera({Frame{}}, settings), InputError);
    settings = {};
    settings.camera.field_of_view = 180;
    EXPECT_THROW(frame_camera({Frame{}}, settings), InputError);
    Camera camera;
    camera.position = camera.target = Vector3{1, 1, 1};
    EXPECT_THROW(make_view(camera, 4, 3), InputError);
    camera.position = Vector3{std::nan(""), 0, 0};
    EXPECT_THROW(make_view(camera, 4, 3), InputError);
}

}  // namespace
}  // namespace limpet
