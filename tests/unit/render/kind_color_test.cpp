#include "render/kind_color.h"

#include <gtest/gtest.h>

#include "limpet/error.h"
#include "limpet/render.h"
#include "render/overlay.h"
#include "render/quantity.h"
#include "render/shading.h"
#include "unit/render/frames.h"

namespace limpet {
namespace {

/// In bytes of the picture, the largest of the three.
int difference(const Light& a, const Light& b) {
    const auto first = bytes_of(a), second = bytes_of(b);
    int largest = 0;
    for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, std::abs(first[i] - second[i]));
    return largest;
}

TEST(ZoneColor, NeighbouringIdsAreToldApart) {
    for (int first = 0; first < 200; ++first) {
        EXPECT_GT(difference(zone_color(first), zone_color(-1)), 20) << first;
        for (int second = first + 1; second < first + 8; ++second)
            EXPECT_GT(difference(zone_color(first), zone_color(second)), 30) << first << ' ' << second;
    }
}

TEST(ZoneColor, IsOfTheIdAlone) {
    EXPECT_TRUE((zone_color(17) == kind_color("zone", 17)).all());
    EXPECT_TRUE((zone_color(-1) == kind_color("zone", -1)).all());
    EXPECT_FALSE((colliding_color(true) == colliding_color(false)).all());
}

BodyFrame triangle() {
    BodyFrame body;
    body.name = "cell";
    body.vertices = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
    body.triangles = {{0, 1, 2}};
    body.zones = {3, -1, 11};
    body.colliding = {1, 0, 1};
    return body;
}

TEST(ZoneColor, AVertexColoursWhatOfATriangleIsNearestToIt) {
    Surface surface;
    surface.vertices = {{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}};
    surface.triangles = {{0, 1, 2}};
    surface.normals.assign(3, Vec3f::UnitZ());
    surface.finish.specular = 0;
    surface.vertex_colors = {zone_color(3), zone_color(-1), zone_color(11)};
    const std::vector<Surface> surfaces = {surface};
    const Tracer tracer(surfaces);
    const Studio studio;
    const Shader shader(surfaces, tracer, studio);
    for (const auto& [place, corner] : {std::pair{Vec3f(-0.4f, -0.3f, 0), 0},
                                        {Vec3f(0.4f, -0.2f, 0), 1},
                                        {Vec3f(-0.2f, 0.4f, 0), 2},
                                        {Vec3f(0.9f, -0.1f, 0), 1},
                                        {Vec3f(-0.9f, -0.9f, 0), 0}}) {
        const Ray ray{place + 3 * Vec3f::UnitZ(), -Vec3f::UnitZ()};
        const Seen seen = shader.look(ray, tracer.closest(ray), {{0.5f, 0.5f}, {0.5f, 0.5f}, false}, {}, 0);
        EXPECT_TRUE((seen.tint == surface.vertex_colors[corner]).all()) << place.transpose();
    }
}

TEST(Quantity, ZonesAndCollidingVerticesAreKinds) {
    const BodyFrame body = triangle();
    EXPECT_EQ(surface_values(body, "zone"), (std::vector<double>{3, -1, 11}));
    EXPECT_EQ(surface_values(body, "colliding"), (std::vector<double>{1, 0, 1}));
    EXPECT_TRUE(find_quantity("zone").is_kind && find_quantity("colliding").is_kind);
    EXPECT_FALSE(find_quantity("speed").is_kind);
    EXPECT_TRUE(surface_values(BodyFrame(), "zone").empty());
    BodyFrame broken = body;
    broken.colliding.pop_back();
    EXPECT_THROW(surface_values(broken, "colliding"), InputError);
    EXPECT_EQ(surface_values(broken, "zone").size(), 3u);
}

TEST(Overlay, SaysHowManyParticlesCollide) {
    Frame frame;
    EXPECT_EQ(colliding_text(frame), "");
    frame.bodies = {triangle(), triangle(), BodyFrame()};
    frame.bodies[1].colliding = {0, 0, 1};
    EXPECT_EQ(colliding_text(frame), "3 of 6 particles collide (50 %)");
}

}  // namespace
}  // namespace limpet
