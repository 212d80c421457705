/// Strips of cloth against the formulas of rods and beams: the moduli mean the same on every mesh.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "bodies/cloth/cloth_body.h"
#include "support/cloth_meshes.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

ClothBodyParts strip(TriMesh mesh, const ClothModuli& moduli) {
    ClothBodyParts parts;
    parts.name = "strip";
    parts.mesh = std::move(mesh);
    parts.material.density = 1000;
    parts.material.damping.mass = 20;
    parts.thickness = 1e-3;
    parts.moduli = moduli;
    return parts;
}

/// What the strip pulls with at the nodes that were led away [N].
double pull(const ClothBody& body, double beyond) {
    ClothElements elements = body.elements();
    elements.evaluate(body.positions(), Stiffness::None);
    std::vector<Vec3> f;
    body.system().assembly.gather_forces(elements, f);
    double sum = 0;
    for (const int node : body.system().assembly.held_nodes())
        if (body.positions()[node].x() > beyond) sum -= f[node].x();
    return sum;
}

/// Strain along the strip in its middle half, away from what holding its ends does: the slope of a line
/// through the nodes' displacements.
double strain_in_the_middle(const ClothBody& body, const std::vector<double>& along, double length) {
    double n = 0, x = 0, u = 0, xx = 0, xu = 0;
    for (std::size_t i = 0; i < along.size(); ++i) {
        if (std::abs(along[i] - length / 2) > length / 4) continue;
        const double moved = body.positions()[i].x() - along[i];
        n += 1;
        x += along[i];
        u += moved;
        xx += along[i] * along[i];
        xu += along[i] * moved;
    }
    return (n * xu - x * u) / (n * xx - x * x);
}

std::vector<double> along_x(const std::vector<Vec3>& points) {
    std::vector<double> out;
    for (const Vec3& p : points) out.push_back(p.x());
    return out;
}

/// ε = F/(stretch · width).
TEST(ClothStrip, StrainIsForceOverStretchTimesWidth) {
    const double length = 0.5, width = 0.05, longer = 0.005, stretch = 300;
    for (const double poisson : {0.0, 0.3})
        for (const TriMesh& mesh :
             {grid_sheet(length, width, 10, 1), grid_sheet(length, width, 40, 5),
              staggered_sheet(length, width, 50, 6), uneven_sheet(length, width, 50, 5)}) {
            ClothBodyParts parts = strip(mesh, {stretch, 100, poisson, 1e-6});
            parts.fixed = {below_x(1e-9)};
            parts.motion = {{above_x(length - 1e-9), {{0, {0, 0, 0}, {}}, {1, {longer, 0, 0}, {}}}}};
            ClothBody body(parts);
            run(body, 60, 0.1, Vec3::Zero());
            const double strain = strain_in_the_middle(body, along_x(mesh.vertices), length);
            EXPECT_NEAR(pull(body, length / 2) / (stretch * width * strain), 1, 0.005);
            EXPECT_NEAR(strain / (longer / length), 1, 0.02);
        }
}

/// On the bias, at 45° to the threads, 1/E = (1 − ν)/(2 stretch) + 1/(4 shear).
TEST(ClothStrip, OnTheBiasShearTakesPart) {
    const double length = 0.5, width = 0.025, longer = 0.0005, stretch = 300, shear = 30, poisson = 0.2;
    const TriMesh straight = grid_sheet(length, width, 80, 4);
    TriMesh mesh = straight;
    const Mat3 turn = Eigen::AngleAxisd(M_PI / 4, Vec3::UnitY()).toRotationMatrix();
    for (Vec3& p : mesh.vertices) p = turn * p;
    ClothBodyParts parts = strip(mesh, {stretch, shear, poisson, 1e-6});
    parts.placement.rotation = turn.transpose();
    const Vec3 end = turn * Vec3(length, 0, width / 2), start = turn * Vec3(0, 0, width / 2);
    parts.fixed = {SphereSelection{to_array(start), 0.5001 * width}};
    parts.motion = {
        {SphereSelection{to_array(end), 0.5001 * width}, {{0, {0, 0, 0}, {}}, {1, {longer, 0, 0}, {}}}}};
    ClothBody body(parts);
    run(body, 60, 0.2, Vec3::Zero());
    const double modulus = 1 / ((1 - poisson) / (2 * stretch) + 1 / (4 * shear));
    const double strain = strain_in_the_middle(body, along_x(straight.vertices), length);
    EXPECT_NEAR(pull(body, length / 2) / (modulus * width * strain), 1, 0.01);
}

/// A strip held at one end bends by its weight: w = q L⁴/(8 bend), q weight per area [N/m²]. Held are all
/// nodes up to x = 0; the hinge there stands for half a triangle on both sides, so the beam begins at −a/2.
TEST(ClothStrip, BendsByItsWeightAsABeam) {
    const double length = 0.2, width = 0.04, bend = 1e-3;
    const Vec3 gravity(0, -1e-3, 0);
    for (const int columns : {11, 22, 44})
        for (const int kind : {0, 1, 2}) {
            const double a = length / (columns - 1);
            const int rows = columns / 5;
            TriMesh mesh = kind == 0   ? grid_sheet(length + a, width, columns, rows)
                           : kind == 1 ? grid_sheet(length + a, width, columns, 2 * rows)
                                       : uneven_sheet(length + a, width, columns, rows, 0.1);
            for (Vec3& p : mesh.vertices) p.x() -= a;
            ClothBodyParts parts = strip(mesh, {500, 200, 0.3, bend});
            parts.material.damping.mass = 2;
            parts.fixed = {below_x(kind == 2 ? 0.11 * a : 1e-9)};
            ClothBody body(parts);
            run(body, 80, 0.2, gravity);
            double tip = 0, count = 0;
            for (std::size_t i = 0; i < body.positions().size(); ++i)
                if (mesh.vertices[i].x() > length - 1e-9) {
                    tip -= body.positions()[i].y();
                    ++count;
                }
            const double beam = length + a / 2, q = 1e-3 * 1000 * 1e-3;
            EXPECT_NEAR(tip / count / (q * std::pow(beam, 4) / (8 * bend)), 1, kind == 2 ? 0.1 : 0.03)
                << columns << " columns, kind " << kind;
        }
}

}  // namespace
}  // namespace limpet
