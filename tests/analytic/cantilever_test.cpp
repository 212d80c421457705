// A cantilever under its own weight against Timoshenko's beam: linear tetrahedra are too stiff in bending,
// and the error must fall with the square of the element size.

#include <gtest/gtest.h>

#include "support/soft_bodies.h"

namespace limpet {
namespace {

constexpr double beam_length = 0.5, beam_height = 0.1, beam_young = 1e7, beam_density = 1000,
                 beam_gravity = 9.81;

/// δ = wL⁴/(8EI) + wL²/(2κGA), κ = 5/6, G = E/2 for ν = 0.
double timoshenko() {
    const double area = beam_height * beam_height, inertia = area * area / 12,
                 load = beam_density * area * beam_gravity;
    return load * std::pow(beam_length, 4) / (8 * beam_young * inertia) +
           load * beam_length * beam_length / (2 * (5.0 / 6) * (beam_young / 2) * area);
}

double tip_deflection(int n, ElasticModel model) {
    SoftBodyParts parts = soft_parts(grid_tets({beam_length, beam_height, beam_height}, {5 * n, n, n}));
    parts.material = {beam_density, beam_young, 0.0, {}};
    parts.model = model;
    parts.dynamics = Dynamics::Quasistatic;
    parts.fixed.push_back(below_x(-beam_length / 2 + 1e-9));
    SoftBody body(std::move(parts));
    const int tip = body.nearest_point(Vec3(beam_length / 2, 0, 0));
    const double before = body.point_position(tip).y();
    run(body, 1, 1.0, Vec3(0, -beam_gravity, 0));
    return before - body.point_position(tip).y();
}

double relative_error(int n, ElasticModel model) {
    return std::abs(tip_deflection(n, model) / timoshenko() - 1);
}

TEST(Cantilever, DeflectionConvergesToTheBeams) {
    const double coarse = relative_error(2, ElasticModel::Linear),
                 fine = relative_error(4, ElasticModel::Linear);
    RecordProperty("error_2", std::to_string(coarse));
    RecordProperty("error_4", std::to_string(fine));
    EXPECT_LT(fine, coarse / 2);
    EXPECT_LT(fine, 0.2);
    EXPECT_LT(std::abs(relative_error(4, ElasticModel::Corotational) - fine), 0.01);
}

TEST(CantileverLong, DeflectionConvergesToTheBeamsWithin3Percent) {
    double errors[3];
    for (int i = 0; i < 3; ++i) errors[i] = relative_error(3 << i, ElasticModel::Linear);
    for (int i = 0; i < 3; ++i) RecordProperty("error_" + std::to_string(3 << i), std::to_string(errors[i]));
    EXPECT_LT(errors[1], errors[0] / 3);
    EXPECT_LT(errors[2], errors[1] / 3);
    EXPECT_LT(errors[2], 0.03);
}

}  // namespace
}  // namespace limpet
