/// The rows that act: what make_volume_contacts() hands to laws and solvers, as forces and as rates of
/// volumes.

#include "detect/ldi/volume_rows.h"

#include <gtest/gtest.h>

#include "contact/volume/make_volume_contacts.h"
#include "support/overlapping_pairs.h"

namespace limpet {
namespace {

using namespace testing_support;

using Cells = std::optional<double>;

std::vector<Contact> contacts_with_rows_of(const std::vector<TriMesh>& meshes, double pixel, Cells cell,
                                           bool at_center = false) {
    std::vector<const std::vector<Vec3>*> positions;
    for (const TriMesh& mesh : meshes) positions.push_back(&mesh.vertices);
    return make_volume_contacts(overlaps_of(meshes, {pixel, cell, meshes.size() == 1}), positions, pixel,
                                at_center);
}

/// A bar bent to a ring of a turn and a bit, whose ends lie in each other, one a little above the other.
TriMesh closed_ring() {
    constexpr double radius = 0.1, turns = 1.04, rise = 0.011;
    TriMesh mesh = box_surface({2 * std::numbers::pi * radius * turns, 0.03, 0.03}, 0.01);
    for (Vec3& x : mesh.vertices) {
        const double angle = x.x() / radius, r = radius + x.y();
        x = Vec3(r * std::sin(angle), rise * angle / std::numbers::pi - x.z(), r * std::cos(angle));
    }
    return mesh;
}

void expect_sums_to_be_zero(const std::vector<Contact>& contacts) {
    ASSERT_FALSE(contacts.empty());
    for (const Contact& c : contacts) {
        Vec3 normal = Vec3::Zero(), on_first = Vec3::Zero();
        Mat3 turn = Mat3::Zero();
        double share = 0;
        for (const auto* side : {&c.volume->first, &c.volume->second})
            for (const VolumeTerm& t : *side) {
                normal += t.normal;
                share += t.share;
                turn += t.turn;
                if (side == &c.volume->first) on_first += t.normal;
            }
        EXPECT_LT(normal.norm(), 1e-12);
        EXPECT_LT(std::abs(share), 1e-12);
        EXPECT_LT(turn.norm(), 1e-12);
        EXPECT_GT(c.normal().dot(on_first), 0.99) << "a unit of force apart";
    }
}

TEST(VolumeRows, PushAndRubBothBodiesAlike) {
    for (const OverlappingPair& pair : overlapping_pairs())
        for (const Cells cell : {Cells(), Cells(0.02), Cells(0.05)})
            for (const bool at_center : {false, true}) {
                SCOPED_TRACE(pair.name);
                expect_sums_to_be_zero(
                    contacts_with_rows_of({pair.first, pair.second}, 0.004, cell, at_center));
            }
}

TEST(VolumeRows, PushAndRubBothSidesOfABodyThatMeetsItselfAlike) {
    for (const Cells cell : {Cells(), Cells(0.01)})
        for (const bool at_center : {false, true})
            expect_sums_to_be_zero(contacts_with_rows_of({closed_ring()}, 0.001, cell, at_center));
}

/// Of the volume of all contacts, if the first body moves by `along` and turns by `about` around `center`.
double rate(const std::vector<Contact>& contacts, const std::vector<Vec3>& x, const Vec3& along,
            const Vec3& about, const Vec3& center) {
    double sum = 0;
    for (const Contact& c : contacts)
        for (const VolumeTerm& t : c.volume->first)
            sum -= c.area * t.normal.dot(along + about.cross(x[t.vertex] - center));
    return sum;
}

/// Errors are parts of the area; turning moves what overlaps by some 0.1 m a radian. In cells the directions
/// of two surfaces with edges differ (facing_areas.h), by what their walls have of them.
TEST(VolumeRows, SayHowTheVolumeChangesAsABodyMoves) {
    for (const OverlappingPair& pair : overlapping_pairs())
        for (const Cells cell : {Cells(), Cells(0.02), Cells(0.05)}) {
            SCOPED_TRACE(pair.name);
            const std::vector<Contact> contacts =
                contacts_with_rows_of({pair.first, pair.second}, pair.pixel, cell);
            const Vec3 center = bounds(pair.first.vertices).center();
            double area = 0;
            for (const Contact& c : contacts) area += c.area;
            Vec3 moved, turned;
            for (int d = 0; d < 3; ++d) {
                const Vec3 e = Vec3::Unit(d), zero = Vec3::Zero();
                moved[d] = rate(contacts, pair.first.vertices, e, zero, center) -
                           exact_rate(pair.first, pair.second, e);
                turned[d] = rate(contacts, pair.first.vertices, zero, e, center) -
                            exact_rate(pair.first, pair.second, zero, e, center);
            }
            EXPECT_LT(moved.norm(), (cell ? 0.04 : pair.derivative_error) * area);
            EXPECT_LT(turned.norm(), (cell ? 0.03 : 0.005) * area * 0.1);
        }
}

/// Cell by cell, along the normal of a floor. Across it the overlap goes from cell to cell, and rows say that
/// none changes.
TEST(VolumeRows, SayHowEachCellsVolumeChangesAlongAFloorsNormal) {
    constexpr double cell = 0.02, pixel = 0.001;
    const TriMesh ball = placed(sphere_surface(0.1, 0.03), {0.011, 0.0873, 0.003}), floor = floor_box();
    const std::vector<OverlapVolume> overlaps = overlaps_of({ball, floor}, {pixel, cell, false});
    const std::vector<Contact> contacts = contacts_with_rows_of({ball, floor}, pixel, cell);
    ASSERT_EQ(contacts.size(), overlaps.size());
    int compared = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (contacts[i].area < 100 * pixel * pixel) continue;
        const Vec3 low = cell * Vec3(overlaps[i].cell[0], overlaps[i].cell[1], overlaps[i].cell[2]);
        const Box3 in_cell(low, low + Vec3::Constant(cell));
        ASSERT_NEAR(in_cell.max().y(), 0, 1e-12) << "the cell is of the floor, whole";
        const TriMesh part = placed(box_surface(in_cell.sizes(), 10), in_cell.center());
        const double exact = exact_rate(ball, part, Vec3::UnitY());
        EXPECT_NEAR(rate({contacts[i]}, ball.vertices, Vec3::UnitY(), Vec3::Zero(), Vec3::Zero()), exact,
                    0.02 * std::abs(exact));
        ++compared;
    }
    EXPECT_GT(compared, 10);
}

/// Terms of a fine mesh, carried back to the vertices of the coarse one that its own hang on.
std::vector<Vec3> carried_back(const std::vector<VolumeTerm>& terms, std::size_t vertices,
                               const std::vector<Subdivision>& levels) {
    std::vector<Vec3> rows(vertices, Vec3::Zero());
    for (const VolumeTerm& t : terms) rows[t.vertex] += t.normal;
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
        const std::size_t coarser = rows.size() - level->parents.size();
        for (std::size_t k = 0; k < level->parents.size(); ++k)
            for (const int parent : level->parents[k]) rows[parent] += rows[coarser + k] / 2;
        rows.resize(coarser);
    }
    return rows;
}

TriMesh on_lattice(TriMesh mesh, double pixel) {
    const double lattice = pixel / 16;  // subdivided four times, vertices are on whole steps of the images
    for (Vec3& v : mesh.vertices)
        for (double& x : v) x = std::round(x / lattice) * lattice;
    return mesh;
}

TEST(VolumeRows, OfAMeshSubdividedFourTimesAreTheSame) {
    constexpr double pixel = 1. / 64;
    const std::array<TriMesh, 2> coarse = {
        on_lattice(placed(box_surface({1, 0.8, 0.9}, 10), {0, 0, 0}, {0.3, 0.2, 0.1}), pixel),
        on_lattice(placed(sphere_surface(0.5, 0.6), {0.4, 0.3, 0.2}), pixel)};
    std::array<TriMesh, 2> fine = coarse;
    std::array<std::vector<Subdivision>, 2> levels;
    for (int m = 0; m < 2; ++m)
        for (int i = 0; i < 4; ++i) {
            levels[m].push_back(subdivide(fine[m]));
            fine[m] = levels[m].back().mesh;
        }
    for (const Cells cell : {Cells(), Cells(0.2), Cells(0.1)}) {
        // Of a patch that is flat about its cell, 1 − κ is rounding, to which 1e-10 is added.
        const double error = cell ? 1e-6 : 1e-11;
        const std::vector<Contact> few = contacts_with_rows_of({coarse[0], coarse[1]}, pixel, cell),
                                   many = contacts_with_rows_of({fine[0], fine[1]}, pixel, cell);
        ASSERT_FALSE(few.empty());
        ASSERT_EQ(few.size(), many.size());
        for (std::size_t i = 0; i < few.size(); ++i) {
            ASSERT_EQ(few[i].key, many[i].key);
            EXPECT_NEAR(many[i].area, few[i].area, error * few[i].area);
            EXPECT_NEAR(many[i].gap, few[i].gap, error * std::abs(few[i].gap));
            EXPECT_LT((many[i].normal() - few[i].normal()).norm(), error);
            for (int m = 0; m < 2; ++m) {
                const auto side = [&](const Contact& c) {
                    return m == 0 ? c.volume->first : c.volume->second;
                };
                const std::vector<Vec3> expected = carried_back(side(few[i]), coarse[m].vertices.size(), {}),
                                        found =
                                            carried_back(side(many[i]), fine[m].vertices.size(), levels[m]);
                for (std::size_t k = 0; k < expected.size(); ++k)
                    EXPECT_LT((found[k] - expected[k]).norm(), error);
            }
        }
    }
}

}  // namespace
}  // namespace limpet
