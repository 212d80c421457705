/// What a cut may not change: mass, momentum, elastic energy.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "shapes/meshes/surface_check.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

SoftBody block_to_cut(const std::vector<NodeSelection>& fixed = {}) {
    SoftBodyParts parts = soft_parts(grid_tets({0.4, 0.2, 0.2}, {8, 4, 4}, 0.2));
    parts.material = {1100, 2e4, 0.4, {}};
    parts.velocity = {0.3, -0.2, 0.1};
    parts.angular_velocity = {1, 2, -3};
    parts.fixed = fixed;
    SoftBody body(std::move(parts));
    body.make_cuttable(1);
    return body;
}

std::vector<EdgeCrossing> across(const SoftBody& body, const Vec3& point, const Vec3& normal) {
    return plane_crossings(body.cut_mesh(), body.positions(), point, normal);
}

struct Sums {
    double mass = 0;
    Vec3 momentum = Vec3::Zero(), angular = Vec3::Zero(), center = Vec3::Zero();
    Vec3 spin = Vec3::Zero();  ///< angular momentum about the centre of mass
    Energies energies;
};

Sums sums(const SoftBody& body) {
    Sums s;
    s.mass = body.mass();
    s.center = body.center_of_mass();
    for (std::size_t i = 0; i < body.positions().size(); ++i) {
        const Vec3 p = body.system().mass[i] * body.velocities()[i];
        s.momentum += p;
        s.angular += body.positions()[i].cross(p);
    }
    s.spin = s.angular - s.center.cross(s.momentum);
    s.energies = body.energies(Vec3(0, -9.81, 0));
    return s;
}

TEST(CutBody, KeepsMassMomentumAndElasticEnergy) {
    SoftBody body = block_to_cut();
    run(body, 40, 0.005, Vec3(0, -9.81, 0));
    const Sums before = sums(body);
    const int vertices = static_cast<int>(body.surface().positions.size());
    const std::vector<Vec3> surface = body.surface().positions;
    ASSERT_TRUE(body.cut(0, across(body, body.center_of_mass(), Vec3(1, 0.3, -0.2).normalized())));
    const Sums after = sums(body);

    EXPECT_NEAR(after.mass, before.mass, 1e-12 * before.mass);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.momentum.norm());
    EXPECT_LT((after.center - before.center).norm(), 1e-12);
    EXPECT_NEAR(after.energies.elastic, before.energies.elastic, 1e-9 * before.energies.elastic);
    EXPECT_NEAR(after.energies.potential, before.energies.potential,
                1e-12 * std::abs(before.energies.potential));
    EXPECT_LE(after.energies.kinetic, before.energies.kinetic);
    EXPECT_GT(after.energies.kinetic, 0.99 * before.energies.kinetic);
    EXPECT_LT((after.angular - before.angular).norm(), 0.02 * before.angular.norm());
    const double change = (after.spin - before.spin).norm() / before.spin.norm();
    EXPECT_LT(change, 0.02);
    RecordProperty("angular_momentum_change", std::to_string(change));

    const SurfaceCheck check = check_surface({body.surface().positions, body.surface().triangles});
    EXPECT_TRUE(check.closed() && check.manifold() && check.misoriented_edges == 0) << check.text();
    for (int i = 0; i < vertices; ++i) EXPECT_EQ(body.surface().positions[i], surface[i]) << i;
}

/// However often: the same plane again, planes beside it and planes through it.
TEST(CutBody, ManyCutsKeepMassMomentumAndElasticEnergy) {
    SoftBodyParts parts = soft_parts(grid_tets({0.4, 0.2, 0.2}, {8, 4, 4}, 0.2));
    parts.material = {1100, 2e4, 0.4, {}};
    parts.velocity = {0.3, -0.2, 0.1};
    parts.angular_velocity = {1, 2, -3};
    SoftBody body(std::move(parts));
    body.make_cuttable(16);
    run(body, 40, 0.005, Vec3(0, -9.81, 0));
    const Sums before = sums(body);
    int cuts = 0;
    for (int blade = 0; blade < 16; ++blade) {
        const double beside = blade < 4 ? 0 : 0.005 * (blade - 4);
        const Vec3 normal = blade < 12 ? Vec3(1, 0.3, -0.2) : Vec3(0.1, blade - 13.5, 1);
        cuts += body.cut(blade,
                         across(body, body.center_of_mass() + beside * Vec3::UnitX(), normal.normalized()));
    }
    EXPECT_GT(cuts, 5);
    const Sums after = sums(body);
    EXPECT_NEAR(after.mass, before.mass, 1e-12 * before.mass);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-11 * before.momentum.norm());
    EXPECT_LT((after.center - before.center).norm(), 1e-12);
    EXPECT_NEAR(after.energies.elastic, before.energies.elastic, 1e-9 * before.energies.elastic);
    EXPECT_LE(after.energies.kinetic, before.energies.kinetic);
    const double change = (after.spin - before.spin).norm() / before.spin.norm();
    EXPECT_LT(change, 0.05);
    RecordProperty("angular_momentum_change", std::to_string(change));
    RecordProperty("kinetic_energy_change",
                   std::to_string(after.energies.kinetic / before.energies.kinetic - 1));
}

TEST(CutBody, PiecesFlyApartWithoutAForceBetweenThem) {
    SoftBody body = block_to_cut();
    ASSERT_TRUE(body.cut(0, across(body, body.center_of_mass(), Vec3::UnitX())));
    const Sums before = sums(body);
    run(body, 40, 0.005, Vec3::Zero());
    const Sums after = sums(body);
    EXPECT_LT((after.momentum - before.momentum).norm(), 1e-6 * before.momentum.norm());
    EXPECT_LT(after.energies.kinetic + after.energies.elastic, before.energies.kinetic * (1 + 1e-9));
}

/// New nodes are held only between two that are: nothing that is held jumps, nothing that is free is held.
TEST(CutBody, HeldNodesStayHeld) {
    SoftBody body = block_to_cut({below_x(-0.19)});
    const std::size_t held_before = body.system().assembly.held_nodes().size();
    ASSERT_TRUE(body.cut(0, across(body, Vec3::Zero(), Vec3::UnitY())));
    const std::vector<int>& held = body.system().assembly.held_nodes();
    EXPECT_GT(held.size(), held_before);
    const std::vector<Vec3> placed = body.positions();
    for (const int node : held) EXPECT_NEAR(placed[node].x(), -0.2, 1e-12);
    run(body, 20, 0.005, Vec3(0, -9.81, 0));
    for (const int node : held) EXPECT_LT((body.positions()[node] - placed[node]).norm(), 1e-12);
}

TEST(CutBody, AStateTakesItBackAndForth) {
    SoftBody body = block_to_cut(), other = block_to_cut();
    const std::vector<double> whole = body.state();
    run(body, 5, 0.005, Vec3(0, -9.81, 0));
    ASSERT_TRUE(body.cut(0, across(body, body.center_of_mass(), Vec3::UnitX())));
    body.end_cutting();
    run(body, 5, 0.005, Vec3(0, -9.81, 0));
    const std::vector<double> cut = body.state();
    ASSERT_TRUE(other.set_state(cut));
    EXPECT_EQ(other.state(), cut);
    EXPECT_EQ(other.surface().triangles, body.surface().triangles);
    run(body, 5, 0.005, Vec3(0, -9.81, 0), 0.05);
    run(other, 5, 0.005, Vec3(0, -9.81, 0), 0.05);
    EXPECT_EQ(other.state(), body.state());

    ASSERT_TRUE(body.set_state(whole));
    EXPECT_EQ(body.state(), whole);
    EXPECT_EQ(body.tetrahedra(), 8 * 4 * 4 * 6);
    for (std::size_t length = 0; length < cut.size(); length += 997)
        EXPECT_FALSE(other.set_state(std::span(cut).first(length)));
    EXPECT_TRUE(other.set_state(whole));
}

TEST(CutBody, BodiesThatCannotBeCutSaySo) {
    SoftBodyParts finer = soft_parts(grid_tets({1, 1, 1}, {2, 2, 2}));
    finer.embedding = BarycentricEmbedding(finer.mesh, finer.surface.vertices);
    for (Vec3& x : finer.surface.vertices) x *= 0.9;
    finer.embedding = BarycentricEmbedding(finer.mesh, finer.surface.vertices);
    SoftBody body(std::move(finer));
    EXPECT_THROW(body.make_cuttable(1), InputError);
}

}  // namespace
}  // namespace limpet
