/// A bar held at one end whose other end is pushed aside without turning: the load that this takes, against
/// Timoshenko's beam, F = k δ,  k = 12 E I / (L³ (1 + φ)),  φ = 12 E I / (κ G A L²),  κ = 5/6.
/// F is read from the elastic energy, U = F δ / 2.

#include <gtest/gtest.h>

#include <vector>

#include "bodies/soft/soft_body.h"
#include "shapes/tetrahedra/box_tetrahedra.h"

namespace limpet {
namespace {

constexpr double rod_length = 0.2, rod_side = 0.02, rod_young = 1e6, rod_poisson = 0.3, rod_push = 1e-4;

double end_load_theory() {
    const double area = rod_side * rod_side, inertia = area * area / 12,
                 shear = rod_young / (2 * (1 + rod_poisson));
    const double phi = 12 * rod_young * inertia / (5.0 / 6 * shear * area * rod_length * rod_length);
    return 12 * rod_young * inertia / (rod_length * rod_length * rod_length * (1 + phi)) * rod_push;
}

double end_load(int cells_through_the_height) {
    SoftBodyParts parts;
    parts.name = "bar";
    parts.mesh = box_tetrahedra(Vec3(rod_length, rod_side, rod_side), rod_side / cells_through_the_height);
    std::vector<int> node_of;
    parts.surface = boundary_surface(parts.mesh, &node_of);
    parts.embedding = BarycentricEmbedding::of_nodes(node_of);
    parts.material.young = rod_young;
    parts.material.poisson = rod_poisson;
    parts.model = ElasticModel::Linear;
    parts.dynamics = Dynamics::Quasistatic;
    const double end = rod_length / 2 - 1e-6;
    parts.fixed = {BoxSelection{{-1, -1, -1}, {-end, 1, 1}}};
    Motion motion;
    motion.nodes = BoxSelection{{end, -1, -1}, {1, 1, 1}};
    motion.keyframes = {{0, {0, 0, 0}, {}}, {1, {0, -rod_push, 0}, {}}};
    parts.motion = {motion};
    SoftBody body(std::move(parts));
    body.free_motion({0, 1, Vec3::Zero()});
    body.advance(1);
    return 2 * body.energies(Vec3::Zero()).elastic / rod_push;
}

TEST(EndLoad, ConvergesToTheBeams) {
    std::vector<double> errors;
    for (const int cells : {2, 4, 6}) errors.push_back(end_load(cells) / end_load_theory() - 1);
    // Linear tetrahedra are too stiff, with an error of second order in their size.
    EXPECT_GT(errors[2], 0);
    EXPECT_NEAR(errors[0] / errors[1], 4, 1);
    EXPECT_NEAR(errors[1] / errors[2], 2.25, 0.5);
    EXPECT_LT(errors[2], 0.08);
    RecordProperty("error_at_6_cells", std::to_string(errors[2]));
}

}  // namespace
}  // namespace limpet
