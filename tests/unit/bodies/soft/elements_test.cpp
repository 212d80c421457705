// Forces are derivatives of energies and stiffness of forces, whatever the deformation.

#include "bodies/soft/elements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "bodies/elastic/assembly.h"
#include "limpet/error.h"
#include "support/dense_algebra.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

const LameParameters rubber_lame{0.4e5, 0.9e5};

const char* name_of(ElasticModel model) {
    const char* names[] = {"linear", "corotational", "stvk", "neohookean"};
    return names[static_cast<int>(model)];
}

/// Two irregular tetrahedra, so that lanes that repeat the last element are there too.
TetMesh two_tets() {
    return {{{0, 0, 0}, {0.11, 0.01, 0}, {0.02, 0.12, -0.01}, {0, 0.02, 0.1}, {0.09, 0.1, 0.08}},
            {{0, 1, 2, 3}, {1, 4, 2, 3}}};
}

struct Deformation {
    const char* name;
    Vec3 stretches;
    double twist;  ///< [rad]
};

/// Node positions under F = R(twist) V diag(s) Vᵀ and a little noise, so that elements differ.
std::vector<Vec3> deformed(const TetMesh& mesh, const Deformation& d) {
    const Mat3 v = Eigen::AngleAxisd(0.7, Vec3(1, 2, -1).normalized()).toRotationMatrix();
    const Mat3 r = Eigen::AngleAxisd(d.twist, Vec3(-1, 1, 3).normalized()).toRotationMatrix();
    std::mt19937 random(7);
    std::uniform_real_distribution<double> noise(-0.004, 0.004);
    std::vector<Vec3> q;
    for (const Vec3& x : mesh.vertices)
        q.push_back(r * v * d.stretches.asDiagonal() * v.transpose() * x +
                    Vec3(noise(random), noise(random), noise(random)));
    return q;
}

const Deformation deformations[] = {{"rest", {1, 1, 1}, 0},
                                    {"turned", {1.02, 0.97, 1.01}, 2.5},
                                    {"stretched", {2.5, 1.2, 0.8}, 1.0},
                                    {"compressed", {0.9, 0.5, 0.35}, -1.5},
                                    {"inverted", {1.1, 0.8, -0.4}, 0.8}};

bool applies(ElasticModel model, const Deformation& d) {
    return d.stretches.minCoeff() > 0 || model == ElasticModel::Corotational ||
           model == ElasticModel::NeoHookean;
}

/// Errors of central differences for steps over five decades must fall as the square of the step until
/// rounding takes over; returns the smallest.
double expect_second_order(const std::function<double(double)>& error_at, const std::string& what) {
    double best = 1e300;
    std::vector<double> errors;
    for (int decade = 0; decade < 5; ++decade) {
        errors.push_back(error_at(3e-3 * std::pow(10.0, -decade)));
        best = std::min(best, errors.back());
    }
    // Between the first two decades rounding plays no part, unless there is nothing but rounding.
    if (errors[0] > 1e-9) {
        EXPECT_NEAR(std::log10(errors[0] / errors[1]), 2, 0.1) << what;
    }
    return best;
}

class ElementsOf : public testing::TestWithParam<ElasticModel> {
protected:
    template <class Check>
    void for_each_deformation(Check&& check) {
        for (const Deformation& d : deformations)
            if (applies(GetParam(), d)) check(d, std::string(name_of(GetParam())) + ", " + d.name);
    }
    TetMesh mesh_ = two_tets();
    Elements elements_{mesh_.vertices, mesh_.tetrahedra, rubber_lame, GetParam()};
    Assembly assembly_{elements_, 5, std::vector<char>(5, 0)};

    VecX forces(const std::vector<Vec3>& q) {
        elements_.evaluate(q, Stiffness::None);
        std::vector<Vec3> f;
        assembly_.gather_forces(elements_, f);
        return flat(f);
    }
    Eigen::MatrixXd stiffness(const std::vector<Vec3>& q, Stiffness kind) {
        elements_.evaluate(q, kind);
        BlockMatrix k = assembly_.free_matrix(), held = assembly_.held_matrix();
        assembly_.assemble(elements_, std::vector<double>(5, 0.0), 0, 1, k, held);
        Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(15, 15);
        const std::vector<int>& node = assembly_.free_nodes();
        for (int i = 0; i < 5; ++i)
            for (int b = k.pattern().row_start[i]; b < k.pattern().row_start[i + 1]; ++b)
                dense.block<3, 3>(3 * node[i], 3 * node[k.pattern().column[b]]) =
                    Eigen::Map<const Mat3>(k.block(b));
        return dense;
    }
    /// q with its numbers moved by step · direction.
    static std::vector<Vec3> moved(std::vector<Vec3> q, const VecX& direction, double step) {
        flat(q) += step * direction;
        return q;
    }
    static VecX direction() {
        VecX u(15);
        for (int i = 0; i < 15; ++i) u[i] = 0.1 * std::cos(1.0 + 2.3 * i);
        return u;
    }
};

TEST_P(ElementsOf, ForceIsTheDerivativeOfEnergy) {
    for_each_deformation([&](const Deformation& d, const std::string& what) {
        const std::vector<Vec3> q = deformed(mesh_, d);
        const VecX u = direction();
        const double exact = -forces(q).dot(u);
        const double scale = std::max(std::abs(exact), forces(q).norm() * u.norm());
        const double best = expect_second_order(
            [&](double h) {
                const double difference =
                    (elements_.energy(moved(q, u, h)) - elements_.energy(moved(q, u, -h))) / (2 * h);
                return std::abs(difference - exact) / scale;
            },
            what);
        EXPECT_LT(best, 1e-8) << what;
    });
}

TEST_P(ElementsOf, StiffnessIsTheDerivativeOfForce) {
    for_each_deformation([&](const Deformation& d, const std::string& what) {
        const std::vector<Vec3> q = deformed(mesh_, d);
        const VecX u = direction(), exact = -stiffness(q, Stiffness::Exact) * u;
        const double best = expect_second_order(
            [&](double h) {
                return ((forces(moved(q, u, h)) - forces(moved(q, u, -h))) / (2 * h) - exact).norm() /
                       exact.norm();
            },
            what);
        EXPECT_LT(best, 1e-8) << what;
    });
}

TEST_P(ElementsOf, StiffnessIsSymmetricAndProjectedIsSemiDefinite) {
    for_each_deformation([&](const Deformation& d, const std::string& what) {
        const std::vector<Vec3> q = deformed(mesh_, d);
        for (const Stiffness kind : {Stiffness::Exact, Stiffness::Projected}) {
            const Eigen::MatrixXd k = stiffness(q, kind);
            EXPECT_LT((k - k.transpose()).norm(), 1e-13 * k.norm()) << what;
        }
        const Eigen::MatrixXd k = stiffness(q, Stiffness::Projected);
        EXPECT_GT(symmetric_eigenvalues(k).minCoeff(), -1e-13 * k.norm()) << what;
    });
}

TEST_P(ElementsOf, ProjectionLeavesStretchedElementsAlone) {
    const std::vector<Vec3> q = deformed(mesh_, {"", {1.5, 1.4, 1.6}, 0.5});
    if (GetParam() == ElasticModel::NeoHookean) return;  // its derivative is indefinite there too
    const Eigen::MatrixXd exact = stiffness(q, Stiffness::Exact),
                          projected = stiffness(q, Stiffness::Projected);
    EXPECT_LT((exact - projected).norm(), 1e-13 * exact.norm());
}

TEST_P(ElementsOf, RestHasNoEnergyAndNoForce) {
    EXPECT_NEAR(elements_.energy(mesh_.vertices), 0, 1e-15);
    EXPECT_LT(forces(mesh_.vertices).norm(), 1e-10);
}

TEST_P(ElementsOf, SmallStrainsAgreeWithLinearElasticity) {
    Elements linear(mesh_.vertices, mesh_.tetrahedra, rubber_lame, ElasticModel::Linear);
    const Eigen::MatrixXd here = stiffness(mesh_.vertices, Stiffness::Exact);
    std::swap(elements_, linear);
    const Eigen::MatrixXd there = stiffness(mesh_.vertices, Stiffness::Exact);
    EXPECT_LT((here - there).norm(), 1e-12 * there.norm());
}

TEST_P(ElementsOf, ForcesTurnWithTheBody) {
    if (GetParam() == ElasticModel::Linear) return;  // small displacements only
    const Mat3 r = Eigen::AngleAxisd(2.8, Vec3(3, -1, 2).normalized()).toRotationMatrix();
    for_each_deformation([&](const Deformation& d, const std::string& what) {
        const std::vector<Vec3> q = deformed(mesh_, d);
        std::vector<Vec3> turned = q, rigid = mesh_.vertices;
        for (Vec3& x : turned) x = r * x + Vec3(1, -2, 0.5);
        for (Vec3& x : rigid) x = r * x + Vec3(1, -2, 0.5);
        VecX expected = forces(q);
        for (int i = 0; i < 5; ++i) expected.segment<3>(3 * i) = (r * expected.segment<3>(3 * i)).eval();
        EXPECT_LT((forces(turned) - expected).norm(), 1e-10 * std::max(1.0, expected.norm())) << what;
        EXPECT_NEAR(elements_.energy(turned), elements_.energy(q), 1e-10) << what;
        // 1e-10 of the force that a strain of 1 would take: E · edge²
        EXPECT_LT(forces(rigid).norm(), 1e-10 * 1e5 * 0.01) << what;
    });
}

// Degenerate and turned inside out: finite numbers, and forces that push back out.
TEST_P(ElementsOf, StaysFiniteWhenFlatOrCollapsed) {
    for (const Vec3& s :
         {Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 0), Vec3(-1, -1, -1), Vec3(1e3, 1e3, 1e-3)}) {
        std::vector<Vec3> q = mesh_.vertices;
        for (Vec3& x : q) x = s.asDiagonal() * x;
        EXPECT_TRUE(forces(q).allFinite());
        EXPECT_TRUE(stiffness(q, Stiffness::Projected).allFinite());
        EXPECT_TRUE(std::isfinite(elements_.energy(q)));
        for (const double stress : elements_.von_mises(q)) EXPECT_TRUE(std::isfinite(stress));
    }
}

INSTANTIATE_TEST_SUITE_P(Models, ElementsOf, testing::ValuesIn(elastic_models),
                         [](const auto& of) { return std::string(name_of(of.param)); });

TEST_P(ElementsOf, KnownDecompositionsGiveTheSameBytesAsNewOnes) {
    for_each_deformation([&](const Deformation& d, const std::string& what) {
        const std::vector<Vec3> q = deformed(mesh_, d);
        const auto fresh = [&] {
            return Elements(mesh_.vertices, mesh_.tetrahedra, rubber_lame, GetParam());
        };
        Elements kept = fresh(), first = fresh();
        const double energy = kept.energy(q);
        kept.evaluate(q, Stiffness::Projected);
        first.evaluate(q, Stiffness::Projected);
        for (int e = 0; e < kept.count(); ++e)
            for (int a = 0; a < 4; ++a) {
                EXPECT_TRUE(std::equal(kept.force(e, a), kept.force(e, a) + 3, first.force(e, a))) << what;
                for (int b = 0; b < 4; ++b)
                    EXPECT_EQ(kept.stiffness(e, a, b), first.stiffness(e, a, b)) << what;
            }
        EXPECT_EQ(first.energy(q), energy) << what;
        // And of other positions they are not taken.
        const std::vector<Vec3> moved_on = moved(q, direction(), 0.01);
        EXPECT_EQ(kept.energy(moved_on), fresh().energy(moved_on)) << what;
    });
}

TEST(Elements, CorotationalEnergyIsThatOfTheRotatedStrain) {
    const TetMesh mesh = two_tets();
    const Elements elements(mesh.vertices, mesh.tetrahedra, rubber_lame, ElasticModel::Corotational);
    const Mat3 r = Eigen::AngleAxisd(1.9, Vec3(1, 1, -2).normalized()).toRotationMatrix();
    Mat3 s;
    s << 1.2, 0.1, -0.05, 0.1, 0.9, 0.02, -0.05, 0.02, 1.1;
    std::vector<Vec3> q = mesh.vertices;
    for (Vec3& x : q) x = r * s * x;
    const Mat3 strain = s - Mat3::Identity();
    const double density =
        rubber_lame.mu * strain.squaredNorm() + rubber_lame.lambda / 2 * strain.trace() * strain.trace();
    EXPECT_NEAR(elements.energy(q), density * volume(mesh), 1e-12 * density);
}

TEST(Elements, RefusesWhatIsNoTetrahedron) {
    const auto make = [](std::vector<Vec3> x, std::vector<Tetrahedron> t) {
        Elements(x, t, rubber_lame, ElasticModel::Corotational);
    };
    const std::vector<Vec3> x{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}};
    EXPECT_THROW(make(x, {{0, 2, 1, 3}}), InputError);
    EXPECT_THROW(make(x, {{0, 1, 2, 4}}), InputError);
    EXPECT_THROW(make(x, {{0, 1, 2, 5}}), InputError);
    EXPECT_THROW(make(x, {{0, 1, 2, -1}}), InputError);
    try {
        make(x, {{0, 1, 2, 3}, {0, 2, 1, 3}});
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(),
                    testing::HasSubstr("tetrahedron 1 (nodes 0, 2, 1, 3) is flat or inside out"));
    }
}

TEST(Elements, VonMisesOfUniaxialStretchIsTheCauchyStress) {
    const TetMesh mesh = two_tets();
    const double e = 1e5, nu = 0.3, strain = 1e-5;
    const LameParameters lame = lame_parameters({1000, e, nu, {}});
    for (const ElasticModel model : elastic_models) {
        const Elements elements(mesh.vertices, mesh.tetrahedra, lame, model);
        std::vector<Vec3> q = mesh.vertices;
        for (Vec3& x : q)
            x = Vec3(x.x() * (1 + strain), x.y() * (1 - nu * strain), x.z() * (1 - nu * strain));
        for (const double stress : elements.von_mises(q)) EXPECT_NEAR(stress, e * strain, 1e-4 * e * strain);
    }
}

TEST(RangeOfEnergies, HoldsTheEnergyOfAnyDeformationAndIsNarrow) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> anywhere(-1, 1);
    const TetMesh mesh = two_tets();
    const double scale = (2 * rubber_lame.mu + rubber_lame.lambda) * volume(mesh);
    int narrow = 0, all = 0;
    // From strains that rounding nearly hides to elements that are flat or inside out.
    for (const double size : {1e-9, 1e-6, 1e-3, 0.1, 0.5, 2.0})
        for (int i = 0; i < 200; ++i) {
            Elements elements(mesh.vertices, mesh.tetrahedra, rubber_lame, ElasticModel::Corotational);
            Mat3 f = Eigen::AngleAxisd(3 * anywhere(random), Vec3(1, 2, -1).normalized()).toRotationMatrix();
            for (double& x : f.reshaped()) x += size * anywhere(random);
            std::vector<Vec3> q;
            for (const Vec3& x : mesh.vertices) q.push_back(f * x);
            const EnergyRange range = elements.energy_range(q);
            const double energy = elements.energy(q);
            EXPECT_LE(range.low, energy) << size;
            EXPECT_GE(range.high, energy) << size;
            narrow += range.high - range.low < 1e-12 * scale * (1 + f.squaredNorm());
            ++all;
        }
    EXPECT_GT(narrow, 0.95 * all);
}

TEST(RangeOfEnergies, IsTheEnergyOfOtherModels) {
    const TetMesh mesh = two_tets();
    const std::vector<Vec3> q = deformed(mesh, deformations[2]);
    for (const ElasticModel model :
         {ElasticModel::Linear, ElasticModel::StVenantKirchhoff, ElasticModel::NeoHookean}) {
        const Elements elements(mesh.vertices, mesh.tetrahedra, rubber_lame, model);
        const EnergyRange range = elements.energy_range(q);
        EXPECT_EQ(range.low, elements.energy(q)) << name_of(model);
        EXPECT_EQ(range.high, elements.energy(q)) << name_of(model);
    }
}

}  // namespace
}  // namespace limpet
