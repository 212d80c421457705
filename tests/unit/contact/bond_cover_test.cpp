#include "contact/volume/bond_cover.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace limpet {
namespace {

double total(const PlaceAreas& areas) {
    double sum = 0;
    for (const auto& [place, area] : areas) sum += area;
    return sum;
}

/// A face of 0.1 × 0.1 m with a vertex every `mesh` metres, turned by an angle and cut by a grid of cells; of
/// pixels of 1 mm, whose areas go to the nearest vertex.
std::vector<PlaceAreas> cut_face(double angle, double cell, double mesh, double shift = 0) {
    std::map<std::pair<int, int>, PlaceAreas> cells;
    for (int i = 0; i < 100; ++i)
        for (int k = 0; k < 100; ++k) {
            const double x = 1e-3 * (i - 49.5), y = 1e-3 * (k - 49.5);
            const auto at = [&](double length) { return static_cast<int>(std::round(length / mesh)); };
            cells[{static_cast<int>(std::floor((std::cos(angle) * x - std::sin(angle) * y + shift) / cell)),
                   static_cast<int>(std::floor((std::sin(angle) * x + std::cos(angle) * y) / cell))}]
                 [1000 * at(x) + at(y)] += 1e-6;
        }
    std::vector<PlaceAreas> patches;
    for (auto& [key, patch] : cells) patches.push_back(patch);
    return patches;
}

TEST(BondCover, NothingIsFreeOnABondedFaceHoweverCellsCutIt) {
    for (const double mesh : {0.1, 0.02, 0.004})
        for (const double cell : {0.05, 0.026, 0.02}) {
            const std::vector<PlaceAreas> bonds = cut_face(0, cell, mesh);
            for (int degrees = 0; degrees < 90; degrees += 9)
                for (const double shift : {0.0, 0.007}) {
                    std::vector<PlaceAreas> contacts =
                        cut_face(degrees * std::numbers::pi / 180, cell, mesh, shift);
                    for (PlaceAreas& contact : contacts)
                        for (auto& [place, area] : contact) area *= 1.02;  // as images may see it
                    const std::vector<CoveredContact> covered = cover(bonds, contacts);
                    for (std::size_t i = 0; i < contacts.size(); ++i) {
                        EXPECT_LT(covered[i].free, 0.021 * total(contacts[i])) << cell << ", " << degrees;
                        double sum = covered[i].free;
                        for (const auto& [bond, area] : covered[i].bonds) sum += area;
                        EXPECT_NEAR(sum, total(contacts[i]), 1e-12);
                    }
                }
        }
}

TEST(BondCover, WhatLiesBesideBondsIsFreeAndWhatLiesHalfBesideThemByHalf) {
    const std::vector<PlaceAreas> bonds = {{{1, 4e-4}, {2, 4e-4}}, {{3, 1e-4}, {9, 3e-4}}};
    const std::vector<PlaceAreas> contacts = {{{1, 4e-4}}, {{2, 4e-4}, {4, 4e-4}}, {{3, 2e-4}}};
    const std::vector<CoveredContact> covered = cover(bonds, contacts);
    EXPECT_EQ(covered[0].free, 0);
    ASSERT_EQ(covered[0].bonds.size(), 1u);
    EXPECT_EQ(covered[0].bonds[0].bond, 0);
    EXPECT_DOUBLE_EQ(covered[0].bonds[0].area, 4e-4);
    EXPECT_DOUBLE_EQ(covered[1].free, 4e-4);
    EXPECT_EQ(covered[1].free_share.at(2), 0);
    EXPECT_EQ(covered[1].free_share.at(4), 1);
    EXPECT_DOUBLE_EQ(covered[2].free, 1e-4);
    EXPECT_DOUBLE_EQ(covered[2].bonds[0].area, 1e-4);
}

}  // namespace
}  // namespace limpet
