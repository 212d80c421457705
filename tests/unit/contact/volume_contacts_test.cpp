#include "contact/volume/make_volume_contacts.h"

#include <gtest/gtest.h>

#include <random>

#include "core/cross_matrix.h"
#include "detect/ldi/friction_at_center.h"
#include "shapes/shape_surface.h"

namespace limpet {
namespace {

struct Placed {
    std::vector<Vec3> positions;
    std::vector<Triangle> triangles;
};

Placed box_at(const Vec3& size, const Vec3& center) {
    const TriMesh mesh = shape_surface(BoxShape{{size.x(), size.y(), size.z()}}, {});
    Placed placed{mesh.vertices, mesh.triangles};
    for (Vec3& x : placed.positions) x += center;
    return placed;
}

std::vector<Contact> volume_contacts_of(const Placed& first, const Placed& second,
                                        const LdiSettings& settings, bool at_center = false) {
    const std::vector<LdiSurface> surfaces = {{&first.positions, &first.triangles, 0},
                                              {&second.positions, &second.triangles, 1}};
    return make_volume_contacts(overlap_volumes(surfaces, settings), {&first.positions, &second.positions},
                                settings.pixel, at_center);
}

/// (u_n, u_t, u_b) for velocities of both bodies' vertices.
template <class First, class Second>
Vec3 relative_velocity(const Contact& c, First&& of_first, Second&& of_second) {
    Vec3 u = Vec3::Zero();
    const auto add = [&](const std::vector<VolumeTerm>& terms, auto&& velocity) {
        for (const VolumeTerm& t : terms) {
            const Vec3 v = velocity(t.vertex);
            const Vec3 moved = t.share * v + t.turn * v;
            u += Vec3(t.normal.dot(v), c.frame.col(1).dot(moved), c.frame.col(2).dot(moved));
        }
    };
    add(c.volume->first, of_first);
    add(c.volume->second, of_second);
    return u;
}

TEST(VolumeContacts, AFlatPatchHasItsAreaDepthAndNormal) {
    const Placed cube = box_at({0.1, 0.1, 0.1}, {0, 0.049, 0}), floor = box_at({1, 0.2, 1}, {0, -0.1, 0});
    const std::vector<Contact> mono = volume_contacts_of(cube, floor, {0.004, {}, false});
    ASSERT_EQ(mono.size(), 1u);
    EXPECT_NEAR(mono[0].gap, -0.001, 2e-5);
    EXPECT_NEAR(mono[0].area, 0.01, 1e-4);
    EXPECT_NEAR(mono[0].normal().y(), 1, 1e-6);

    double area = 0, volume = 0;
    const std::vector<Contact> multi = volume_contacts_of(cube, floor, {0.004, 0.03, false});
    for (const Contact& c : multi) {
        area += c.area;
        volume -= c.area * c.gap;
    }
    EXPECT_GE(multi.size(), 9u);
    EXPECT_NEAR(area, mono[0].area, 0.05 * mono[0].area);
    EXPECT_NEAR(volume, -mono[0].area * mono[0].gap, 1e-12);
}

TEST(VolumeContacts, RowsAreTheRelativeVelocity) {
    const Placed cube = box_at({0.1, 0.1, 0.1}, {0, 0.049, 0}), floor = box_at({1, 0.2, 1}, {0, -0.1, 0});
    const Vec3 v(0.3, -0.2, 0.5), w(0.1, 0.4, -0.2);
    for (const bool at_center : {false, true})
        for (const Contact& c : volume_contacts_of(cube, floor, {0.004, 0.03, false}, at_center)) {
            const Vec3 u = relative_velocity(
                c, [&](int) { return v; }, [&](int) { return w; });
            EXPECT_LT((relative_velocity(
                           c, [&](int) { return v; }, [&](int) { return v; }))
                          .norm(),
                      1e-12);
            double share = 0;
            for (const VolumeTerm& t : c.volume->first) share += t.share;
            EXPECT_LT((u.tail<2>() - share * (c.frame.transpose() * (v - w)).tail<2>()).norm(), 1e-12);
        }
}

/// Both patches turn about the contact's centre: there nothing slips, while on the surfaces it does.
TEST(VolumeContacts, AtTheCentreTurningAboutItIsNoSlip) {
    const Placed cube = box_at({0.1, 0.1, 0.1}, {0, 0.04, 0}), floor = box_at({0.3, 0.2, 0.3}, {0, -0.1, 0});
    const std::vector<Contact> plain = volume_contacts_of(cube, floor, {0.004, {}, false}, false);
    const std::vector<Contact> centred = volume_contacts_of(cube, floor, {0.004, {}, false}, true);
    ASSERT_EQ(centred.size(), 1u);
    const Vec3 center = (patch_center(centred[0].volume->first, cube.positions) +
                         patch_center(centred[0].volume->second, floor.positions)) /
                        2;
    const Vec3 spin(1, 0.3, -0.4);
    const auto turn_cube = [&](int k) { return Vec3(spin.cross(cube.positions[k] - center)); };
    const auto still = [](int) { return Vec3(Vec3::Zero()); };
    EXPECT_LT(relative_velocity(centred[0], turn_cube, still).tail<2>().norm(), 1e-12);
    EXPECT_GT(relative_velocity(plain[0], turn_cube, still).tail<2>().norm(), 1e-3);
}

TEST(VolumeContacts, WhatHasNoDirectionIsNoContact) {
    const Placed pin = box_at({0.02, 0.02, 0.4}, {0, 0, 0}), plate = box_at({0.3, 0.3, 0.05}, {0, 0, 0});
    EXPECT_TRUE(volume_contacts_of(pin, plate, {0.004, {}, false}).empty());
}

}  // namespace
}  // namespace limpet
