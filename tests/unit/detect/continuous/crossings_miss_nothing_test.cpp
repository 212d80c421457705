/// What is apart at the start of a step and in each other at some time in it has a crossing: judged by edges
/// that pierce triangles (support/mesh_intersections.h), which knows of no normals or cones.

#include <gtest/gtest.h>

#include <random>

#include "bodies/rigid/torque_free.h"
#include "detect/continuous/crossings.h"
#include "detect/depth.h"
#include "support/cloth_meshes.h"
#include "support/mesh_intersections.h"
#include "support/placed_surfaces.h"

namespace limpet {
namespace {

constexpr double least_overlap = 1e-9;
constexpr int tried_moments = 8;

std::vector<std::array<int, 3>> corners_of(const TriMesh& mesh) {
    std::vector<std::array<int, 3>> corners;
    for (const Triangle& t : mesh.triangles) corners.push_back({t[0], t[1], t[2]});
    return corners;
}

bool are_in_each_other(const ShownMesh& a, const ShownMesh& b) {
    return !edges_through(a, b, false).empty() || !edges_through(b, a, false).empty();
}

/// Flush boxes that overlap have no edges that pierce, but then they have some if they are shifted a little,
/// whichever way; what only touches has none one way.
bool are_flush_in_each_other(const ShownMesh& a, const ShownMesh& b) {
    const auto shifted = [&](double by) {
        std::vector<Vec3> x = a.positions;
        for (Vec3& p : x) p += by * Vec3(0.31, 0.17, 0.23);
        return ShownMesh(std::move(x), a.triangles);
    };
    return are_in_each_other(shifted(1e-6), b) && are_in_each_other(shifted(-1e-6), b);
}

struct Moving {
    Moving(const TriMesh& mesh, CollisionComplex complex, bool deforms, std::vector<Vec3> from,
           std::vector<Vec3> to)
        : triangles(corners_of(mesh)), placed(std::move(complex), from, deforms), start(from), end(to) {
        surface.update(placed.surface, std::move(to), 0);
    }
    ShownMesh at(double t) const {
        std::vector<Vec3> x;
        for (std::size_t i = 0; i < start.size(); ++i) x.push_back(start[i] + t * (end[i] - start[i]));
        return {std::move(x), triangles};
    }
    std::vector<std::array<int, 3>> triangles;
    Placed placed;
    std::vector<Vec3> start, end;
    MovingSurface surface;
};

class Dice {
public:
    explicit Dice(unsigned seed) : random_(seed) {}
    double share() { return uniform_(random_); }
    Vec3 vector() { return {share(), share(), share()}; }
    /// Of quarters, so that rims, faces and vertices lie on each other.
    Vec3 on_lattice(double size) { return (4 * size * vector()).array().round() / 4; }

private:
    std::mt19937 random_;
    std::uniform_real_distribution<double> uniform_{-1, 1};
};

enum class Way { Straight, Turning, Bending };

struct Kind {
    bool lattice;  ///< at rest and along quarters, unturned
    double bumps;  ///< of the surface
    Way way;
    double beside = 0;      ///< how far from the lattice it starts: 0 where many touch
    bool touching = false;  ///< sheets start as far beside as half of their thickness
};

std::vector<Vec3> placed(const TriMesh& mesh, const Vec3& position, const Mat3& turn) {
    std::vector<Vec3> x;
    for (const Vec3& v : mesh.vertices) x.push_back(position + turn * v);
    return x;
}

/// A mesh somewhere, on its way to somewhere near `target`.
Moving thrown(TriMesh mesh, const Kind& kind, const Vec3& target, Dice& dice, double thickness) {
    for (Vec3& v : mesh.vertices) v += kind.bumps * dice.vector();
    const double beside = kind.touching ? thickness / 2 : kind.beside;
    const Vec3 near = dice.on_lattice(1), off = dice.vector(), to = dice.on_lattice(1.5);
    const double share = 1 + dice.share();
    const Vec3 from = kind.lattice ? Vec3(near + beside * off) : Vec3(1.5 * off);
    const Vec3 by = kind.lattice ? to : Vec3(share * (target - from) + 0.3 * dice.vector());
    const Mat3 turn = kind.lattice ? Mat3(Mat3::Identity()) : rotation_exp(Vec3(2 * dice.vector()));
    const Mat3 more = kind.way == Way::Straight ? turn : Mat3(rotation_exp(Vec3(0.4 * dice.vector())) * turn);
    std::vector<Vec3> start = placed(mesh, from, turn), end = placed(mesh, from + by, more);
    if (kind.way == Way::Bending)
        for (Vec3& x : end) x += 0.1 * dice.vector();
    return {mesh,
            thickness > 0
                ? CollisionComplex::of_sheet(mesh.triangles, mesh.vertices, thickness / 2)
                : CollisionComplex::of_triangles(mesh.triangles, static_cast<int>(mesh.vertices.size())),
            thickness > 0 || kind.way == Way::Bending, std::move(start), std::move(end)};
}

/// Of the thickness of sheets: what starts deeper in it has no side.
constexpr double deep = 0.9;

struct CrossingCounts {
    int touch = 0, meet = 0, missed = 0;
};

/// Of pairs that start apart or just touch, and not in themselves. What turns may come out of each other
/// again and be right at the end, what goes straight never is.
void count(const Moving& a, const Moving& b, Way way, CrossingCounts& counts) {
    const DetectionSurface &first = a.placed.surface, &second = b.placed.surface;
    const ShownMesh from = a.at(0), other = b.at(0);
    if (!edges_through(from, from, true).empty() || !edges_through(other, other, true).empty()) return;
    if (are_in_each_other(from, other) || are_flush_in_each_other(from, other) ||
        deepest_vertex(first, second) > 0 || deepest_vertex(second, first) > 0)
        return;
    const std::vector<Proximity> near = find_proximities(first, second, least_overlap);
    const double deepest = -deep * (first.complex().radius() + second.complex().radius());
    if (std::any_of(near.begin(), near.end(), [&](const Proximity& p) { return p.gap < deepest; })) return;
    counts.touch += !near.empty();
    bool meet = are_in_each_other(a.at(1), b.at(1));
    for (int i = 1; way == Way::Straight && i < tried_moments && !meet; ++i)
        meet = are_in_each_other(a.at(static_cast<double>(i) / tried_moments),
                                 b.at(static_cast<double>(i) / tried_moments));
    if (!meet) return;
    ++counts.meet;
    counts.missed += find_crossings(a.surface, b.surface, least_overlap).empty();
}

const Kind kinds[] = {
    {false, 0, Way::Straight},        {false, 0, Way::Turning},        {false, 0, Way::Bending},
    {false, 0.05, Way::Straight},     {false, 0.08, Way::Bending},     {true, 0, Way::Straight},
    {true, 0, Way::Turning, 0.05},    {true, 0, Way::Bending, 0.05},   {true, 0.05, Way::Straight},
    {true, 0, Way::Turning, 0, true}, {true, 0, Way::Bending, 0, true}};

void expect_all_found(int trials, bool sheet) {
    constexpr double thickness = 0.02;
    for (std::size_t k = 0; k < std::size(kinds); ++k) {
        Dice dice(static_cast<unsigned>(100 * k + 11));
        CrossingCounts counts;
        for (int i = 0; i < trials; ++i) {
            const Moving solid = thrown(grid_box({1, 0.5, 0.75}, 1 + i % 3), kinds[k], Vec3::Zero(), dice, 0);
            const Moving other =
                sheet ? thrown(grid_sheet(0.75, 1, 3, 4), kinds[k], solid.start[0], dice, thickness)
                      : thrown(grid_box({0.5, 1, 0.25}, 1 + i % 2), kinds[k], solid.start[0], dice, 0);
            count(solid, other, kinds[k].way, counts);
        }
        EXPECT_EQ(counts.missed, 0) << "of " << counts.meet << ", kind " << k;
        EXPECT_GT(counts.meet, trials / 50) << "kind " << k;
        EXPECT_TRUE(!kinds[k].touching || counts.touch > trials / 100) << counts.touch << ", kind " << k;
    }
}

TEST(CrossingsLong, MissNothing) {
    expect_all_found(4000, false);
    expect_all_found(4000, true);
}

TEST(Crossings, OfSolidsMissNothing) {
    expect_all_found(200, false);
}

TEST(Crossings, OfSolidsAndSheetsMissNothing) {
    expect_all_found(200, true);
}

}  // namespace
}  // namespace limpet
