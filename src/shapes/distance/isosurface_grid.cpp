/// Finding the blocks a surface passes through: a ball of radius r around c holds no surface if |f(c)| > r,
/// as f changes by at most the distance moved. Boxes of blocks are halved until single blocks are left.

#include "shapes/distance/isosurface_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/parallel.h"
#include "limpet/error.h"

namespace limpet::iso {

namespace {

/// Blocks lo <= i < hi.
struct Region {
    Index3 lo, hi;
    std::shared_ptr<const SignedDistance> solid;

    bool single() const { return hi[0] - lo[0] == 1 && hi[1] - lo[1] == 1 && hi[2] - lo[2] == 1; }
};

struct Ball {
    Vec3 center;
    double radius;
};

Ball ball_of(const Grid& grid, const Index3& lo, const Index3& hi) {
    const double side = grid.cell * block_cells;
    const Vec3 low = grid.origin + side * Vec3(lo[0], lo[1], lo[2]);
    const Vec3 high = grid.origin + side * Vec3(hi[0], hi[1], hi[2]);
    return {(low + high) / 2, (high - low).norm() / 2};
}

/// The (up to eight) halves of a region.
std::vector<Region> halves(const Region& region) {
    std::vector<Region> parts{region};
    for (int axis = 0; axis < 3; ++axis) {
        const int middle = (region.lo[axis] + region.hi[axis] + 1) / 2;
        if (middle == region.hi[axis]) continue;
        const std::size_t count = parts.size();
        for (std::size_t i = 0; i < count; ++i) {
            parts.push_back(parts[i]);
            parts[i].hi[axis] = middle;
            parts.back().lo[axis] = middle;
        }
    }
    return parts;
}

/// What is left of a region: nothing, its halves, or itself if it is a single block.
std::vector<Region> refined(const Region& region, const Grid& grid) {
    const auto [center, radius] = ball_of(grid, region.lo, region.hi);
    if (std::abs(region.solid->at(center)) > radius * (1 + 1e-6)) return {};
    const Region left{
        region.lo, region.hi,
        std::make_shared<const SignedDistance>(near_ball(*region.solid, center, radius + 2 * grid.cell))};
    return region.single() ? std::vector<Region>{left} : halves(left);
}

[[noreturn]] void refuse(const Grid& grid, std::size_t regions, double blocks_per_side, std::size_t most) {
    // Measured: about two triangles for each square of cells on a block's side.
    constexpr double per_block = 2.0 * block_cells * block_cells;
    const double triangles = per_block * static_cast<double>(regions) * blocks_per_side * blocks_per_side;
    const double limit = per_block * static_cast<double>(most);
    const double edge = grid.cell / cell_per_edge;
    throw InputError(
        "", fmt::format("an edge length of {:.3g} m would make about {:.2g} triangles; at most about "
                        "{:.2g} are made: ask for an edge length of {:.2g} m or more",
                        edge, triangles, limit, 1.1 * edge * std::sqrt(triangles / limit)));
}

/// f at the block's corners. A quarter of the block that its centre shows to be free of surface gets that
/// sign.
void fill_values(Block& block, const Grid& grid) {
    block.value.fill(0);
    constexpr int half = block_cells / 2;
    const double radius = grid.cell * half * std::sqrt(3.0) / 2;
    const Index3 base{block.place[0] * block_cells, block.place[1] * block_cells,
                      block.place[2] * block_cells};
    constexpr float far = std::numeric_limits<float>::max();
    for (int part = 0; part < 8; ++part) {
        const Index3 lo{(part & 1) * half, (part >> 1 & 1) * half, (part >> 2) * half};
        const Vec3 center = grid.corner({base[0] + lo[0], base[1] + lo[1], base[2] + lo[2]}) +
                            Vec3::Constant(grid.cell * half / 2);
        const double middle = block.solid->at(center);
        const bool empty = std::abs(middle) > radius * (1 + 1e-6);
        for (int z = lo[2]; z <= lo[2] + half; ++z)
            for (int y = lo[1]; y <= lo[1] + half; ++y)
                for (int x = lo[0]; x <= lo[0] + half; ++x) {
                    float& value = block.value[corner_number(x, y, z)];
                    if (value != 0 && (empty || std::abs(value) < far)) continue;
                    const double exact =
                        empty ? std::copysign(static_cast<double>(far), middle)
                              : block.solid->at(grid.corner({base[0] + x, base[1] + y, base[2] + z}));
                    // Rounding must not change the sign, nor make a value that looks like "not asked for
                    // yet".
                    constexpr float least = std::numeric_limits<float>::min();
                    value = exact < 0 ? std::min(static_cast<float>(exact), -least)
                                      : std::max(static_cast<float>(exact), least);
                }
    }
}

}  // namespace

std::vector<Block> surface_blocks(const SignedDistance& solid, const Grid& grid, std::size_t most) {
    std::vector<Region> regions{{{0, 0, 0}, grid.blocks, std::make_shared<const SignedDistance>(solid)}};
    const auto coarse = [](const Region& region) { return !region.single(); };
    while (std::any_of(regions.begin(), regions.end(), coarse)) {
        // Coarse regions that the surface only comes near to make this an overestimate, hence the factor.
        const double side = regions.front().hi[0] - regions.front().lo[0];
        if (regions.size() > 2000 &&
            static_cast<double>(regions.size()) * side * side > 8.0 * static_cast<double>(most))
            refuse(grid, regions.size(), side, most);
        std::vector<std::vector<Region>> parts(regions.size());
        parallel_blocks(static_cast<int>(regions.size()), 8, [&](int begin, int end) {
            for (int i = begin; i < end; ++i)
                parts[i] = regions[i].single() ? std::vector<Region>{regions[i]} : refined(regions[i], grid);
        });
        regions.clear();
        for (auto& part : parts)
            for (Region& region : part) regions.push_back(std::move(region));
    }
    if (regions.size() > 2 * most) refuse(grid, regions.size() / 2, 1, most);

    std::vector<std::vector<Region>> left(regions.size());
    parallel_blocks(static_cast<int>(regions.size()), 8, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) left[i] = refined(regions[i], grid);
    });
    std::vector<Block> blocks;
    for (auto& list : left)
        for (Region& region : list) {
            const auto [center, radius] = ball_of(grid, region.lo, region.hi);
            Block& block = blocks.emplace_back();
            block.place = region.lo;
            block.solid = std::move(region.solid);
            block.center = center;
            block.radius = radius + 2 * grid.cell;
        }
    std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.place < b.place; });
    parallel_blocks(static_cast<int>(blocks.size()), 8, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) fill_values(blocks[i], grid);
    });
    return blocks;
}

}  // namespace limpet::iso
