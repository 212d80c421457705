/// Springs on points of an elastic body: forces are the slopes of their energy, and their part of the matrix
/// is the slope of the forces.

#include "bodies/elastic/node_springs.h"

#include <gtest/gtest.h>

#include "bodies/soft/elements.h"
#include "support/grid_tets.h"

namespace limpet {
namespace {

struct Springs : testing::Test {
    TetMesh mesh = grid_tets(Vec3(1, 1, 1), {2, 2, 2});
    Elements elements{mesh.vertices, mesh.tetrahedra, {1e3, 1e3}, ElasticModel::Linear};
    std::vector<char> held = std::vector<char>(mesh.vertices.size(), 0);
    std::vector<Vec3> q = mesh.vertices;
    NodeSprings springs;

    void SetUp() override {
        held[mesh.tetrahedra[3][1]] = 1;
        for (const int t : {3, 7}) {
            const Tetrahedron& nodes = mesh.tetrahedra[t];
            springs.push_back({{nodes, {0.4, 0.3, 0.2, 0.1}}, 120.0 + t, 3.0, Vec3(0.3, 1.7, -0.4)});
        }
        for (std::size_t i = 0; i < q.size(); ++i)
            q[i] += 0.1 * Vec3(std::sin(i), std::cos(3.0 * i), std::sin(2.0 * i));
    }
    Assembly assembly() const { return Assembly(elements, static_cast<int>(q.size()), held); }
    VecX forces(const std::vector<Vec3>& at) const {
        const Assembly a = assembly();
        VecX f = VecX::Zero(3 * static_cast<Eigen::Index>(a.free_nodes().size()));
        add_spring_forces(springs, a, at, std::vector<Vec3>(q.size(), Vec3::Zero()), 1, f);
        return f;
    }
};

TEST_F(Springs, ForcesAreSlopesOfTheEnergy) {
    const Assembly a = assembly();
    const VecX f = forces(q);
    for (std::size_t i = 0; i < a.free_nodes().size(); ++i)
        for (int k = 0; k < 3; ++k) {
            constexpr double step = 1e-6;
            std::vector<Vec3> less = q, more = q;
            less[a.free_nodes()[i]][k] -= step;
            more[a.free_nodes()[i]][k] += step;
            const double slope = (spring_energy(springs, more) - spring_energy(springs, less)) / (2 * step);
            EXPECT_NEAR(f[3 * i + k], -slope, 1e-6 * (1 + std::abs(slope)));
        }
}

TEST_F(Springs, TheMatrixIsTheSlopeOfForces) {
    const Assembly a = assembly();
    BlockMatrix free = a.free_matrix(), held_part = a.held_matrix();
    add_to_matrix(springs, a, 1, 0, free, held_part);
    const auto slope = [&](int node, int k) -> VecX {
        constexpr double step = 1e-4;
        std::vector<Vec3> less = q, more = q;
        less[node][k] -= step;
        more[node][k] += step;
        return (forces(more) - forces(less)) / (2 * step);
    };
    const auto check = [&](const BlockMatrix& matrix, const std::vector<int>& columns) {
        for (std::size_t j = 0; j < columns.size(); ++j)
            for (int k = 0; k < 3; ++k) {
                const VecX expected = slope(columns[j], k);
                for (int i = 0; i < matrix.rows(); ++i) {
                    const int block = matrix.pattern().find(i, static_cast<int>(j));
                    for (int r = 0; r < 3; ++r)
                        EXPECT_NEAR(block < 0 ? 0 : matrix.block(block)[3 * k + r], -expected[3 * i + r],
                                    1e-6);
                }
            }
    };
    check(free, a.free_nodes());
    check(held_part, a.held_nodes());
}

TEST_F(Springs, PointsOfOneElementFitThePattern) {
    const Assembly a = assembly();
    for (const NodeSpring& spring : springs) EXPECT_TRUE(fits_pattern(spring.at, a));
    NodePoint across{{0, static_cast<int>(q.size()) - 1, 0, 0}, {0.5, 0.5, 0, 0}};
    EXPECT_FALSE(fits_pattern(across, a));
    across.weights = {1, 0, 0, 0};
    EXPECT_TRUE(fits_pattern(across, a));
}

TEST_F(Springs, StatesKeepTheirMatrix) {
    std::vector<double> values;
    append_springs(springs, values);
    std::span<const double> rest = values;
    NodeSprings read;
    EXPECT_TRUE(take_springs(rest, static_cast<int>(q.size()), read));
    EXPECT_TRUE(same_matrix(read, springs));
    values.pop_back();
    rest = values;
    EXPECT_FALSE(take_springs(rest, static_cast<int>(q.size()), read));
    append_springs(springs, values = {});
    rest = values;
    EXPECT_FALSE(take_springs(rest, 2, read));
}

}  // namespace
}  // namespace limpet
