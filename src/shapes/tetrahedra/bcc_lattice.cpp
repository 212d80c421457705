#include "shapes/tetrahedra/bcc_lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/parallel.h"
#include "limpet/error.h"

namespace limpet {
namespace {

constexpr int block_span = 2 * BccLattice::block_cubes;  ///< in half cube sides
constexpr std::size_t max_blocks = 400'000;
/// Along an edge the surface may be moved a little (isosurface_stuffing.h), so keep more than one cube's
/// side.
constexpr double margin_sides = 1.5;

/// A cube of an octree: `first` in units of its own side.
struct Cell {
    std::array<int, 3> first;
};

enum class Where { Outside, Inside, Near };

/// Where the cubes with these centres and this side are, `margin` around them included.
std::vector<Where> classify(const SignedDistance& solid, const std::vector<Vec3>& centers, double side,
                            double margin, std::vector<double>* values = nullptr) {
    const double reach = side * std::sqrt(3.0) / 2 + margin;
    const Vec3 half = Vec3::Constant(side / 2 + margin);
    std::vector<Where> where(centers.size(), Where::Outside);
    if (values) values->assign(centers.size(), std::numeric_limits<double>::infinity());
    parallel_blocks(static_cast<int>(centers.size()), 64, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            if (!solid.bounds.intersects(Box3(centers[i] - half, centers[i] + half))) continue;
            const double f = solid.at(centers[i]);
            if (values) (*values)[i] = f;
            where[i] = f > reach ? Where::Outside : f < -reach ? Where::Inside : Where::Near;
        }
    });
    return where;
}

std::vector<Cell> children(const Cell& cell) {
    std::vector<Cell> out;
    for (int k = 0; k < 2; ++k)
        for (int j = 0; j < 2; ++j)
            for (int i = 0; i < 2; ++i)
                out.push_back({{2 * cell.first[0] + i, 2 * cell.first[1] + j, 2 * cell.first[2] + k}});
    return out;
}

std::vector<Vec3> centers_of(const std::vector<Cell>& cells, const Vec3& origin, double side) {
    std::vector<Vec3> centers;
    centers.reserve(cells.size());
    for (const Cell& cell : cells)
        centers.push_back(origin +
                          side * (Vec3(cell.first[0], cell.first[1], cell.first[2]) + Vec3::Constant(0.5)));
    return centers;
}

/// The eight cubes that meet in the origin.
std::vector<Cell> root_cells() {
    std::vector<Cell> cells;
    for (int k = -1; k < 1; ++k)
        for (int j = -1; j < 1; ++j)
            for (int i = -1; i < 1; ++i) cells.push_back({{i, j, k}});
    return cells;
}

[[noreturn]] void refuse_points(double side) {
    throw InputError("element", fmt::format("the solid needs more than {} million lattice points at cubes of "
                                            "{:.3g} m; choose a larger element",
                                            max_blocks * BccLattice::points_in_block / 1'000'000, side));
}

}  // namespace

BccLattice::BccLattice(const SignedDistance& solid, double side)
    : side_(side), center_(solid.bounds.center()) {
    find_blocks(solid);
    find_neighbors();
    evaluate(solid);
}

void BccLattice::find_blocks(const SignedDistance& solid) {
    const double block_side = block_cubes * side_;
    int levels = 0;
    double cell_side = block_side;
    while (cell_side < solid.bounds.sizes().maxCoeff() / 2 + 2 * side_) {
        cell_side *= 2;
        if (++levels > 20) refuse_points(side_);
    }
    std::vector<Cell> cells = root_cells(), inside;
    std::vector<int> inside_level;
    for (int level = levels;; --level, cell_side /= 2) {
        const std::vector<Where> where =
            classify(solid, centers_of(cells, center_, cell_side), cell_side, margin_sides * side_);
        std::vector<Cell> near;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (where[c] == Where::Near) near.push_back(cells[c]);
            if (where[c] == Where::Inside) {
                inside.push_back(cells[c]);
                inside_level.push_back(level);
            }
        }
        if (near.size() > max_blocks) refuse_points(side_);
        if (level == 0) {
            cells = std::move(near);
            break;
        }
        cells.clear();
        for (const Cell& cell : near)
            for (const Cell& child : children(cell)) cells.push_back(child);
    }
    double count = static_cast<double>(cells.size());
    for (const int level : inside_level) count += std::pow(8.0, level);
    if (count > static_cast<double>(max_blocks)) refuse_points(side_);

    const auto add = [&](int i, int j, int k, bool is_inside) {
        blocks_.push_back({{block_span * i, block_span * j, block_span * k}, is_inside, {}});
    };
    for (const Cell& cell : cells) add(cell.first[0], cell.first[1], cell.first[2], false);
    for (std::size_t c = 0; c < inside.size(); ++c) {
        const int n = 1 << inside_level[c];
        const auto& [i0, j0, k0] = inside[c].first;
        for (int k = 0; k < n; ++k)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i) add(n * i0 + i, n * j0 + j, n * k0 + k, true);
    }
    std::sort(blocks_.begin(), blocks_.end(), [](const Block& a, const Block& b) {
        return std::lexicographical_compare(a.first.rbegin(), a.first.rend(), b.first.rbegin(),
                                            b.first.rend());
    });
}

void BccLattice::find_neighbors() {
    const auto key = [](const LatticePoint& first) {
        std::uint64_t k = 0;
        for (const int c : first) k = k << 21 | static_cast<std::uint64_t>(c / block_span + (1 << 20));
        return k;
    };
    std::unordered_map<std::uint64_t, int> index_of;
    index_of.reserve(blocks_.size());
    for (std::size_t b = 0; b < blocks_.size(); ++b) index_of[key(blocks_[b].first)] = static_cast<int>(b);
    for (Block& block : blocks_)
        for (int n = 0; n < 27; ++n) {
            const LatticePoint first{block.first[0] + (n % 3 - 1) * block_span,
                                     block.first[1] + (n / 3 % 3 - 1) * block_span,
                                     block.first[2] + (n / 9 - 1) * block_span};
            const auto found = index_of.find(key(first));
            block.around[n] = found == index_of.end() ? -1 : found->second;
        }
}

void BccLattice::evaluate(const SignedDistance& solid) {
    values_.assign(static_cast<std::size_t>(points()), -std::numeric_limits<double>::infinity());
    parallel_blocks(blocks(), 1, [&](int begin, int end) {
        for (int b = begin; b < end; ++b) {
            if (!near_surface(b)) continue;
            for (int i = b * points_in_block; i < (b + 1) * points_in_block; ++i)
                values_[i] = solid.at(position(i));
        }
    });
}

LatticePoint BccLattice::point(int index) const {
    const LatticePoint& first = blocks_[index / points_in_block].first;
    const int local = index % points_in_block, odd = local / corners_in_block,
              corner = local % corners_in_block;
    return {first[0] + 2 * (corner % block_cubes) + odd,
            first[1] + 2 * (corner / block_cubes % block_cubes) + odd,
            first[2] + 2 * (corner / (block_cubes * block_cubes)) + odd};
}

int BccLattice::index_near(int block, const LatticePoint& point) const {
    const LatticePoint& first = blocks_[block].first;
    int around = 0, local = 0, step = 1, place = 1;
    for (int d = 0; d < 3; ++d, step *= 3, place *= block_cubes) {
        const int offset = point[d] - first[d] + block_span;  // in [0, 3 block_span)
        around += offset / block_span * step;
        local += offset % block_span / 2 * place;
    }
    const int neighbor = blocks_[block].around[around];
    if (neighbor < 0) return -1;
    return neighbor * points_in_block + (point[0] & 1) * corners_in_block + local;
}

double estimated_volume(const SignedDistance& solid, int evaluations) {
    double side = solid.bounds.sizes().maxCoeff() / 2;
    if (!(side > 0)) return 0;
    const Vec3 center = solid.bounds.center();
    std::vector<Cell> cells = root_cells();
    double volume = 0;
    for (;; side /= 2) {
        const double cube = side * side * side;
        std::vector<double> values;
        const std::vector<Where> where = classify(solid, centers_of(cells, center, side), side, 0, &values);
        std::vector<Cell> near;
        double near_volume = 0;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (where[c] == Where::Inside) volume += cube;
            if (where[c] != Where::Near) continue;
            near.push_back(cells[c]);
            near_volume += cube * std::clamp(0.5 - values[c] / side, 0.0, 1.0);
        }
        evaluations -= static_cast<int>(cells.size());
        if (near.empty() || evaluations < 8 * static_cast<int>(near.size())) return volume + near_volume;
        cells.clear();
        for (const Cell& cell : near)
            for (const Cell& child : children(cell)) cells.push_back(child);
    }
}

}  // namespace limpet
