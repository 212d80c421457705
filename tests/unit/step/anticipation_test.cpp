/// Scenes solved without W, against the same scenes with it.

#include <gtest/gtest.h>

#include "bodies/make_body.h"
#include "contact/make_contacts.h"
#include "limpet/error.h"
#include "limpet/world.h"
#include "record/problem_files.h"
#include "step/nodal_group.h"
#include "support/block_matrices.h"
#include "support/dense_algebra.h"

namespace limpet {
namespace {

/// A floor and what the test adds; rubber is soft, `solver` is its whole entry.
Scene on_a_floor(const std::string& bodies, const std::string& law, const std::string& solver) {
    return parse_scene(
        R"({"name": "floor", "time": {"step": 0.004, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 4e4, "poisson": 0.35, "damping": {"stiffness": 0.004}},
                      "cork": {"density": 1000, "young": 4e4, "poisson": 0, "damping": {"stiffness": 0.004}},
                      "cotton": {"density": 300, "young": 1e4, "poisson": 0.3, "damping": {"stiffness": 0.004}}},
        "contact": {"law": )" +
        law + R"(, "detection": {"distance": "1 mm"}}, "solver": )" + solver + R"(,
        "bodies": [{"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},)" +
        bodies + "]}");
}

constexpr const char* exact_nsgs = R"({"type": "nsgs", "tolerance": 1e-11, "iterations": 20000})";
constexpr const char* exact_anticipation =
    R"({"type": "anticipation", "tolerance": 1e-11, "iterations": 20000})";

/// Largest distance of surface vertices between the two runs, over all steps. [m]
double anticipated_difference(const std::string& bodies, const std::string& law, int steps) {
    World with(on_a_floor(bodies, law, exact_nsgs)), without(on_a_floor(bodies, law, exact_anticipation));
    double largest = 0;
    int contacts = 0;
    for (int i = 0; i < steps; ++i) {
        with.step();
        without.step();
        contacts = std::max(contacts, without.last_step().contacts);
        const Frame one = with.frame(), other = without.frame();
        for (std::size_t b = 0; b < one.bodies.size(); ++b)
            for (std::size_t k = 0; k < one.bodies[b].vertices.size(); ++k)
                largest = std::max(
                    largest,
                    (to_vec3(one.bodies[b].vertices[k]) - to_vec3(other.bodies[b].vertices[k])).norm());
    }
    EXPECT_GT(contacts, 2);
    return largest;
}

constexpr const char* sliding_box = R"({"name": "box", "type": "rigid", "density": 1000,
    "shape": {"box": [0.06, 0.04, 0.05]}, "position": [0, 0.0201, 0], "velocity": [0.5, 0, 0.1]})";
constexpr const char* linear_block =
    R"({"name": "block", "type": "soft", "material": "rubber", "model": "linear",
    "element": 0.02, "shape": {"box": [0.06, 0.04, 0.04]}, "position": [0, 0.0203, 0], "velocity": [0.3, -0.2, 0]})";

TEST(AnticipationInScenes, MovesRigidBodiesAsNsgsDoes) {
    EXPECT_LT(anticipated_difference(sliding_box, R"({"friction": 0.3})", 40), 1e-9);
}

/// The linear model's A never changes, so that both solve the same equations.
TEST(AnticipationInScenes, MovesSoftBodiesAsNsgsDoes) {
    EXPECT_LT(anticipated_difference(linear_block, R"({"friction": 0.4})", 30), 1e-8);
    EXPECT_LT(anticipated_difference(linear_block, R"({"friction": 0})", 20), 1e-8);
}

/// A block is pulled off the floor by its top until its bonds break.
double difference_of_pulled(const std::string& material, const std::string& displacement) {
    return anticipated_difference(
        R"({"name": "block", "type": "soft", "material": ")" + material +
            R"(", "model": "linear",
        "element": 0.02, "shape": {"box": [0.06, 0.04, 0.04]}, "position": [0, 0.02, 0],
        "motion": [{"nodes": {"box": [[-1, 0.019, -1], [1, 1, 1]]}, "keyframes": [[0, [0, 0, 0]], [0.1, )" +
            displacement + "]]}]}",
        R"({"friction": 0.3, "adhesion": {"stiffness": 1e6, "energy": 0.05, "initial": 1,
                          "reference_gap": 0.0005}})",
        25);
}

/// Bonds are elastic sideways as along the normal, whatever the contact's own block is, B's here and W's
/// there.
TEST(AnticipationInScenes, HoldsBonds) {
    EXPECT_LT(difference_of_pulled("cork", "[0, 0.003, 0]"), 1e-10);
    EXPECT_LT(difference_of_pulled("rubber", "[0.001, 0.003, 0]"), 1e-10);
}

/// Here W comes from an older A that turns with the body: motions agree as far as that is the same.
TEST(AnticipationInScenes, MovesTurningSoftBodiesAndClothNearly) {
    const std::string ball = R"({"name": "ball", "type": "soft", "material": "rubber", "element": 0.02,
        "shape": {"sphere": 0.03}, "position": [0, 0.0305, 0], "velocity": [0.2, -0.3, 0]})";
    EXPECT_LT(anticipated_difference(ball, R"({"friction": 0.4})", 30), 2e-4);
    const std::string cloth = R"({"name": "cloth", "type": "cloth", "material": "cotton", "thickness": "2 mm",
        "surface": 0.03, "shape": {"plane": [0.12, 0.12]}, "position": [0, 0.0015, 0], "velocity": [0.2, -0.3, 0]})";
    EXPECT_LT(anticipated_difference(cloth, R"({"friction": 0.4})", 30), 2e-4);
}

/// A step is solved several times, and iterations may run out: what a solution leaves of the bodies'
/// equations must not become a part of them.
TEST(AnticipationInScenes, BodiesKeepTheirEquationsAfterASolutionThatIsNotExact) {
    for (const std::string body : {sliding_box, linear_block}) {
        const Scene scene = on_a_floor(body, "{}", exact_nsgs);
        const std::vector<std::unique_ptr<Body>> bodies = make_bodies(scene);
        Body& moving = *bodies[1];
        moving.free_motion({0, scene.time.step, to_vec3(scene.gravity)});
        const NodeEquations before = moving.node_equations({});
        const VecX v = 0.3 * before.v;
        VecX p(v.size());
        before.A.multiply(v.data(), p.data());
        p -= before.b;
        const auto all = [](const VecX& x) {
            return std::span<const double>(x.data(), static_cast<std::size_t>(x.size()));
        };
        moving.take_velocities(all(v), all(p));
        const NodeEquations after = moving.node_equations({});
        EXPECT_LT((after.v - v).norm(), 1e-12 * v.norm()) << moving.name();
        EXPECT_LT((after.b - before.b).norm(), 1e-12 * before.b.norm()) << moving.name();
    }
}

Scene anticipated_heap() {
    return on_a_floor(
        R"({"name": "a", "type": "soft", "material": "rubber", "element": 0.015, "shape": {"sphere": 0.04}, "position": [0, 0.042, 0]},
        {"name": "b", "type": "soft", "material": "rubber", "element": 0.02, "shape": {"zoo": "candy_ring", "size": 0.09}, "position": [0.01, 0.105, 0]},
        {"name": "c", "type": "rigid", "density": 1000, "shape": {"sphere": 0.02}, "position": [0.2, 0.021, 0]},
        {"name": "d", "type": "rigid", "density": 1000, "shape": {"box": [0.04, 0.04, 0.04]}, "position": [0.205, 0.062, 0.003]})",
        R"({"friction": 0.4})", R"({"type": "anticipation", "tolerance": 1e-4})");
}

WorldState anticipated_state(int steps, int threads) {
    set_threads(threads);
    World world(anticipated_heap());
    for (int i = 0; i < steps; ++i) world.step();
    set_threads(0);
    EXPECT_GT(world.last_step().contacts, 10);
    return world.state();
}

TEST(AnticipationInScenes, GivesTheSameBytesForAnyNumberOfThreads) {
    const WorldState one = anticipated_state(25, 1);
    for (const int threads : {2, 4}) {
        const WorldState other = anticipated_state(25, threads);
        for (std::size_t i = 0; i < one.bodies.size(); ++i)
            EXPECT_EQ(one.bodies[i].values, other.bodies[i].values) << one.bodies[i].name << ", " << threads;
        EXPECT_EQ(one.contacts, other.contacts);
    }
}

TEST(AnticipationInScenes, GoesOnFromAState) {
    World straight(anticipated_heap()), second(anticipated_heap());
    for (int i = 0; i < 15; ++i) straight.step();
    second.restore(straight.state());
    for (int i = 0; i < 10; ++i) {
        straight.step();
        second.step();
    }
    for (std::size_t i = 0; i < straight.body_count(); ++i)
        EXPECT_EQ(straight.state().bodies[i].values, second.state().bodies[i].values) << i;
}

TEST(AnticipationInScenes, TakesOverlapOutOfPositions) {
    for (const std::string body : {sliding_box, linear_block}) {
        Scene scene = on_a_floor(body, R"({"friction": 0.4})", exact_anticipation);
        scene.bodies[1].velocity = {0, 0, 0};
        scene.bodies[1].position = {0, 0.0195, 0};
        World world(scene);
        world.step();
        EXPECT_GT(world.last_step().penetration, 4e-4);
        for (int i = 0; i < 4; ++i) world.step();
        EXPECT_LT(world.last_step().penetration, 1e-4);
        EXPECT_LT(world.last_step().kinetic, 1e-5);
    }
}

TEST(AnticipationInScenes, DumpsNoProblems) {
    World world(on_a_floor(sliding_box, R"({"friction": 0.4})", exact_anticipation));
    world.step();
    EXPECT_THROW(write_problem_files(world, testing::TempDir()), InputError);
}

/// J A⁻¹ Jᵀ and J A⁻¹ b + c of the nodes' equations are W and u⁰.
TEST(NodalGroup, HasTheEquationsBehindW) {
    const Scene scene = parse_scene(R"({"name": "pile", "time": {"step": 0.01, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 5e4, "poisson": 0.35}},
        "bodies": [
        {"name": "block", "type": "soft", "material": "rubber", "model": "linear", "element": 0.03, "shape": {"box": [0.1, 0.1, 0.1]},
         "surface": 0.02, "position": [0, -0.05, 0], "fixed": [{"box": [[-1, -1, -1], [0.01, 1, 1]]}]},
        {"name": "box", "type": "rigid", "density": 1000, "shape": {"box": [0.08, 0.02, 0.06]}, "position": [0.01, 0.01, 0],
         "velocity": [0.1, -0.2, 0], "angular_velocity": [1, 2, 3]}]})");
    const double h = 0.01;
    const auto bodies = make_bodies(scene);
    DetectionSurface block(bodies[0]->complex()), box(bodies[1]->complex());
    block.update(bodies[0]->collision_positions());
    box.update(bodies[1]->collision_positions());
    std::vector<Contact> contacts = make_contacts(0, 1, block, box, find_proximities(block, box, 0.001), {});
    ASSERT_GT(contacts.size(), 3u);
    std::vector<int> all(contacts.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    for (const auto& body : bodies) body->free_motion({0, h, Vec3(0, -9.81, 0)});
    // Impulses that velocities carry already count.
    const GroupProblem before = build_group(contacts, all, bodies, h);
    const VecX given = VecX::LinSpaced(3 * Eigen::Index(all.size()), 0.001, 0.002);
    for (const BodyRows& part : before.bodies) part.body->add_impulses(part.rows, given);

    const NodalGroup group = nodal_group(build_rows(contacts, all, bodies, h));
    const NodeProblem& problem = group.problem;
    const MatX A = dense(problem.A);
    MatX J = MatX::Zero(3 * Eigen::Index(all.size()), A.rows());
    for (std::size_t i = 0; i < all.size(); ++i)
        for (int k = problem.row_start[i]; k < problem.row_start[i + 1]; ++k)
            J.block<3, 3>(3 * Eigen::Index(i), 3 * Eigen::Index(problem.rows[k].node)) +=
                problem.rows[k].weight;
    const GroupProblem twin = build_group(contacts, all, bodies, h);
    const MatX W = J * solve_dense(A, J.transpose());
    EXPECT_LT((W - dense(twin.W)).norm(), 1e-9 * W.norm());
    EXPECT_LT((J * solve_dense(A, problem.b) + problem.c - twin.u0).norm(), 1e-6 * twin.u0.norm());
}

}  // namespace
}  // namespace limpet
