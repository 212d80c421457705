// Patch test: a boundary displaced by a linear field must displace the inside by the same field, whatever the
// mesh, and stress must be the constant one of that deformation gradient. Stress against closed forms.

#include <gtest/gtest.h>

#include "support/soft_bodies.h"

namespace limpet {
namespace {

/// One motion a boundary node: u = G X at time 1.
SoftBodyParts driven_by(const Mat3& gradient, ElasticModel model) {
    const TetMesh mesh = grid_tets({0.3, 0.2, 0.25}, {3, 3, 3}, 0.3);
    SoftBodyParts parts = soft_parts(mesh);
    for (const Vec3& x : parts.surface.vertices) {
        const Keyframe end{1, to_array(gradient * x), {}};
        parts.motion.push_back({SphereSelection{to_array(x), 1e-6}, {{0, {0, 0, 0}, {}}, end}});
    }
    parts.model = model;
    parts.dynamics = Dynamics::Quasistatic;
    parts.material.poisson = 0.35;
    return parts;
}

TEST(PatchTest, LinearFieldsAreReproducedByEveryModel) {
    Mat3 shape;
    shape << 0.5, -0.3, 0.2, 0.4, -0.6, 0.1, -0.2, 0.3, 0.7;
    for (const ElasticModel model : elastic_models)
        for (const double size : {1e-3, 0.1}) {
            const Mat3 gradient = size * shape;
            SoftBodyParts parts = driven_by(gradient, model);
            const TetMesh mesh = parts.mesh;
            SoftBody body(std::move(parts));
            run(body, 1, 1.0, Vec3::Zero());
            ASSERT_EQ(body.system().assembly.free_nodes().size(), 8u);
            double worst = 0;
            for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
                const Vec3 u = body.positions()[i] - mesh.vertices[i];
                worst = std::max(worst, (u - gradient * mesh.vertices[i]).norm());
            }
            EXPECT_LT(worst, 1e-9 * size * 0.3) << static_cast<int>(model) << " at " << size;
            const Elements& elements = body.elements();
            const Mat3 stress = elements.stress(body.positions(), 0);
            for (int e = 1; e < elements.count(); ++e)
                EXPECT_LT((elements.stress(body.positions(), e) - stress).norm(), 1e-9 * stress.norm());
        }
}

/// P of one element under F, by each model.
Mat3 stress_of(ElasticModel model, const Material& material, const Mat3& f) {
    const TetMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2, 3}}};
    const Elements elements(mesh.vertices, mesh.tetrahedra, lame_parameters(material), model);
    std::vector<Vec3> q = mesh.vertices;
    for (Vec3& x : q) x = f * x;
    return elements.stress(q, 0);
}

TEST(ClosedForm, SmallUniaxialAndVolumetricStrainInEveryModel) {
    const Material material{1000, 2e5, 0.35, {}};
    const double e = 1e-6, nu = material.poisson, bulk = material.young / (3 * (1 - 2 * nu));
    for (const ElasticModel model : elastic_models) {
        const Mat3 uniaxial = stress_of(model, material, Vec3(1 + e, 1 - nu * e, 1 - nu * e).asDiagonal());
        const Mat3 expected = Vec3(material.young * e, 0, 0).asDiagonal();
        EXPECT_LT((uniaxial - expected).norm(), 2e-5 * material.young * e) << static_cast<int>(model);
        const Mat3 volumetric = stress_of(model, material, (1 + e) * Mat3::Identity());
        EXPECT_LT((volumetric - 3 * bulk * e * Mat3::Identity()).norm(), 1e-4 * bulk * e)
            << static_cast<int>(model);
    }
}

TEST(ClosedForm, LargeUniaxialStrain) {
    const Material material{1000, 2e5, 0.35, {}};
    const auto [mu, lambda] = lame_parameters(material);
    for (const double s : {0.5, 1.5, 2.0}) {
        const Mat3 f = Vec3(s, 1, 1).asDiagonal();
        const double linear = (2 * mu + lambda) * (s - 1), green = (s * s - 1) / 2;
        EXPECT_NEAR(stress_of(ElasticModel::Linear, material, f)(0, 0), linear, 1e-9 * mu);
        EXPECT_NEAR(stress_of(ElasticModel::Corotational, material, f)(0, 0), linear, 1e-9 * mu);
        EXPECT_NEAR(stress_of(ElasticModel::StVenantKirchhoff, material, f)(0, 0),
                    s * (2 * mu + lambda) * green, 1e-9 * mu);
        const double m = 4 * mu / 3, l = lambda + 5 * mu / 6;
        const double neo = m * s * (1 - 1 / (s * s + 3)) + l * (s - 1 - 0.75 * m / l);
        EXPECT_NEAR(stress_of(ElasticModel::NeoHookean, material, f)(0, 0), neo, 1e-9 * mu);
    }
}

}  // namespace
}  // namespace limpet
