#include "contact/volume/bond_cover.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

namespace limpet {
namespace {

/// A face of 0.1 × 0.1 m, turned by an angle and cut by a grid of cells; of pixels of 1 mm.
std::vector<BondPatch> cut_face(double angle, double cell, double shift = 0) {
    std::map<std::pair<int, int>, BondPatch> cells;
    for (int i = 0; i < 100; ++i)
        for (int k = 0; k < 100; ++k) {
            const double x = 1e-3 * (i - 49.5), y = 1e-3 * (k - 49.5);
            const Vec3 in_grid(std::cos(angle) * x - std::sin(angle) * y + shift,
                               std::sin(angle) * x + std::cos(angle) * y, 0);
            BondPatch& patch = cells
                                   .try_emplace({static_cast<int>(std::floor(in_grid.x() / cell)),
                                                 static_cast<int>(std::floor(in_grid.y() / cell))},
                                                BondPatch{Vec3::Zero(), 0})
                                   .first->second;
            patch.center += 1e-6 * Vec3(x, y, 0);
            patch.area += 1e-6;
        }
    std::vector<BondPatch> patches;
    for (auto& [key, patch] : cells) patches.push_back({patch.center / patch.area, patch.area});
    return patches;
}

TEST(BondCover, NothingIsNewOnABondedFaceHoweverCellsCutIt) {
    for (const double cell : {0.05, 0.026, 0.02}) {
        const std::vector<BondPatch> bonds = cut_face(0, cell);
        for (int degrees = 0; degrees < 90; degrees += 3)
            for (const double shift : {0.0, 0.007}) {
                std::vector<BondPatch> contacts = cut_face(degrees * std::numbers::pi / 180, cell, shift);
                for (BondPatch& contact : contacts) contact.area *= 1.02;  // as images may see it
                for (const CoveredContact& c : cover(bonds, contacts))
                    EXPECT_FALSE(c.is_new) << cell << " m, " << degrees << " degrees";
            }
    }
}

TEST(BondCover, WhatLiesBesideBondsIsNew) {
    std::vector<BondPatch> contacts = cut_face(0, 0.02);
    const std::vector<BondPatch> bonds = contacts;
    contacts.push_back({{0.062, 0, 0}, 4e-4});
    const std::vector<CoveredContact> covered = cover(bonds, contacts);
    for (std::size_t i = 0; i < bonds.size(); ++i) EXPECT_FALSE(covered[i].is_new);
    EXPECT_TRUE(covered.back().is_new);
    EXPECT_NEAR(covered.back().free, 4e-4, 1e-15);
}

}  // namespace
}  // namespace limpet
