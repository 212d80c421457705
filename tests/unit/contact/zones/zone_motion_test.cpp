#include "contact/zones/zone_motion.h"

#include <gmock/gmock.h>

#include <Eigen/LU>
#include <memory>
#include <random>

#include "unit/contact/zones/fake_particles.h"

namespace limpet {
namespace {

class Numbers {
public:
    explicit Numbers(unsigned seed) : engine_(seed) {}
    double operator()(double most) { return std::uniform_real_distribution<double>(-most, most)(engine_); }
    Vec3 vector(double most) { return {(*this)(most), (*this)(most), (*this)(most)}; }

private:
    std::mt19937 engine_;
};

/// A chain of octahedra, each corner +x beside the next one's −x, that zones hold together.
class Chain {
public:
    Chain(int count, bool keeps_volume, unsigned seed) : numbers_(seed) {
        std::vector<std::span<const Triangle>> triangles;
        for (int b = 0; b < count; ++b) {
            bodies.push_back(std::make_unique<FakeParticles>(Vec3(2.02 * b, 0, 0) + numbers_.vector(0.05),
                                                             1.0, 1.0 + 0.3 * b, keeps_volume));
            for (Vec3& v : bodies.back()->v) v = numbers_.vector(1);
            for (Vec3& f : bodies.back()->force) f = numbers_.vector(1);
            Vec3 sum = Vec3::Zero();
            for (const Vec3& f : bodies.back()->force) sum += f / 6;
            for (Vec3& f : bodies.back()->force) f -= sum;
            triangles.emplace_back(bodies.back()->triangles);
        }
        const ParticleNumbers particles(std::vector<int>(count, 6));
        zones = ZoneSet(particles, mesh_neighbours(particles, triangles),
                        std::vector<WholeBody>(count, WholeBody::None));
        rest_areas.assign(particles.total(), 1.0);
    }

    Touch touch(int b, int i, int j, const Vec3& normal = -Vec3::UnitX()) const {
        Touch t;
        t.first = {b, {6 * b + i, -1, -1}, 1.0};
        t.second = {b + 1, {6 * (b + 1) + j, -1, -1}, 1.0};
        t.normal = normal;
        t.gap = 0.001;
        return t;
    }
    void join_neighbours() {
        std::vector<Touch> touches;
        for (int b = 0; b + 1 < static_cast<int>(bodies.size()); ++b) touches.push_back(touch(b, 0, 1));
        zones.join(touches);
    }
    void substep(double h) {
        ZoneStep step;
        step.k = h;
        step.laws = &laws;
        step.rest_areas = &rest_areas;
        for (const auto& body : bodies) {
            body->h = body->k = h;
            step.bodies.push_back(body.get());
            step.volumes.push_back(body->rest_volume);
        }
        step.rigid.assign(bodies.size(), nullptr);
        step.drives.resize(bodies.size());
        step.freedom = freedom;
        motion.begin_step(static_cast<int>(bodies.size()), zones.numbers().total());
        motion.substep(step, zones);
        zones.settle();
    }
    /// At rest in a row, without forces, each particle of one mass.
    void rest() {
        for (std::size_t b = 0; b < bodies.size(); ++b)
            *bodies[b] = FakeParticles(Vec3(2.02 * static_cast<double>(b), 0, 0), 1.0, 6.0, false);
    }
    Vec3 momentum() const {
        return sum([](const FakeParticles& b) { return b.momentum(); });
    }
    Vec3 angular_momentum() const {
        return sum([](const FakeParticles& b) { return b.angular_momentum(); });
    }
    double kinetic() const {
        double all = 0;
        for (const auto& body : bodies) all += body->kinetic();
        return all;
    }
    /// What forces add to the angular momentum in a step.
    Vec3 torque() const {
        return sum([](const FakeParticles& b) {
            Vec3 torque = Vec3::Zero();
            for (std::size_t i = 0; i < b.x.size(); ++i) torque += b.x[i].cross(b.force[i]);
            return torque;
        });
    }

    std::vector<std::unique_ptr<FakeParticles>> bodies;
    ZoneSet zones;
    ZoneMotion motion;
    AdhesiveLaws laws{AdhesiveLaw{}};
    std::vector<Freedom> freedom;
    std::vector<double> rest_areas;

private:
    template <class Of>
    Vec3 sum(const Of& of) const {
        Vec3 all = Vec3::Zero();
        for (const auto& body : bodies) all += of(*body);
        return all;
    }
    Numbers numbers_;
};

void expect_near(const Vec3& a, const Vec3& b, double tolerance) {
    EXPECT_LT((a - b).norm(), tolerance) << a.transpose() << " against " << b.transpose();
}

TEST(ZoneMotion, KeepsMomentaThroughJoinsReleasesAndVolumes) {
    for (const bool keeps_volume : {false, true}) {
        Chain chain(5, keeps_volume, 3);
        const double h = 0.002;
        const Vec3 momentum = chain.momentum();
        Vec3 angular = chain.angular_momentum();
        for (int step = 0; step < 60; ++step) {
            if (step == 5) chain.join_neighbours();
            if (step == 20) chain.zones.release(std::vector<int>{6, 7});
            if (step == 30) chain.zones.join(std::vector<Touch>{chain.touch(0, 2, 2), chain.touch(0, 0, 1)});
            angular += h * chain.torque();
            chain.substep(h);
            expect_near(chain.momentum(), momentum, 1e-12);
            expect_near(chain.angular_momentum(), angular, 1e-10);
        }
    }
}

TEST(ZoneMotion, AZoneIsRigid) {
    Chain chain(2, true, 4);
    chain.zones.join(std::vector<Touch>{chain.touch(0, 0, 1), chain.touch(0, 2, 2), chain.touch(0, 4, 4)});
    ASSERT_EQ(chain.zones.zones().size(), 1u);
    const auto distances = [&] {
        std::vector<double> all;
        for (const int p : chain.zones.members())
            for (const int q : chain.zones.members())
                all.push_back((chain.bodies[p / 6]->x[p % 6] - chain.bodies[q / 6]->x[q % 6]).norm());
        return all;
    };
    const std::vector<double> before = distances();
    ASSERT_EQ(before.size(), 36u);
    for (int step = 0; step < 100; ++step) chain.substep(0.005);
    const std::vector<double> after = distances();
    for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(after[i], before[i], 1e-12);
}

TEST(ZoneMotion, JoiningNeverAddsEnergy) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        Chain chain(4, false, seed);
        for (const auto& body : chain.bodies)
            for (Vec3& f : body->force) f.setZero();
        double kinetic = chain.kinetic();
        for (int step = 0; step < 20; ++step) {
            if (step == 3) chain.join_neighbours();
            if (step == 10)
                chain.zones.join(
                    std::vector<Touch>{chain.touch(0, 2, 2), chain.touch(1, 4, 4), chain.touch(1, 0, 1)});
            if (step == 15) chain.zones.release(chain.zones.members());
            chain.substep(0.003);
            EXPECT_LE(chain.kinetic(), kinetic * (1 + 1e-13));
            kinetic = chain.kinetic();
        }
    }
}

TEST(ZoneMotion, AllVolumesOfALinkedClusterAreKept) {
    Chain chain(6, true, 5);
    chain.join_neighbours();
    for (int step = 0; step < 50; ++step) {
        chain.substep(0.002);
        for (const auto& body : chain.bodies)
            EXPECT_NEAR(body->enclosed(body->x), body->rest_volume, 2e-12 * body->rest_volume);
    }
}

/// The paper's parameter as ours reads it: h² ‖F/m − a‖ along the way out.
TEST(ZoneMotion, KappaReleasesWhatIsPulledAwayByMore) {
    for (const double share : {0.99, 1.01}) {
        Chain chain(2, false, 6);
        chain.rest();
        const double h = 0.01, pull = 3;
        chain.bodies[0]->force[0] = -pull * Vec3::UnitX();  // away from the second body
        chain.join_neighbours();
        const double m0 = chain.bodies[0]->m[0], m1 = chain.bodies[1]->m[1];
        const double acceleration = pull / (m0 + m1);
        chain.laws = AdhesiveLaws({h * h * (pull / m0 - acceleration) / share, {}, false});
        chain.substep(h);
        EXPECT_EQ(chain.zones.zones().size(), share > 1 ? 0u : 1u);
        // Where it is released it has moved freely in this very step.
        EXPECT_NEAR(chain.bodies[0]->v[0].x(), share > 1 ? -h * pull / m0 : -h * acceleration, 1e-12);
    }
}

/// A fast body meets another: its particle's law lets go at once, but it must not go on into what it has met.
/// It slides in this substep, so that its zone takes its normal momentum, and leaves in the next one.
TEST(ZoneMotion, WhatLeavesAsItJoinsDoesNotGoOnIntoItsPartner) {
    for (const bool has_strength : {false, true}) {
        Chain chain(2, false, 6);
        chain.rest();
        for (Vec3& v : chain.bodies[0]->v) v = {1, 0, 0};
        chain.bodies[0]->force[0] = -3 * Vec3::UnitX();  // away from the second body
        chain.bodies[0]->v[0].y() = 0.5;
        const Vec3 momentum = chain.momentum();
        const double kinetic = chain.kinetic();
        // A second clone on each side, so that something holds while the first slides.
        chain.zones.join(std::vector<Touch>{chain.touch(0, 0, 1), chain.touch(0, 2, 2), chain.touch(0, 4, 4),
                                            chain.touch(0, 3, 3), chain.touch(0, 5, 5)});
        chain.laws = has_strength ? AdhesiveLaws({{}, 1e-3, false}) : AdhesiveLaws({1e-9, {}, false});
        chain.substep(1e-4);
        const Vec3 v = chain.bodies[0]->v[0], partner = chain.bodies[1]->v[1];
        EXPECT_LE(v.x(), partner.x() + 1e-12);
        expect_near(chain.momentum(), momentum - 3e-4 * Vec3::UnitX(), 1e-12);
        EXPECT_LE(chain.kinetic(), kinetic);
    }
}

/// The freedom of a step goes before the law.
TEST(ZoneMotion, WhatMayNotLeaveStays) {
    for (const Freedom freedom : {Freedom::MayLeave, Freedom::MaySlide, Freedom::Sticks}) {
        Chain chain(2, false, 6);
        chain.rest();
        chain.bodies[0]->force[0] = {-3, 1, 0};
        chain.zones.join(std::vector<Touch>{chain.touch(0, 0, 1), chain.touch(0, 2, 2), chain.touch(0, 4, 4),
                                            chain.touch(0, 3, 3)});
        chain.laws = AdhesiveLaws({1e-9, {}, false});
        chain.freedom.assign(12, freedom);
        chain.substep(1e-3);
        EXPECT_EQ(chain.zones.zone_of(0) < 0, freedom == Freedom::MayLeave);
        EXPECT_EQ(chain.motion.slid(0), freedom == Freedom::MaySlide);
        if (freedom == Freedom::MaySlide) {
            EXPECT_NEAR(chain.bodies[0]->v[0].y(), 1e-3 / chain.bodies[0]->m[0], 1e-9);
        }
        if (freedom == Freedom::Sticks) {
            EXPECT_LT(chain.bodies[0]->v[0].y(), 0.5e-3 / chain.bodies[0]->m[0]);
        }
    }
}

TEST(ZoneMotion, KappaHoldsWhatPressesOn) {
    Chain chain(2, false, 7);
    chain.rest();
    chain.bodies[0]->force[0] = 100 * Vec3::UnitX();
    chain.join_neighbours();
    chain.laws = AdhesiveLaws({1e-9, {}, false});
    chain.substep(0.01);
    EXPECT_EQ(chain.zones.zones().size(), 1u);
}

/// U_e · U_VA < 0: of a symmetric pair, whose zone stands still, nothing is ever released.
TEST(ZoneMotion, ThePrintedTestDoesNotFireWhereTheZoneStandsStill) {
    for (const bool as_printed : {false, true}) {
        Chain chain(2, false, 8);
        chain.rest();
        chain.bodies[0]->force[0] = -5 * Vec3::UnitX();
        chain.bodies[1]->force[1] = 5 * Vec3::UnitX();
        chain.join_neighbours();
        chain.laws = AdhesiveLaws({1e-6, {}, as_printed});
        chain.substep(0.01);
        EXPECT_EQ(chain.zones.zones().empty(), !as_printed);
    }
}

TEST(ZoneMotion, StrengthReleasesAFaceAtItsArea) {
    for (const double share : {0.99, 1.01}) {
        Chain chain(2, false, 9);
        chain.rest();
        const double strength = 50, area = 0.3;
        const double force = strength * 3 * area * share;
        const int face[3] = {0, 2, 4}, other[3] = {1, 2, 4};
        std::vector<Touch> touches;
        for (int k = 0; k < 3; ++k) {
            touches.push_back(chain.touch(0, face[k], other[k]));
            touches.back().first.area = touches.back().second.area = area;
            // Both pull along one line.
            chain.bodies[0]->force[face[k]] = -force / 3 * Vec3::UnitX();
            chain.bodies[1]->force[other[k]] = force / 3 * Vec3::UnitX();
        }
        chain.zones.join(touches);
        chain.laws = AdhesiveLaws({{}, strength, false});
        chain.substep(0.01);
        EXPECT_EQ(chain.zones.zones().empty(), share > 1);
    }
}

TEST(ZoneMotion, AnImposedParticleHoldsItsZone) {
    Chain chain(2, false, 10);
    for (const auto& body : chain.bodies) std::fill(body->v.begin(), body->v.end(), Vec3::Zero());
    chain.zones.join(std::vector<Touch>{chain.touch(0, 0, 1), chain.touch(0, 2, 2), chain.touch(0, 4, 4)});
    FakeParticles& held = *chain.bodies[0];
    for (const int i : {0, 2, 4}) held.imposed[i] = true;
    const std::vector<Vec3> before = chain.bodies[1]->x;
    for (int step = 0; step < 10; ++step) {
        for (const int i : {0, 2, 4}) {
            held.imposed_x[i] = held.x[i] + Vec3(0, 0.001, 0);
            held.imposed_v[i] = {0, 0.1, 0};
        }
        chain.substep(0.01);
    }
    for (const int i : {1, 2, 4}) expect_near(chain.bodies[1]->x[i], before[i] + Vec3(0, 0.01, 0), 1e-12);
}

TEST(ZoneMotion, OneImposedParticleIsAPivot) {
    Chain chain(2, false, 11);
    chain.zones.join(std::vector<Touch>{chain.touch(0, 0, 1), chain.touch(0, 2, 2), chain.touch(0, 4, 4)});
    chain.bodies[0]->imposed[0] = true;
    chain.bodies[0]->imposed_x = chain.bodies[0]->x;
    std::fill(chain.bodies[0]->imposed_v.begin(), chain.bodies[0]->imposed_v.end(), Vec3::Zero());
    const Vec3 pivot = chain.bodies[0]->x[0];
    const double lever = (chain.bodies[1]->x[4] - pivot).norm();
    for (int step = 0; step < 20; ++step) chain.substep(0.01);
    EXPECT_EQ(chain.bodies[0]->x[0], pivot);
    EXPECT_NEAR((chain.bodies[1]->x[4] - pivot).norm(), lever, 1e-12);
    EXPECT_GT(chain.bodies[1]->v[4].norm(), 0.01);
}

TEST(PressureSystem, AgreesWithADenseSolve) {
    Numbers random(12);
    const int bodies = 9, zones = 5;
    PressureSystem system;
    MatX S = MatX::Zero(bodies, bodies);
    for (int b = 0; b < bodies; ++b) {
        system.diagonal.push_back(1 + random(0.5));
        system.scale.push_back(2);
        S(b, b) = system.diagonal.back();
    }
    for (int z = 0; z < zones; ++z) {
        Mat6 root;
        for (double& entry : root.reshaped()) entry = random(1);
        system.compliance.push_back(root * root.transpose());
        MatX g = MatX::Zero(6, bodies);
        for (int b = z; b < bodies; b += 2) {
            Vec6 gradient;
            for (double& entry : gradient) entry = random(1);
            g.col(b) = gradient;
            system.parts.push_back({z, b, gradient});
        }
        S += g.transpose() * system.compliance.back() * g;
    }
    std::vector<double> rate;
    for (int b = 0; b < bodies; ++b) rate.push_back(random(1));
    const VecX expected = S.fullPivLu().solve(Eigen::Map<const VecX>(rate.data(), bodies));
    const std::vector<double> found = system.solve(rate, 1e-14);
    for (int b = 0; b < bodies; ++b) EXPECT_NEAR(found[b], expected[b], 1e-11 * expected.norm());
}

TEST(PressureSystem, LeavesOutBodiesThatAreRigid) {
    PressureSystem system;
    system.diagonal = {1, 0};
    system.scale = {1, 1};
    EXPECT_EQ(system.solve({3, 5}, 1e-14), (std::vector<double>{3, 0}));
}

}  // namespace
}  // namespace limpet
