#include "contact/volume/part_of_patch.h"

#include <gtest/gtest.h>

namespace limpet {
namespace {

/// A fine grid over the corners of one large square.
struct Patches {
    std::vector<Vec3> fine, coarse = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
    VolumeRows rows;

    Patches() {
        for (int i = 0; i < 10; ++i)
            for (int k = 0; k < 10; ++k) {
                // It dips in by 1 to 4 mm.
                fine.push_back({0.01 * i, -0.001 - 0.003 * i / 9, 0.01 * k});
                rows.first.push_back({static_cast<int>(fine.size()) - 1, Vec3(0, 0.01, 0), 0.01});
            }
        const double x = 0.045, z = 0.045;
        const double weights[] = {(1 - x) * (1 - z) / 4, (1 + x) * (1 - z) / 4, (1 + x) * (1 + z) / 4,
                                  (1 - x) * (1 + z) / 4};
        for (int k = 0; k < 4; ++k) rows.second.push_back({k, Vec3(0, -weights[k], 0), -weights[k]});
    }
};

TEST(PartOfPatch, LiesOverItsOtherSideWithItsOwnDepth) {
    const Patches p;
    std::vector<double> shares;
    for (const Vec3& x : p.fine) shares.push_back(x.x() > 0.065 ? 1 : 0);  // the last three rows
    const Vec3 n(0, 1, 0);
    for (const bool turned : {false, true}) {
        const VolumeRows rows = turned ? VolumeRows{p.rows.second, p.rows.first} : p.rows;
        const PartOfPatch part = turned ? part_of_patch(rows, {}, shares, -n, p.coarse, p.fine)
                                        : part_of_patch(rows, shares, {}, n, p.fine, p.coarse);
        const Vec3 first = patch_center(part.rows.first, turned ? p.coarse : p.fine);
        const Vec3 second = patch_center(part.rows.second, turned ? p.fine : p.coarse);
        const Vec3 fine = turned ? second : first, coarse = turned ? first : second;
        EXPECT_NEAR(fine.x(), 0.08, 1e-12);
        EXPECT_NEAR(coarse.x(), 0.08, 1e-9);
        EXPECT_NEAR(coarse.z(), fine.z(), 1e-9);
        EXPECT_NEAR(part.gap, -0.001 - 0.003 * 8 / 9, 1e-9);
        double sum = 0;
        for (const VolumeTerm& t : part.rows.first) sum += t.share;
        for (const VolumeTerm& t : part.rows.second) sum += t.share;
        EXPECT_NEAR(sum, 0, 1e-12);
    }
}

TEST(PartOfPatch, AllOfItIsTheWhole) {
    const Patches p;
    const PartOfPatch part =
        part_of_patch(p.rows, std::vector<double>(p.fine.size(), 1.0), {}, Vec3(0, 1, 0), p.fine, p.coarse);
    for (std::size_t k = 0; k < p.rows.second.size(); ++k)
        EXPECT_NEAR(part.rows.second[k].share, p.rows.second[k].share, 1e-9);
    EXPECT_NEAR(part.gap, -0.0025, 1e-9);
}

}  // namespace
}  // namespace limpet
