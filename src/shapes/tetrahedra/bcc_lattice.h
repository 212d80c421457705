#pragma once

/// The body-centred cubic lattice around a solid, stored only where the solid is.
///
/// Points have integer coordinates, all even (cube corners) or all odd (cube centres), in units of half the
/// cube's side. Long edges join points two apart along an axis, short edges those one apart along all three.
/// The points lie in blocks of 4³ cubes; blocks that are outside for sure are not stored:
///
///   |f(c)| > r + margin  ⇒  f keeps its sign within `margin` of a ball of radius r about c   (Lipschitz ≤ 1)

#include <array>
#include <vector>

#include "shapes/distance/signed_distance.h"

namespace limpet {

using LatticePoint = std::array<int, 3>;

class BccLattice {
public:
    static constexpr int block_cubes = 4;
    static constexpr int corners_in_block = block_cubes * block_cubes * block_cubes;
    static constexpr int points_in_block = 2 * corners_in_block;

    /// `side` of the cubes [m]. Throws InputError if the solid needs more than about 5e7 points.
    BccLattice(const SignedDistance& solid, double side);

    double side() const { return side_; }
    int blocks() const { return static_cast<int>(blocks_.size()); }
    int points() const { return blocks() * points_in_block; }
    /// False if all of the block and what is within a cube of it lies inside: nothing there is cut.
    bool near_surface(int block) const { return !blocks_[block].inside; }

    LatticePoint point(int index) const;
    Vec3 position(const LatticePoint& point) const {
        return center_ + side_ / 2 * Vec3(point[0], point[1], point[2]);
    }
    Vec3 position(int index) const { return position(point(index)); }
    /// Index of a point in `block` or in one of the 26 blocks around it; -1 if that is not stored (outside).
    int index_near(int block, const LatticePoint& point) const;

    /// The solid's function at a stored point [m]; −∞ where it is inside for sure.
    double value(int index) const { return values_[index]; }

private:
    struct Block {
        LatticePoint first;  ///< its corner point with the smallest coordinates
        bool inside;
        std::array<int, 27> around;
    };
    void find_blocks(const SignedDistance& solid);
    void find_neighbors();
    void evaluate(const SignedDistance& solid);

    double side_;
    Vec3 center_;
    std::vector<Block> blocks_;
    std::vector<double> values_;
};

/// The volume of a solid [m³], from about `evaluations` of its function; a few per cent off for slender
/// shapes.
double estimated_volume(const SignedDistance& solid, int evaluations = 20000);

}  // namespace limpet
