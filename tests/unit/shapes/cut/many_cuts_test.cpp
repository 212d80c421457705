/// Cuts beside each other and through each other: however many there are, no piece gets thin.

#include <Eigen/Geometry>
#include <random>

#include "shapes/tetrahedra/box_tetrahedra.h"
#include "support/cut_meshes.h"

namespace limpet {
namespace {

constexpr double element = 0.13;

TetMesh box() {
    return box_tetrahedra({0.6, 0.5, 0.4}, element);
}

/// Least height of a piece, where edges of the whole mesh are shortest.
double allowed_height(const TetMesh& whole) {
    double shortest = 1e300;
    for (const auto& t : whole.tetrahedra)
        for_each_edge(t, [&](std::size_t, std::size_t, const Edge& e) {
            shortest = std::min(shortest, (whole.vertices[e[0]] - whole.vertices[e[1]]).norm());
        });
    return std::min(CutLimits().least_height * shortest, lowest_height(whole));
}

struct Seen {
    int tetrahedra, parts;
    double height, radius_ratio;
};

Seen seen(const CutShape& shape, const TetMesh& whole) {
    expect_closed(shape, whole);
    const TetMesh mesh = shape.now();
    const Seen out{static_cast<int>(mesh.tetrahedra.size()), part_count(mesh), lowest_height(mesh),
                   tet_quality(mesh).worst_radius_ratio};
    EXPECT_GE(out.height, allowed_height(whole));
    EXPECT_GT(out.radius_ratio, 0.01);
    return out;
}

void record(const std::string& name, const Seen& seen) {
    testing::Test::RecordProperty(name + "_tetrahedra", seen.tetrahedra);
    testing::Test::RecordProperty(name + "_parts", seen.parts);
    testing::Test::RecordProperty(name + "_height_by_element", std::to_string(seen.height / element));
    testing::Test::RecordProperty(name + "_radius_ratio", std::to_string(seen.radius_ratio));
}

TEST(ManyCuts, TheSamePlaneCutsOnce) {
    for (const Vec3& normal : {Vec3(1, 0, 0), Vec3(1, 0.3, -0.2), Vec3(0.4, 1, 0.7)}) {
        const TetMesh whole = box();
        CutShape shape(whole, 16);
        const Vec3 point(0.011, 0.02, 0.007);
        ASSERT_TRUE(shape.cross(0, plane_crossings(shape, point, normal.normalized())));
        const Seen first = seen(shape, whole);
        EXPECT_EQ(first.parts, 2);
        for (int blade = 1; blade < 16; ++blade)
            shape.cross(blade, plane_crossings(shape, point, normal.normalized()));
        const Seen last = seen(shape, whole);
        EXPECT_EQ(last.parts, 2);
        EXPECT_EQ(last.tetrahedra, first.tetrahedra);
    }
}

class BesideEachOther : public testing::TestWithParam<double> {};

/// Eight planes, each the same share of an element beside the one before.
TEST_P(BesideEachOther, PiecesAreNeverThin) {
    const TetMesh whole = box();
    CutShape shape(whole, 8);
    const Vec3 normal = Vec3(1, 0.3, -0.2).normalized();
    for (int blade = 0; blade < 8; ++blade)
        shape.cross(
            blade, plane_crossings(shape, Vec3(-0.05, 0, 0) + blade * GetParam() * element * normal, normal));
    const Seen all = seen(shape, whole);
    EXPECT_GE(all.parts, 2);
    EXPECT_TRUE(all.parts == 2 || GetParam() > 0.01);
    record("beside", all);
}

INSTANTIATE_TEST_SUITE_P(Shares, BesideEachOther, testing::Values(0.001, 0.01, 0.1, 0.3, 1.0));

TEST(ManyCuts, ACutIsNearItsPlane) {
    const double fine = 0.05;
    const TetMesh whole = box_tetrahedra({0.6, 0.5, 0.4}, fine);
    std::mt19937 random(3);
    std::normal_distribution<double> any;
    double squares = 0, most = 0;
    int nodes = 0;
    for (int trial = 0; trial < 4; ++trial) {
        CutShape shape(whole, 1);
        const Vec3 normal = Vec3(any(random), any(random), any(random)).normalized(),
                   point(0.01, 0.02, 0.003);
        shape.cross(0, plane_crossings(shape, point, normal));
        for (const NodeOrigin& origin : shape.mesh.origins()) {
            if (!origin.is_twin()) continue;
            const double off = std::abs((shape.rest[origin.first] - point).dot(normal)) / fine;
            squares += off * off;
            most = std::max(most, off);
            ++nodes;
        }
    }
    EXPECT_LT(std::sqrt(squares / nodes), 0.04);
    EXPECT_LT(most, 0.3);
    RecordProperty("off_mean_square", std::to_string(std::sqrt(squares / nodes)));
    RecordProperty("off_most", std::to_string(most));
}

/// Far planes still cut slices.
TEST(ManyCuts, PlanesAnElementApartMakeSlices) {
    const TetMesh whole = box();
    CutShape shape(whole, 3);
    for (int blade = 0; blade < 3; ++blade)
        ASSERT_TRUE(shape.cross(blade, plane_crossings(shape, Vec3(-0.14 + 0.14 * blade, 0, 0),
                                                       Vec3(1, 0.05, 0.03).normalized())));
    const std::vector<double> parts = part_volumes(shape.now());
    ASSERT_GE(parts.size(), 4u);
    EXPECT_NEAR(parts[0] + parts[1] + parts[2] + parts[3], volume(whole), 1e-3 * volume(whole));
    for (int k = 0; k < 4; ++k) EXPECT_GT(parts[k], 0.12 * volume(whole));
}

TEST(ManyCuts, PlanesThroughEachOtherMakeNoThinPieces) {
    for (unsigned seed = 0; seed < 4; ++seed) {
        const TetMesh whole = box();
        CutShape shape(whole, 12);
        std::mt19937 random(seed);
        std::normal_distribution<double> any;
        Seen last{};
        for (int blade = 0; blade < 12; ++blade) {
            const Vec3 normal = Vec3(any(random), any(random), any(random)).normalized();
            const Vec3 point(0.05 * any(random), 0.05 * any(random), 0.05 * any(random));
            shape.cross(blade, plane_crossings(shape, point, normal));
            last = seen(shape, whole);
        }
        EXPECT_GT(last.parts, 8);
        record("through_" + std::to_string(seed), last);
    }
}

/// Slowly turning planes through one line: all their cuts meet there.
TEST(ManyCuts, AFanOfPlanesMakesNoThinPieces) {
    const TetMesh whole = box();
    CutShape shape(whole, 24);
    for (int blade = 0; blade < 24; ++blade) {
        const double angle = 0.02 * blade;
        shape.cross(blade,
                    plane_crossings(shape, Vec3(0.01, 0.02, 0), Vec3(std::cos(angle), std::sin(angle), 0.1)));
    }
    const Seen all = seen(shape, whole);
    EXPECT_GE(all.parts, 2);
    record("fan", all);
}

}  // namespace
}  // namespace limpet
