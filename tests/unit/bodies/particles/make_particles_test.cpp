/// Particles bodies as scenes make them, and the sentences about those that cannot be made.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bodies/particles/interior_particles.h"
#include "bodies/particles/muscle.h"
#include "limpet/error.h"
#include "shapes/meshes/primitive_surfaces.h"
#include "support/particle_bodies.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

using testing::HasSubstr;

/// "field: message" of what is wrong with a body.
std::string refusal_of(const BodyDescription& body, double h = 1e-4) {
    try {
        make_particles(body, h);
    } catch (const InputError& error) {
        return error.complaints().front().field + ": " + error.complaints().front().message;
    }
    return "was not refused";
}

MeshShape mesh_of(const TriMesh& mesh) {
    MeshShape shape;
    for (const Vec3& x : mesh.vertices) shape.vertices.push_back(to_array(x));
    shape.triangles = mesh.triangles;
    return shape;
}

double mass_of(const ParticlesBody& body) {
    double sum = 0;
    for (const double m : body.masses()) sum += m;
    return sum;
}

/// The sizes of Carra, Martiel and Promayon: balls of 42 particles and 80 triangles, sheets of 21 × 21 and
/// 25 × 7 particles.
TEST(MakeParticles, ThePapersBodies) {
    const auto ball = make_particles(particle_ball());
    EXPECT_EQ(ball->particles(), 42);
    EXPECT_EQ(ball->surface().triangles.size(), 80u);
    EXPECT_TRUE(ball->keeps_volume());
    const auto square = make_particles(particle_sheet(21));
    EXPECT_EQ(square->particles(), 21 * 21);
    EXPECT_FALSE(square->keeps_volume());
    BodyDescription strip = particle_sheet();
    strip.shape = PlaneShape{0.24, 0.06};
    strip.surface = 0.01;
    EXPECT_EQ(make_particles(strip)->particles(), 25 * 7);
}

TEST(MakeParticles, MassIsWhatDensityOrMassSay) {
    BodyDescription ball = particle_ball();
    EXPECT_NEAR(mass_of(*make_particles(ball)), 1, 1e-14);
    ball.interior = 0.04;
    const auto filled = make_particles(ball);
    EXPECT_NEAR(mass_of(*filled), 1, 1e-14);
    EXPECT_GT(filled->particles(), 42);
    ball.mass.reset();
    ball.density = 500;
    EXPECT_NEAR(mass_of(*make_particles(ball)), 500 * make_particles(ball)->rest_volume(), 1e-13);
    BodyDescription sheet = particle_sheet();
    sheet.mass.reset();
    sheet.density = 500;
    sheet.thickness = 0.01;
    EXPECT_NEAR(mass_of(*make_particles(sheet)), 500 * 0.2 * 0.2 * 0.01, 1e-15);
    EXPECT_NEAR(make_particles(sheet)->volume(), 0.2 * 0.2 * 0.01, 1e-16);
    EXPECT_TRUE(make_particles(sheet)->complex().is_sheet());
    EXPECT_EQ(make_particles(sheet)->complex().radius(), 0.005);
}

TEST(MakeParticles, AnyClosedMeshAndAnyOpenOne) {
    BodyDescription body = particle_ball();
    body.surface.reset();
    TriMesh mesh = box_surface({0.1, 0.2, 0.1}, 0.05);
    body.shape = mesh_of(mesh);
    EXPECT_TRUE(make_particles(body, 1e-4)->keeps_volume());
    EXPECT_NEAR(make_particles(body, 1e-4)->rest_volume(), 0.002, 1e-16);
    mesh.triangles.pop_back();
    body.shape = mesh_of(mesh);
    EXPECT_FALSE(make_particles(body, 1e-4)->keeps_volume());
    EXPECT_TRUE(make_particles(body, 1e-4)->complex().is_sheet());
    body.volume_preservation = true;
    EXPECT_THAT(refusal_of(body),
                HasSubstr("volume_preservation: true of a surface that encloses no volume: it "
                          "has 3 "));
    body.shape = ZooShape{"toy", 0.2};
    body.volume_preservation.reset();
    body.surface = 0.02;
    body.substeps = 10;
    EXPECT_TRUE(make_particles(body, 1e-4)->keeps_volume());
}

/// A surface that is inside out is turned, as other bodies' are.
TEST(MakeParticles, SurfacesInsideOutAreTurned) {
    TriMesh mesh = box_surface({0.1, 0.2, 0.1}, 0.05);
    for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
    BodyDescription body = particle_ball();
    body.surface.reset();
    body.shape = mesh_of(mesh);
    EXPECT_NEAR(make_particles(body, 1e-4)->rest_volume(), 0.002, 1e-16);
}

/// So are those of which a part alone is.
TEST(MakeParticles, SurfacesPartlyInsideOutAreTurned) {
    TriMesh mesh = box_surface({0.1, 0.2, 0.1}, 0.05);
    std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
    BodyDescription body = particle_ball();
    body.surface.reset();
    body.shape = mesh_of(mesh);
    body.volume_preservation = true;
    EXPECT_NEAR(make_particles(body, 1e-4)->rest_volume(), 0.002, 1e-16);
}

TEST(MakeParticles, WhatMakesNoBodyIsRefused) {
    BodyDescription body = particle_ball();
    body.surface.reset();
    // Two triangles back to back.
    body.shape = MeshShape{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}, {}};
    EXPECT_THAT(refusal_of(body), HasSubstr("shape: makes 3 particles; allowed: 4 or more"));
    // Flat, and closed.
    body.shape = MeshShape{
        {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 3}, {0, 3, 2}, {0, 3, 1}, {0, 2, 3}}, {}};
    EXPECT_THAT(refusal_of(body), HasSubstr("shape: its surface encloses a volume of"));
    body = particle_ball();
    body.thickness = 0.01;
    EXPECT_THAT(refusal_of(body), HasSubstr("thickness: is of sheets, but this surface is closed"));
    body = particle_ball();
    body.interior = 1;
    EXPECT_THAT(refusal_of(body), HasSubstr("interior: a spacing of 1 m, of which no point"));
    body.interior = 1e-5;
    EXPECT_THAT(refusal_of(body), HasSubstr("interior: a spacing of 1e-05 m, which makes about"));
    body = particle_ball();
    body.stretch_at_start = {1.2, 1, 1};
    EXPECT_THAT(refusal_of(body),
                HasSubstr("stretch_at_start: factors whose product is 1.2, of a body that keeps "
                          "its volume; allowed: a product of 1, such as [1.2, 1, 0.833333]"));
    body.volume_preservation = false;
    EXPECT_EQ(refusal_of(body), "was not refused");
    body = particle_ball();
    body.fixed = {below_x(-5)};
    EXPECT_THAT(refusal_of(body), HasSubstr("fixed[0]: no node of the body is in it"));
}

TEST(InteriorParticles, AreHalfASpacingInsideAndLinked) {
    const TriMesh ball = sphere_surface(0.1, 0.04);
    const double spacing = 0.03;
    std::vector<Vec3> all = ball.vertices;
    const int first = static_cast<int>(all.size());
    for (const Vec3& x : interior_particles(ball, spacing)) {
        EXPECT_LT(x.norm(), 0.1 - spacing / 2);
        all.push_back(x);
    }
    std::vector<int> links(all.size(), 0);
    for (const auto& [a, b] : interior_links(all, first, spacing)) {
        EXPECT_LT(a, b);
        EXPECT_GE(b, first);
        if (a >= first) {
            EXPECT_LE((all[a] - all[b]).norm(), link_range_ratio * spacing);
        }
        ++links[a];
        ++links[b];
    }
    for (const int count : links) EXPECT_GT(count, 0);
    // In the middle of the lattice: 6 along its axes, 12 along the diagonals of its faces.
    for (int i = first; i < static_cast<int>(all.size()); ++i)
        if (all[i].norm() < 1e-12) {
            EXPECT_EQ(links[i], 18);
        }
}

TEST(Muscle, ShortensAndKeepsTheVolumeOfTheRestShape) {
    const MuscleDescription description{{0, 3, 4}, {{1, 0}, {2, 0.3}, {4, -0.1}}};
    const Vec3 axis = Vec3(0, 0.6, 0.8);
    const Muscle keeps(description, true), frees(description, false);
    for (const auto& [time, share] :
         {std::pair(0.0, 0.0), {1.0, 0.0}, {1.5, 0.15}, {2.0, 0.3}, {3.0, 0.1}, {9.0, -0.1}}) {
        EXPECT_NEAR(keeps.share(time), share, 1e-15);
        EXPECT_NEAR(keeps.stretch(time).determinant(), 1, 1e-14);
        EXPECT_NEAR(frees.stretch(time).determinant(), 1 - share, 1e-14);
        EXPECT_LT((keeps.stretch(time) * axis - (1 - share) * axis).norm(), 1e-15);
        EXPECT_LT((frees.stretch(time) * Vec3::UnitX() - Vec3::UnitX()).norm(), 1e-15);
    }
}

/// A damped strip with a muscle takes the length that its muscle has, and widens to keep its volume.
TEST(Muscle, BodiesTakeItsLength) {
    BodyDescription body = particle_ball();
    body.shape = CapsuleShape{0.03, 0.1};
    body.surface = 0.02;
    body.shape_memory = 100;
    body.damping = 200;
    body.muscle = MuscleDescription{{0, 1, 0}, {{0, 0}, {1, 0.25}}};
    const auto made = make_particles(body, 1e-3);
    const auto size = [&] {
        Box3 box;
        for (const Vec3& x : made->positions()) box.extend(x);
        return Vec3(box.sizes());
    };
    const Vec3 start = size();
    run(*made, 3000, 1e-3, Vec3::Zero());
    EXPECT_NEAR(size().y() / start.y(), 0.75, 1e-3);
    EXPECT_NEAR(size().x() / start.x(), 1 / std::sqrt(0.75), 5e-3);
    EXPECT_NEAR(made->volume(), made->rest_volume(), 1e-12 * made->rest_volume());
    EXPECT_LT(momentum(*made).norm(), 1e-13);
}

}  // namespace
}  // namespace limpet
