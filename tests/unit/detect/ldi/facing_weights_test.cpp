#include "detect/ldi/facing_weights.h"

#include <gtest/gtest.h>

#include "contact/volume/make_volume_contacts.h"
#include "support/overlapping_pairs.h"

namespace limpet {
namespace {

using namespace testing_support;

std::vector<Contact> contacts_of_meshes(const TriMesh& a, const TriMesh& b, double pixel, double cell) {
    return make_volume_contacts(overlaps_of({a, b}, {pixel, cell, false}), {&a.vertices, &b.vertices}, pixel,
                                false);
}

struct Dipping {
    const char* name;
    TriMesh mesh;
    double below;  ///< from its middle to its lowest point [m]
};

/// In many cells a facet of a ball, or a side of a box, is as flat as the floor.
TEST(FacingWeights, APlaneSaysAllWhateverDipsIntoItAndHoweverItLies) {
    const double a = 20 * degree;
    const std::vector<Dipping> things = {
        {"ball", sphere_surface(0.05, 0.01), 0.05},
        {"coarse ball", sphere_surface(0.05, 0.03), 0.045},
        {"box", box_surface({0.1, 0.1, 0.1}, 10), 0.05},
        {"box on its edge", placed(box_surface({0.1, 0.1, 0.1}, 10), Vec3::Zero(), {0, 0, a}),
         0.05 * (std::cos(a) + std::sin(a))}};
    for (const auto& [name, thing, below] : things)
        for (const double degrees : {0.0, 5.0, 20.0, 45.0})
            for (const double cell : {0.01, 0.02}) {
                const Vec3 turn = degrees * degree * Vec3(0.6, 0, 0.8);
                const TriMesh first =
                    placed(placed(thing, {0.0013, below - 0.001, 0.0021}), Vec3::Zero(), turn);
                const TriMesh floor = placed(floor_box(), Vec3::Zero(), turn);
                const Vec3 up = placed({{Vec3(Vec3::UnitY())}, {}}, Vec3::Zero(), turn).vertices[0];
                const std::vector<Contact> contacts = contacts_of_meshes(first, floor, 0.001, cell);
                ASSERT_FALSE(contacts.empty());
                for (const Contact& c : contacts)
                    EXPECT_LT((c.normal() - up).norm(), 0.01)
                        << name << ", " << degrees << " deg, cells " << cell;
            }
}

/// One surface with a floor and a wall: as a whole it is less flat than the ball in its corner.
TEST(FacingWeights, TheFloorOfATrayPushesUpAndItsWallAside) {
    TriMesh tray = floor_box();
    const TriMesh wall = placed(box_surface({0.4, 1, 2}, 10), {-0.2, 0.51, 0});
    const int base = static_cast<int>(tray.vertices.size());
    tray.vertices.insert(tray.vertices.end(), wall.vertices.begin(), wall.vertices.end());
    for (const auto& [i, j, k] : wall.triangles) tray.triangles.push_back({base + i, base + j, base + k});
    const TriMesh ball = placed(sphere_surface(0.05, 0.01), {0.049, 0.0491, 0.0013});
    for (const double cell : {0.01, 0.02}) {
        int up = 0, aside = 0;
        for (const Contact& c : contacts_of_meshes(ball, tray, 0.001, cell)) {
            up += (c.normal() - Vec3::UnitY()).norm() < 0.01;
            aside += (c.normal() - Vec3::UnitX()).norm() < 0.01;
            EXPECT_LT(std::min((c.normal() - Vec3::UnitY()).norm(), (c.normal() - Vec3::UnitX()).norm()),
                      0.01);
        }
        EXPECT_GE(up, 2);
        EXPECT_GE(aside, 2);
    }
}

/// Normals of a large ball lean less than those of a small one, by the ratio of their radii, and count more.
TEST(FacingWeights, CellsOfTwoBallsPushAlongTheLineOfTheirCentres) {
    const Vec3 axis = Vec3(0.1, 1, -0.2).normalized();
    const TriMesh ball = sphere_surface(0.05, 0.004);
    for (const double radius : {0.05, 0.1, 0.3}) {
        const TriMesh other = placed(sphere_surface(radius, 0.008), -(radius + 0.047) * axis);
        double lean = 0, area = 0;
        for (const Contact& c : contacts_of_meshes(ball, other, 0.0005, 0.01)) {
            lean += c.area * (c.normal() - axis).norm();
            area += c.area;
        }
        EXPECT_LT(lean, 0.01 * area) << radius;
    }
}

}  // namespace
}  // namespace limpet
