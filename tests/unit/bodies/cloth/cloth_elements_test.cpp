#include "bodies/cloth/cloth_elements.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "limpet/error.h"
#include "support/cloth_meshes.h"
#include "support/dense_algebra.h"

namespace limpet {
namespace {

const ClothModuli moduli{120, 40, 0.3, 0.02};

/// A sheet that is stretched, sheared and curled by some percent.
std::vector<Vec3> bent(const TriMesh& mesh, double amount = 1) {
    std::vector<Vec3> q = mesh.vertices;
    for (Vec3& p : q)
        p += amount * Vec3(0.05 * p.x() + 0.03 * p.z(), 0.4 * p.x() * p.x() - 0.3 * p.x() * p.z(),
                           0.02 * std::sin(9 * p.x()) - 0.04 * p.z());
    return q;
}

VecX nodal_forces(const ClothElements& cloth, std::size_t nodes) {
    VecX f = VecX::Zero(3 * static_cast<Eigen::Index>(nodes));
    for (int e = 0; e < cloth.count(); ++e)
        for (int a = 0; a < 6; ++a)
            f.segment<3>(3 * cloth.nodes(e)[a]) += Eigen::Map<const Vec3>(cloth.force(e, a));
    return f;
}

MatX stiffness(const ClothElements& cloth, std::size_t nodes) {
    const auto size = 3 * static_cast<Eigen::Index>(nodes);
    MatX k = MatX::Zero(size, size);
    for (int e = 0; e < cloth.count(); ++e)
        for (int a = 0; a < 6; ++a)
            for (int b = 0; b < 6; ++b)
                k.block<3, 3>(3 * cloth.nodes(e)[a], 3 * cloth.nodes(e)[b]) += cloth.stiffness(e, a, b);
    return k;
}

std::vector<TriMesh> meshes() {
    // A tetrahedron: every triangle has the same vertex across all its sides.
    const TriMesh closed{{{0, 0, 0}, {0.3, 0, 0}, {0, 0.3, 0}, {0, 0, 0.3}},
                         {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
    return {grid_sheet(0.4, 0.3, 4, 3), uneven_sheet(0.4, 0.3, 4, 3), staggered_sheet(0.4, 0.3, 4, 3), closed,
            TriMesh{{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 1, 2}}}};
}

TEST(ClothElements, ForcesAreDerivativesOfTheEnergyOverDecades) {
    for (const TriMesh& mesh : meshes()) {
        ClothElements cloth(mesh, moduli);
        const std::vector<Vec3> q = bent(mesh);
        cloth.evaluate(q, Stiffness::None);
        const VecX f = nodal_forces(cloth, q.size());
        VecX direction = VecX::Zero(f.size());
        for (Eigen::Index i = 0; i < f.size(); ++i) direction[i] = std::sin(1.0 + 7.0 * double(i));
        direction.normalize();
        double best = 1;
        for (double step = 1e-2; step > 1e-8; step /= 10) {
            std::vector<Vec3> plus = q, minus = q;
            flat(plus) += step * direction;
            flat(minus) -= step * direction;
            const double slope = (cloth.energy(plus) - cloth.energy(minus)) / (2 * step);
            const double error = std::abs(slope + f.dot(direction)) / f.norm();
            // The error of central differences falls with the square of the step until rounding takes over.
            if (step > 5e-5) {
                EXPECT_LT(error, 60 * (step * step / 1e-4));
            }
            best = std::min(best, error);
        }
        EXPECT_LT(best, 1e-8);
    }
}

/// Without bending the stiffness is the force's derivative; with it, where the cloth is at rest.
TEST(ClothElements, StiffnessIsTheDerivativeOfForces) {
    const ClothModuli no_bending{120, 40, 0.3, 0};
    for (const TriMesh& mesh : meshes())
        for (const bool at_rest : {false, true}) {
            ClothElements cloth(mesh, at_rest ? moduli : no_bending);
            const std::vector<Vec3> q = at_rest ? mesh.vertices : bent(mesh);
            cloth.evaluate(q, Stiffness::Exact);
            const MatX k = stiffness(cloth, q.size());
            EXPECT_LT((k - k.transpose()).norm(), 1e-12 * k.norm());
            const double step = 1e-6;
            double error = 0;
            for (Eigen::Index i = 0; i < k.cols(); ++i) {
                std::vector<Vec3> plus = q, minus = q;
                flat(plus)[i] += step;
                flat(minus)[i] -= step;
                cloth.evaluate(plus, Stiffness::None);
                const VecX up = nodal_forces(cloth, q.size());
                cloth.evaluate(minus, Stiffness::None);
                error =
                    std::max(error, ((up - nodal_forces(cloth, q.size())) / (2 * step) + k.col(i)).norm());
            }
            EXPECT_LT(error, 1e-6 * k.norm());
        }
}

TEST(ClothElements, ProjectedStiffnessHasNoNegativeEigenvalue) {
    for (const TriMesh& mesh : meshes()) {
        ClothElements cloth(mesh, moduli);
        std::vector<Vec3> q = bent(mesh);
        for (Vec3& p : q) p *= 0.8;
        cloth.evaluate(q, Stiffness::Projected);
        const MatX k = stiffness(cloth, q.size());
        const VecX values = symmetric_eigenvalues(k);
        EXPECT_GT(values.minCoeff(), -1e-10 * values.maxCoeff());
    }
}

TEST(ClothElements, MovingAndTurningCostsNothingAndForcesHaveNoSum) {
    for (const TriMesh& mesh : meshes()) {
        ClothElements cloth(mesh, moduli);
        const Mat3 turn = Eigen::AngleAxisd(2.1, Vec3(1, 2, -1).normalized()).toRotationMatrix();
        std::vector<Vec3> q = mesh.vertices;
        for (Vec3& p : q) p = turn * p + Vec3(3, -1, 2);
        cloth.evaluate(q, Stiffness::None);
        EXPECT_LT(cloth.energy(q), 1e-24);
        EXPECT_LT(nodal_forces(cloth, q.size()).norm(), 1e-9);
        q = bent(mesh);
        cloth.evaluate(q, Stiffness::None);
        const VecX f = nodal_forces(cloth, q.size());
        Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
        for (std::size_t i = 0; i < q.size(); ++i) {
            sum += f.segment<3>(3 * i);
            torque += q[i].cross(Vec3(f.segment<3>(3 * i)));
        }
        EXPECT_LT(sum.norm(), 1e-12 * f.norm());
        EXPECT_LT(torque.norm(), 1e-12 * f.norm());
    }
}

/// Energy of a uniform small strain per area, on any mesh: ½ εᵀ C ε.
TEST(ClothElements, UniformStrainCostsWhatTheModuliSay) {
    const double e = 1e-5, y = 120 / (1 - 0.09);
    struct Strain {
        double xx, zz, gamma, energy;
    };
    for (const TriMesh& mesh : {grid_sheet(0.4, 0.3, 4, 3), uneven_sheet(0.4, 0.3, 4, 3)}) {
        const ClothElements cloth(mesh, moduli);
        for (const Strain& s : {Strain{e, 0, 0, y * e * e / 2}, Strain{0, e, 0, y * e * e / 2},
                                Strain{e, e, 0, y * e * e * 1.3}, Strain{0, 0, e, 40 * e * e / 2},
                                // A tension along x alone: it contracts by ν.
                                Strain{e, -0.3 * e, 0, 120 * e * e / 2}}) {
            std::vector<Vec3> q = mesh.vertices;
            for (Vec3& p : q) p += Vec3(s.xx * p.x() + s.gamma * p.z(), 0, s.zz * p.z());
            EXPECT_NEAR(cloth.energy(q) / (0.12 * s.energy), 1, 1e-4);
        }
    }
}

/// Energy of a uniform small curvature per area: ½ bend ‖κ‖². Exact on meshes whose pairs of triangles are
/// parallelograms, whichever way the sheet is bent.
TEST(ClothElements, UniformCurvatureCostsWhatTheModulusSays) {
    const TriMesh mesh = grid_sheet(1, 1, 40, 40);
    const ClothElements cloth(mesh, {0, 0, 0, 0.02});
    const double c = 1e-4;
    struct Curvature {
        double xx, zz, xz;
    };
    for (const Curvature& k :
         {Curvature{c, 0, 0}, Curvature{0, c, 0}, Curvature{c / 2, c / 2, c / 2},
          Curvature{c / 2, c / 2, -c / 2}, Curvature{c, c, 0}, Curvature{c, -c, 0}, Curvature{0, 0, c}}) {
        std::vector<Vec3> q = mesh.vertices;
        for (Vec3& p : q) p.y() = 0.5 * (k.xx * p.x() * p.x() + k.zz * p.z() * p.z()) + k.xz * p.x() * p.z();
        const double expected = 0.02 / 2 * (k.xx * k.xx + k.zz * k.zz + 2 * k.xz * k.xz);
        // What is free of moments at the rim costs less there.
        EXPECT_NEAR(cloth.energy(q) / expected, 1, 0.03) << k.xx << ' ' << k.zz << ' ' << k.xz;
    }
}

TEST(ClothElements, KeepsTheCurvatureOfItsShape) {
    TriMesh mesh = grid_sheet(1, 1, 10, 10);
    for (Vec3& p : mesh.vertices) p.y() = p.x() * p.x() - 0.5 * p.z() * p.z();
    ClothElements cloth(mesh, moduli);
    cloth.evaluate(mesh.vertices, Stiffness::None);
    EXPECT_EQ(cloth.energy(mesh.vertices), 0);
    EXPECT_EQ(nodal_forces(cloth, mesh.vertices.size()).norm(), 0);
}

TEST(ClothElements, CollapsedTrianglesGiveFiniteForces) {
    const TriMesh mesh = grid_sheet(0.4, 0.3, 4, 3);
    ClothElements cloth(mesh, moduli);
    for (const double size : {0.0, 1e-300, 1e-9}) {
        std::vector<Vec3> q = mesh.vertices;
        for (Vec3& p : q) p = Vec3(p.x() * size, 0, p.z());
        cloth.evaluate(q, Stiffness::Projected);
        EXPECT_TRUE(nodal_forces(cloth, q.size()).allFinite());
        EXPECT_TRUE(stiffness(cloth, q.size()).allFinite());
        for (Vec3& p : q) p *= 0;
        cloth.evaluate(q, Stiffness::Projected);
        EXPECT_TRUE(stiffness(cloth, q.size()).allFinite());
    }
}

TEST(ClothElements, RefusesWhatIsNoSheet) {
    const std::vector<Vec3> x = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, -1, 0}};
    EXPECT_THROW(ClothElements({x, {{0, 1, 2}, {0, 1, 3}}}, moduli), InputError);             // same way
    EXPECT_THROW(ClothElements({x, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}}, moduli), InputError);  // three
    EXPECT_THROW(ClothElements({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}}}, moduli), InputError);
}

}  // namespace
}  // namespace limpet
