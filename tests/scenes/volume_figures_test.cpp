/// The scenes of volume contact do what the figures of J. Allard et al. 2010 show: quickly, with fewer bodies
/// or coarser surfaces, and as they ship in suites for `make test-long`.

#include <gtest/gtest.h>

#include <cmath>

#include "limpet/world.h"
#include "shapes/meshes/components.h"
#include "support/surface_depth.h"
#include "verify/scenes.h"

namespace limpet {
namespace {

using namespace testing_support;
using namespace verification;

Scene coarser(Scene scene, double by) {
    for (BodyDescription& body : scene.bodies)
        if (body.surface) *body.surface *= by;
    *scene.contact->detection.pixel *= by;
    return scene;
}

double deepest_of(const std::vector<double>& depths) {
    return depths.empty() ? 0 : *std::max_element(depths.begin(), depths.end());
}

/// How the gut's middle moves while the tool closes, pulls from 0.6 s on, and goes on without it.
struct Pull {
    double lift = 0;       ///< at most, while the tool holds it [m]
    double let_go = 0;     ///< when the front jaw touched it last [s]
    double left = 0;       ///< height over where it lay, at the end [m]
    double end_force = 0;  ///< of the jaw, at the end [N]
};

Pull pull(Scene scene) {
    const double duration = scene.time.duration;
    World world(std::move(scene));
    run_until(world, 0.45);
    const double lay = world.probes()[1].values[1];
    Pull out;
    while (world.time() < duration - 1e-9) {
        world.step();
        const auto probes = world.probes();
        out.end_force = norm({probes[0].values[0], probes[0].values[1], probes[0].values[2]});
        out.left = probes[1].values[1] - lay;
        if (out.end_force == 0) continue;
        out.let_go = world.time();
        out.lift = std::max(out.lift, out.left);
    }
    return out;
}

void expect_gripped_lifted_and_lost(const Pull& pull) {
    EXPECT_GT(pull.lift, 0.02);
    EXPECT_GT(pull.let_go, 0.9);
    EXPECT_LT(pull.let_go, 1.5) << "it slips off before the tool stops";
    EXPECT_EQ(pull.end_force, 0);
    EXPECT_LT(std::abs(pull.left), 0.005) << "it falls back";
}

Scene gut_alone() {
    Scene scene = load_scene("volume_organs");
    std::erase_if(scene.bodies, [](const BodyDescription& body) {
        return body.name != "bed" && body.name != "gut" && !body.name.ends_with("jaw");
    });
    return scene;
}

TEST(VolumeOrgans, AToolGripsAGutLiftsItAndSlipsOff) {
    expect_gripped_lifted_and_lost(pull(gut_alone()));
}

TEST(VolumeOrgansLong, AToolGripsAGutAmongOrgansLiftsItAndSlipsOff) {
    expect_gripped_lifted_and_lost(pull(load_scene("volume_organs")));
    Scene slippery = gut_alone();
    slippery.contact->pairs.clear();  // friction 0.2 for 0.6
    EXPECT_LT(pull(slippery).lift, 0.015) << "friction is what lifts it";
}

struct Snake {
    std::vector<double> vertices;
    Vector3 tail_went{};  ///< [m]
};

Snake pulled_snake(Scene scene, double until) {
    World world(std::move(scene));
    run_until(world, 0.2);
    const std::vector<double> before = world.probes()[1].values;
    run_until(world, until);
    const std::vector<double> after = world.probes()[1].values;
    return {vertices_of(world, "snake"), {after[0] - before[0], after[1] - before[1], after[2] - before[2]}};
}

/// Mean over the vertices, as a share of the snake's length.
double difference(const Snake& a, const Snake& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.vertices.size(); i += 3)
        sum += norm({a.vertices[i] - b.vertices[i], a.vertices[i + 1] - b.vertices[i + 1],
                     a.vertices[i + 2] - b.vertices[i + 2]});
    return sum / (static_cast<double>(a.vertices.size()) / 3 * 0.4);
}

/// The head is led sideways by 10 cm a second. One contact lets the tail go the other way; with cells it
/// stays where it is, as with contacts of points.
void expect_one_contact_spins_and_cells_bend(Scene scene, double until, double like_points) {
    Scene of_points = scene;
    of_points.contact->detection = {};
    of_points.contact->detection.type = DetectionType::Proximity;
    of_points.contact->detection.distance = 0.001;
    scene.contact->detection.cell.reset();
    const Snake points = pulled_snake(of_points, until), one = pulled_snake(scene, until);
    scene.contact->detection.cell = 0.045;
    const Snake cells = pulled_snake(scene, until);
    EXPECT_LT(one.tail_went[0], -0.05);
    EXPECT_LT(norm(cells.tail_went), 0.002);
    EXPECT_LT(norm(points.tail_went), 0.002);
    EXPECT_GT(difference(one, points), 0.05);
    EXPECT_LT(difference(cells, points), like_points);
    EXPECT_LT(10 * difference(cells, points), difference(one, points));
}

TEST(VolumeSnake, SpinsOnOneContactAndBendsOnCells) {
    expect_one_contact_spins_and_cells_bend(coarser(load_scene("volume_snake"), 2), 1, 0.006);
}

TEST(VolumeSnakeLong, SpinsOnOneContactAndBendsOnCells) {
    expect_one_contact_spins_and_cells_bend(load_scene("volume_snake"), 2, 0.003);
}

TEST(VolumeGrasp, TheBallStaysInTheHandThatTurnsOver) {
    World world(load_scene("volume_grasp"));
    const auto ball = [&] { return world.probes()[0].values; };
    run_until(world, 1.2);
    const std::vector<double> held = ball();
    EXPECT_GT(held[1], 0.015) << "above the palm";
    run_until(world, 2.3);
    const std::vector<double> turned = ball();
    // By 180 degrees about x, which the hand turns about: it goes with it, and hangs below.
    EXPECT_LT(norm({turned[0] - held[0], turned[1] + held[1], turned[2] + held[2]}), 0.002);
    run_until(world, 2.5);
    const std::vector<double> after = ball();
    EXPECT_LT(norm({after[0] - turned[0], after[1] - turned[1], after[2] - turned[2]}), 5e-4)
        << "falling, it would be 20 cm lower";
    EXPECT_GT(world.last_step().contacts, 2);
    EXPECT_LT(deepest(mesh_of(world.body("ball")), mesh_of(world.body("hand"))), 0.0015) << "a pixel";
}

/// They lie on each other in the order in which they fell.
void expect_tori_at_rest(Scene scene, int count, double until, double speed) {
    scene.bodies.resize(1 + count);
    const double pixel = *scene.contact->detection.pixel;
    World world(std::move(scene));
    run_until(world, until);
    for (int i = 1; i <= count; ++i) {
        const BodyView torus = world.body(i);
        EXPECT_LT(largest_speed(world, torus.name()), speed) << torus.name();
        EXPECT_GT(bounds(mesh_of(torus).vertices).min().y(), -pixel) << torus.name() << " in the floor";
        // Tubes are 40 mm thick.
        const double below = i == 1 ? -0.018 : world.body(i - 1).center_of_mass()[1];
        EXPECT_GT(torus.center_of_mass()[1] - below, 0.033) << torus.name();
        EXPECT_LT(torus.center_of_mass()[1] - below, 0.042) << torus.name();
    }
    EXPECT_LT(deepest_of(depths_between(world, 1, count)), pixel);
}

TEST(VolumeTori, ComeToRestOnEachOther) {
    expect_tori_at_rest(coarser(load_scene("volume_tori"), 1.5), 4, 1.2, 0.002);
}

TEST(VolumeToriLong, ComeToRestOnEachOther) {
    expect_tori_at_rest(load_scene("volume_tori"), 8, 2, 0.01);
}

/// Arms touch arms of the same octopus and of others. A contact knows the mean depth in its cell, so that the
/// tip of an arm may poke deeper into another where both touch over a large area, but little of it does, and
/// not as deep as a cell.
void expect_arms_apart(Scene scene, double until) {
    const double cell = *scene.contact->detection.cell;
    World world(std::move(scene));
    std::array<double, 3> self{};
    double vertices = 0, worst_share = 0, flesh = 0, common = 0;
    for (int i = 1; i <= 3; ++i) {
        vertices += static_cast<double>(world.body(i).positions().size()) / 3;
        flesh += world.body(i).mass() / 1050;
    }
    double deepest_ever = 0;
    const auto look = [&] {
        const std::vector<double> found = depths_between(world, 1, 3);
        const auto deep = std::count_if(found.begin(), found.end(), [](double d) { return d > 0.003; });
        worst_share = std::max(worst_share, static_cast<double>(deep) / vertices);
        deepest_ever = std::max(deepest_ever, deepest_of(found));
    };
    while (world.time() < until - 1e-9) {
        world.step();
        const auto probes = world.probes();
        for (int k = 0; k < 3; ++k) self[k] = std::max(self[k], probes[k].values[0]);
        common = std::max(common, world.last_step().intersection_volume);
        if (world.steps() % 20 == 0) look();
    }
    EXPECT_GT(self[0] + self[1] + self[2], 2e-5) << "they touch themselves, some 20 mm²";
    EXPECT_LT(worst_share, 0.002);
    EXPECT_LT(common, 0.005 * flesh);
    EXPECT_LT(deepest_ever, cell);
}

/// As it ships: with elements of 18 mm, as thick as arms, what overlaps by 3 mm as they land is a matter of
/// chance.
TEST(VolumeOctopuses, TouchThemselvesAndDoNotPassThroughEachOther) {
    expect_arms_apart(load_scene("volume_octopuses"), 0.6);
}

TEST(VolumeOctopusesLong, TouchThemselvesAndDoNotPassThroughEachOther) {
    expect_arms_apart(load_scene("volume_octopuses"), 1.2);
}

Vec3 middle_of(const TriMesh& mesh) {
    Vec3 sum = Vec3::Zero();
    for (const Triangle& t : mesh.triangles)
        for (const int v : t) sum += mesh.vertices[v] / (3.0 * static_cast<double>(mesh.triangles.size()));
    return sum;
}

/// The blade is through at 0.6 s; the slice slides down on the rest and lies beside it on the table.
void expect_slice_slides_off(Scene scene) {
    const double pixel = *scene.contact->detection.pixel;
    World world(std::move(scene));
    run_until(world, 0.5);
    EXPECT_EQ(connected_components(mesh_of(world.body("organ"))).size(), 1u) << "the blade is not through";
    Vec3 slice = Vec3::Zero(), rest = Vec3::Zero();
    while (world.time() < 1.3 - 1e-9) {
        world.step();
        if (world.time() < 0.6 || world.steps() % 20 != 0) continue;
        const std::vector<TriMesh> parts = connected_components(mesh_of(world.body("organ")));
        ASSERT_EQ(parts.size(), 2u) << world.time();
        EXPECT_LT(std::max(deepest(parts[0], parts[1]), deepest(parts[1], parts[0])), pixel) << world.time();
        if (rest.isZero()) {
            rest = middle_of(parts[0]);
            slice = middle_of(parts[1]);
        }
        if (world.time() < 1.25) continue;
        EXPECT_LT((middle_of(parts[0]) - rest).norm(), 0.005);
        EXPECT_GT(middle_of(parts[1]).x() - slice.x(), 0.05);
        EXPECT_GT(middle_of(parts[1]).y(), 0) << "on the table";
        EXPECT_LT(middle_of(parts[1]).y(), slice.y() - 0.02);
        EXPECT_GT(bounds(parts[1].vertices).min().y(), -pixel);
    }
}

TEST(VolumeCut, ASliceSlidesOffAndDoesNotSinkIn) {
    Scene scene = load_scene("volume_cut");
    scene.bodies[1].element = 0.02;
    expect_slice_slides_off(std::move(scene));
}

TEST(VolumeCutLong, ASliceSlidesOffAndDoesNotSinkIn) {
    expect_slice_slides_off(load_scene("volume_cut"));
}

}  // namespace
}  // namespace limpet
