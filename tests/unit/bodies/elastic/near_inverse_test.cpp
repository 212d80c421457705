// Steps with an older inverse for a preconditioner, against steps without.

#include <gtest/gtest.h>

#include "bodies/elastic/implicit_euler.h"
#include "bodies/soft/elements.h"
#include "support/grid_tets.h"

namespace limpet {
namespace {

constexpr double near_inverse_step = 0.01;

class NearInverse : public testing::Test {
protected:
    NearInverse() {
        const TetMesh mesh = grid_tets({0.2, 0.05, 0.05}, {12, 3, 3}, 0.2);
        system_.name = "a block";
        system_.elements = std::make_unique<Elements>(mesh.vertices, mesh.tetrahedra,
                                                      LameParameters{4e4, 9e4}, ElasticModel::Corotational);
        const int nodes = static_cast<int>(mesh.vertices.size());
        std::vector<char> held(nodes, 0);
        for (int i = 0; i < nodes; ++i) held[i] = mesh.vertices[i].x() < -0.099;
        system_.assembly = Assembly(*system_.elements, nodes, held);
        system_.mass.assign(nodes, 0.5 / nodes);
        system_.damping.stiffness = 0.01;
        system_.linear = LinearSystem(system_.assembly, LinearSolver::ConjugateGradient);
        state_.q = mesh.vertices;
        for (Vec3& x : state_.q) x.y() += 2 * (x.x() + 0.1) * (x.x() + 0.1);
        state_.v.assign(nodes, Vec3::Zero());
        input_ = {near_inverse_step, Vec3(0, -9.81, 0),
                  std::vector<Vec3>(system_.assembly.held_nodes().size(), Vec3::Zero())};
        system_.elements->evaluate(mesh.vertices, Stiffness::Projected);
        BlockMatrix at_rest = system_.assembly.free_matrix(), beside = system_.assembly.held_matrix();
        system_.assembly.assemble(*system_.elements, system_.mass, 1,
                                  near_inverse_step * 0.01 + near_inverse_step * near_inverse_step, at_rest,
                                  beside);
        EXPECT_TRUE(at_rest_.factorise(at_rest));
        at_rest_.keep_single_precision();
    }
    VecX stepped() {
        const std::vector<Vec3> v = implicit_euler(system_, state_, input_, 1);
        return flat(v);
    }

    ElasticSystem system_;
    NodalState state_;
    StepInput input_;
    SparseCholesky at_rest_;
};

TEST_F(NearInverse, GivesTheSameStepInFewerIterations) {
    const VecX without = stepped();
    const int iterations = system_.linear.iterations();
    input_.near_inverse = [&](const VecX& r, VecX& z) { at_rest_.solve_roughly(r, z); };
    const VecX with = stepped();
    EXPECT_LT((with - without).norm(), 1e-5 * without.norm());
    EXPECT_LT(system_.linear.iterations(), iterations / 2);
    EXPECT_EQ(system_.linear.fallbacks(), 0);
}

TEST_F(NearInverse, OfNoUseTakesTimeAndNothingElse) {
    const VecX without = stepped();
    input_.near_inverse = [](const VecX& r, VecX& z) { z = -r; };
    EXPECT_EQ((stepped() - without).norm(), 0);
    input_.near_inverse = [](const VecX& r, VecX& z) { z = r; };
    EXPECT_LT((stepped() - without).norm(), 1e-5 * without.norm());
    EXPECT_EQ(system_.linear.fallbacks(), 0);
}

}  // namespace
}  // namespace limpet
