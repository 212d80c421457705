#include "contact/zones/zone_body.h"

#include <gmock/gmock.h>

#include <Eigen/Geometry>

#include "contact/zones/linear_traction.h"

namespace limpet {
namespace {

TEST(ZoneBody, FreeRotationKeepsAngularMomentumAndEnergy) {
    std::vector<Vec3> place = {{1, 0, 0}, {-1, 0.2, 0}, {0, 0.7, 0.3}, {0, -0.9, -0.3}}, v;
    for (const Vec3& p : place) v.push_back(Vec3(3, -5, 2).cross(p));
    const auto center = [&] { return Vec3((place[0] + place[1] + place[2] + place[3]) / 4); };
    const auto sums_of = [&] {
        ZoneSums sums;
        for (std::size_t i = 0; i < place.size(); ++i) sums.add(0.5, place[i] - center(), v[i], Vec3::Zero());
        return sums;
    };
    const ZoneSums first = sums_of();
    double energy = 0;
    for (const Vec3& u : v) energy += 0.25 * u.squaredNorm();
    for (int step = 0; step < 500; ++step) {
        ZoneBody body;
        body.start(sums_of(), center(), {}, 0.01);
        body.move(Vec6::Zero());
        for (std::size_t i = 0; i < place.size(); ++i) {
            v[i] = body.end_velocity(place[i]);
            place[i] = body.end_position(place[i]);
        }
    }
    const ZoneSums last = sums_of();
    EXPECT_LT((last.angular_momentum - first.angular_momentum).norm(), 1e-12 * first.angular_momentum.norm());
    double now = 0;
    for (const Vec3& u : v) now += 0.25 * u.squaredNorm();
    EXPECT_NEAR(now, energy, 1e-11 * energy);
}

TEST(ZoneBody, TwoParticlesTurnAboutAllButTheirLine) {
    ZoneSums sums;
    sums.add(1, {0.5, 0, 0}, {0, 2, 0}, Vec3::Zero());
    sums.add(1, {-0.5, 0, 0}, {0, -2, 0}, Vec3::Zero());
    ZoneBody body;
    body.start(sums, Vec3::Zero(), {}, 0.1);
    body.move(Vec6::Zero());
    const Vec3 end = body.end_position({0.5, 0, 0});
    EXPECT_NEAR(end.norm(), 0.5, 1e-15);
    EXPECT_NEAR(std::atan2(end.y(), end.x()), 4 * 0.1, 1e-12);
    EXPECT_NEAR(body.end_velocity({0.5, 0, 0}).norm(), 2, 1e-12);
}

TEST(LinearTraction, HasTheForceAndTheMomentItWasMadeOf) {
    const std::vector<Vec3> places = {{0, 0, 0}, {1, 0, 0.1}, {0, 0, 1}, {1, 0.2, 1}, {0.5, 0, 0.3}};
    const std::vector<double> areas = {1, 2, 0.5, 1.5, 3};
    const std::vector<Vec3> forces = {{1, 2, 3}, {-4, 0, 1}, {0, 5, 0}, {2, -1, -1}, {0, 0, 1}};
    const LinearTraction traction(places, areas, forces);
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Vec3 t = areas[i] * traction.at(places[i]);
        force += t - forces[i];
        moment += places[i].cross(t - forces[i]);
    }
    EXPECT_LT(force.norm(), 1e-13);
    EXPECT_LT(moment.norm(), 1e-13);
}

TEST(LinearTraction, OfAnEvenPullIsEven) {
    const std::vector<Vec3> places = {{0, 0, 0}, {2, 0, 0}, {0, 0, 2}, {2, 0, 2}};
    const LinearTraction traction(places, {1, 1, 1, 1}, std::vector<Vec3>(4, Vec3(0, 3, 0)));
    for (const Vec3& x : places) EXPECT_LT((traction.at(x) - Vec3(0, 3, 0)).norm(), 1e-14);
}

TEST(LinearTraction, OfALeverPullsMoreAtItsEdge) {
    const std::vector<Vec3> places = {{0, 0, 0}, {2, 0, 0}, {0, 0, 2}, {2, 0, 2}};
    const LinearTraction traction(places, {1, 1, 1, 1}, {Vec3::Zero(), {0, 1, 0}, Vec3::Zero(), {0, 1, 0}});
    EXPECT_NEAR(traction.at({2, 0, 0}).y(), 1, 1e-13);
    EXPECT_NEAR(traction.at({0, 0, 0}).y(), 0, 1e-13);
}

}  // namespace
}  // namespace limpet
