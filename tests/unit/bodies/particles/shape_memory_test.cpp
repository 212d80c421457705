#include "bodies/particles/shape_memory.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "bodies/particles/rigid_fit.h"
#include "support/particle_bodies.h"

namespace limpet {
namespace {

/// Bodies whose neighbourhoods are curved, flat, and filled.
std::vector<BodyDescription> kinds() {
    BodyDescription filled = particle_ball();
    filled.interior = 0.05;
    BodyDescription block = particle_ball();
    block.shape = BoxShape{{0.2, 0.1, 0.1}};
    block.surface = 0.05;
    BodyDescription firm = particle_sheet();
    firm.strain_memory = 150;
    return {particle_ball(), particle_sheet(), filled, block, firm};
}

std::vector<Vec3> forces(const ParticlesBody& body, const std::vector<Vec3>& x,
                         const Mat3& rest = Mat3::Identity()) {
    std::vector<Vec3> f(x.size(), Vec3::Zero());
    body.memory().add_forces(x, rest, f);
    return f;
}

Mat3 some_rotation() {
    return Eigen::AngleAxisd(1.1, Vec3(1, 2, -0.5).normalized()).toRotationMatrix();
}

/// Force along a direction against the difference of the energy, over displacements from a thousandth of the
/// particles' distance to more than all of it.
TEST(ShapeMemory, ForcesAreTheGradientOfTheEnergy) {
    const Mat3 contracted = Vec3(0.8, 1.1, 1.0).asDiagonal();
    for (const BodyDescription& kind : kinds()) {
        const auto body = make_particles(kind);
        for (const Mat3& rest : {Mat3(Mat3::Identity()), contracted})
            for (const double size : {1e-4, 1e-3, 1e-2, 3e-2}) {
                const std::vector<Vec3> x = shaken(body->positions(), size);
                const std::vector<Vec3> f = forces(*body, x, rest);
                const std::vector<Vec3> zero(x.size(), Vec3::Zero()), d = shaken(zero, 1, 7);
                const double step = 1e-6;
                std::vector<Vec3> ahead = x, behind = x;
                flat(ahead) += step * flat(d);
                flat(behind) -= step * flat(d);
                const double slope =
                    (body->memory().energy(ahead, rest) - body->memory().energy(behind, rest)) / (2 * step);
                const double scale = flat(f).norm() * flat(d).norm() / std::sqrt(3.0 * x.size());
                EXPECT_NEAR(-flat(f).dot(flat(d)), slope, 1e-6 * scale)
                    << kind.name << ", displaced by " << size << " m";
            }
    }
}

TEST(ShapeMemory, ForcesAndMomentsSumToZero) {
    for (const BodyDescription& kind : kinds()) {
        const auto body = make_particles(kind);
        for (const double size : {1e-4, 1e-2, 5e-2}) {
            const std::vector<Vec3> x = shaken(body->positions(), size);
            const std::vector<Vec3> f = forces(*body, x);
            Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
            double all = 0, lever = 0;
            for (std::size_t i = 0; i < x.size(); ++i) {
                force += f[i];
                moment += x[i].cross(f[i]);
                all += f[i].norm();
                lever = std::max(lever, x[i].norm());
            }
            EXPECT_LT(force.norm(), 1e-13 * all) << kind.name;
            EXPECT_LT(moment.norm(), 1e-12 * all * lever) << kind.name;
        }
    }
}

TEST(ShapeMemory, RigidMotionChangesNothing) {
    for (const BodyDescription& kind : kinds()) {
        const auto body = make_particles(kind);
        const Mat3 turn = some_rotation();
        const Vec3 shift(0.3, -2, 1);
        const auto moved = [&](std::vector<Vec3> x) {
            for (Vec3& p : x) p = turn * p + shift;
            return x;
        };
        const double size = std::sqrt(body->memory().stiffness()) * 1e-7;
        EXPECT_LT(body->memory().energy(moved(body->positions()), Mat3::Identity()), size * size);
        const std::vector<Vec3> x = shaken(body->positions(), 1e-2);
        const double energy = body->memory().energy(x, Mat3::Identity());
        EXPECT_NEAR(body->memory().energy(moved(x), Mat3::Identity()), energy, 1e-12 * energy);
        const std::vector<Vec3> f = forces(*body, x), g = forces(*body, moved(x));
        for (std::size_t i = 0; i < x.size(); ++i)
            EXPECT_LT((turn * f[i] - g[i]).norm(), 1e-10 * f[i].norm() + 1e-12) << kind.name;
    }
}

TEST(ShapeMemory, StiffnessAtRestIsTheForcesDerivative) {
    for (const BodyDescription& kind : kinds()) {
        const auto body = make_particles(kind);
        const std::vector<Vec3> zero(body->positions().size(), Vec3::Zero());
        const std::vector<Vec3> d = shaken(zero, 1, 3);
        std::vector<Vec3> exact = zero;
        body->memory().add_forces_at_rest(d, exact);
        const double step = 1e-6;
        std::vector<Vec3> ahead = body->positions(), behind = body->positions();
        flat(ahead) += step * flat(d);
        flat(behind) -= step * flat(d);
        std::vector<Vec3> difference = forces(*body, ahead);
        const std::vector<Vec3> before = forces(*body, behind);
        flat(difference) -= flat(before);
        flat(difference) /= 2 * step;
        flat(difference) -= flat(exact);
        EXPECT_LT(flat(difference).norm(), 1e-6 * flat(exact).norm()) << kind.name;
    }
}

/// A sheet that is stretched evenly costs nothing inside but for its strain memory: k_s/2 (s − 1)² Σ w |p|²
/// of each neighbourhood.
TEST(ShapeMemory, EvenStrainIsFeltByStrainMemoryAlone) {
    BodyDescription sheet = particle_sheet(21);
    sheet.shape_memory = 0;
    sheet.strain_memory = 30;
    const auto body = make_particles(sheet);
    const Neighbourhoods& around = body->memory().neighbourhoods();
    const double s = 1.2;
    std::vector<Vec3> x = body->positions();
    for (Vec3& p : x) p *= s;
    double expected = 0;
    for (int i = 0; i < around.count(); ++i)
        for (std::size_t k = 0; k < around.members(i).size(); ++k)
            expected += 15 * (s - 1) * (s - 1) * around.weights(i)[k] * around.offsets(i)[k].squaredNorm();
    EXPECT_NEAR(body->memory().energy(x, Mat3::Identity()), expected, 1e-12 * expected);
}

/// The fit's rotation against a dense singular value decomposition.
TEST(RigidFit, IsTheNearestProperRotation) {
    for (const BodyDescription& kind : kinds()) {
        const auto body = make_particles(kind);
        const Neighbourhoods& around = body->memory().neighbourhoods();
        const Mat3 turn = some_rotation();
        std::vector<Vec3> x = shaken(body->positions(), 5e-3);
        for (Vec3& p : x) p = turn * p;
        const std::vector<RigidFit> fits = rigid_fits(around, x, Mat3::Identity());
        for (int i = 0; i < around.count(); ++i) {
            const RigidFit& fit = fits[i];
            Mat3 spread = Mat3::Zero();
            for (std::size_t k = 0; k < around.members(i).size(); ++k)
                spread += around.weights(i)[k] * (x[around.members(i)[k]] - fit.center) *
                          around.offsets(i)[k].transpose();
            const Eigen::JacobiSVD<Mat3> svd(spread, Eigen::ComputeFullU | Eigen::ComputeFullV);
            const Mat3 reflection =
                Vec3(1, 1, (svd.matrixU() * svd.matrixV().transpose()).determinant()).asDiagonal();
            const Mat3 nearest = svd.matrixU() * reflection * svd.matrixV().transpose();
            EXPECT_LT((fit.rotation - nearest).norm(), 1e-10) << kind.name << " " << i;
        }
    }
}

/// A sheet that is folded over by half a turn about its middle: each neighbourhood on its own is hardly bent,
/// and the fits of flat ones must not reflect.
TEST(RigidFit, FlatNeighbourhoodsTurnOver) {
    const auto body = make_particles(particle_sheet(11));
    std::vector<Vec3> x = body->positions();
    const Mat3 over = Eigen::AngleAxisd(M_PI, Vec3::UnitX()).toRotationMatrix();
    for (Vec3& p : x) p = over * p;
    EXPECT_LT(body->memory().energy(x, Mat3::Identity()), 1e-20);
}

}  // namespace
}  // namespace limpet
