/// A solid's surface by dual marching cubes: in every cell of a grid that the surface passes through,
/// marching cubes would draw one polygon per loop of the surface over the cell's faces; the dual has one
/// vertex per loop and one quadrilateral per grid edge that changes sign (Nielson, "Dual marching cubes",
/// 2004). Then surface_relaxation.h moves the vertices onto the surface and evens them out.
///
/// Two loops that meet along two lines of one face would make an edge of four quadrilaterals. There, and only
/// there, the two inside corners of that face are joined instead of cut off, on both of its sides. That
/// splits both loops in two (the lines are oriented) and merges none, so it makes no new such case, and the
/// result is always manifold. (Wenger, "Isosurfaces", 2013, section 3.3, flips the same faces.)

#include "shapes/distance/isosurface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "limpet/error.h"
#include "shapes/distance/isosurface_grid.h"
#include "shapes/distance/isosurface_loops.h"
#include "shapes/distance/surface_relaxation.h"

namespace limpet {

using namespace iso;

namespace {

/// About 8 million triangles.
constexpr std::size_t most_blocks = 250'000;

int inside_corners(const Block& block, const Index3& cell) {
    int bits = 0;
    for (int c = 0; c < 8; ++c)
        if (block.value[corner_number(cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2))] < 0)
            bits |= 1 << c;
    return bits;
}

void make_loops(Block& block) {
    static const auto table = [] {
        std::array<std::vector<std::uint16_t>, 256> loops;
        for (int inside = 0; inside < 256; ++inside) loops[inside] = cell_loops(inside, 0);
        return loops;
    }();
    block.loops.clear();
    constexpr int cells = block_cells * block_cells * block_cells;
    for (int cell = 0; cell < cells; ++cell) {
        block.first_loop[cell] = static_cast<int>(block.loops.size());
        const int inside = inside_corners(block, cell_place(cell));
        if (inside == 0 || inside == 255) continue;
        int joined = 0;
        for (const auto& [joined_cell, face] : block.joined)
            if (joined_cell == cell) joined |= 1 << face;
        const auto add = [&](const std::vector<std::uint16_t>& loops) {
            for (const std::uint16_t edges : loops)
                block.loops.push_back({static_cast<std::uint16_t>(cell), edges});
        };
        joined ? add(cell_loops(inside, joined)) : add(table[inside]);
    }
    block.first_loop[cells] = static_cast<int>(block.loops.size());
}

/// A cell anywhere in the grid: its block (null if no surface comes near) and its place there.
struct CellRef {
    Block* block = nullptr;
    Index3 place{};
};

/// `place` is in a block, or up to a block's length outside it: then the cell belongs to a neighbour.
CellRef find_cell(std::vector<Block>& blocks, Block& block, Index3 place) {
    Index3 home = block.place;
    for (int axis = 0; axis < 3; ++axis) {
        const int shift = place[axis] < 0 ? -1 : place[axis] >= block_cells ? 1 : 0;
        home[axis] += shift;
        place[axis] -= shift * block_cells;
    }
    if (home == block.place) return {&block, place};
    const auto found = std::lower_bound(blocks.begin(), blocks.end(), home,
                                        [](const Block& b, const Index3& key) { return b.place < key; });
    if (found == blocks.end() || found->place != home) return {};
    return {&*found, place};
}

/// The loop of a cell that runs through all the given edges; −1 if there is none.
int loop_through(const Block& block, int cell, std::uint16_t edges) {
    for (int loop = block.first_loop[cell]; loop < block.first_loop[cell + 1]; ++loop)
        if ((block.loops[loop].edges & edges) == edges) return loop;
    return -1;
}

/// Splits loops that would share two edges (see the top of this file).
void split_double_edges(std::vector<Block>& blocks) {
    for (Block& block : blocks)
        for (std::size_t i = 0; i < block.loops.size(); ++i) {
            const int cell = block.loops[i].cell;
            const Index3 place = cell_place(cell);
            for (int axis = 0; axis < 3; ++axis) {
                const int face = 2 * axis + 1, opposite = 2 * axis;
                if (!ambiguous(inside_corners(block, place), face)) continue;
                if (loop_through(block, cell, face_edges(face)) < 0) continue;
                Index3 beyond = place;
                ++beyond[axis];
                const CellRef other = find_cell(blocks, block, beyond);
                if (!other.block) continue;
                const int other_cell = cell_number(other.place[0], other.place[1], other.place[2]);
                if (loop_through(*other.block, other_cell, face_edges(opposite)) < 0) continue;
                block.joined.emplace_back(cell, face);
                other.block->joined.emplace_back(other_cell, opposite);
                make_loops(block);
                make_loops(*other.block);
            }
        }
}

/// Where a loop's vertex starts: the mean of the points where the surface crosses its edges.
Vec3 loop_center(const Block& block, const Grid& grid, const Loop& loop) {
    const Index3 cell = cell_place(loop.cell);
    Vec3 sum = Vec3::Zero();
    int count = 0;
    for (int edge = 0; edge < 12; ++edge) {
        if (!(loop.edges >> edge & 1)) continue;
        std::array<Vec3, 2> point;
        std::array<double, 2> value{};
        for (int end = 0; end < 2; ++end) {
            const int c = edge_corner(edge, end);
            const Index3 i{cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2)};
            value[end] = block.value[corner_number(i[0], i[1], i[2])];
            point[end] =
                grid.corner({block.place[0] * block_cells + i[0], block.place[1] * block_cells + i[1],
                             block.place[2] * block_cells + i[2]});
        }
        const double t = std::clamp(value[0] / (value[0] - value[1]), 0.05, 0.95);
        sum += point[0] + t * (point[1] - point[0]);
        ++count;
    }
    return sum / count;
}

/// The four loops around a grid edge, counter-clockwise seen from outside, as vertex numbers.
std::array<int, 4> quad_around(std::vector<Block>& blocks, Block& block, const Index3& place, int axis,
                               bool inside_first) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<int, 4> quad{};
    static constexpr std::array<std::array<int, 2>, 4> around{{{1, 1}, {0, 1}, {0, 0}, {1, 0}}};
    for (int k = 0; k < 4; ++k) {
        Index3 cell = place;
        cell[u] -= around[k][0];
        cell[v] -= around[k][1];
        const CellRef found = find_cell(blocks, block, cell);
        const int edge = 4 * axis + around[k][0] + 2 * around[k][1];
        const int loop =
            found.block
                ? loop_through(*found.block, cell_number(found.place[0], found.place[1], found.place[2]),
                               static_cast<std::uint16_t>(1 << edge))
                : -1;
        if (loop < 0)
            throw InputError(
                "",
                "the solid's function changes faster than the distance, or reaches beyond its bounds: "
                "it is no signed distance, and its surface cannot be found");
        quad[inside_first ? k : 3 - k] = found.block->first_vertex + loop;
    }
    return quad;
}

void add_quads(std::vector<Block>& blocks, Block& block, std::vector<Quad>& quads) {
    for (int z = 0; z < block_cells; ++z)
        for (int y = 0; y < block_cells; ++y)
            for (int x = 0; x < block_cells; ++x) {
                const bool inside = block.value[corner_number(x, y, z)] < 0;
                const std::array<int, 3> next{corner_number(x + 1, y, z), corner_number(x, y + 1, z),
                                              corner_number(x, y, z + 1)};
                for (int axis = 0; axis < 3; ++axis)
                    if ((block.value[next[axis]] < 0) != inside)
                        quads.push_back(quad_around(blocks, block, {x, y, z}, axis, inside));
            }
}

Grid grid_over(const SignedDistance& solid, double edge) {
    Grid grid;
    grid.cell = cell_per_edge * edge;
    const Vec3 cells = solid.bounds.sizes() / grid.cell;
    // Off the half and whole numbers of cells, where flat faces like to lie.
    const Vec3 offset(1.37, 1.41, 1.29);
    if (!(cells.maxCoeff() < 1e6))
        throw InputError("", fmt::format("an edge length of {:.3g} m is too small for a solid of {:.3g} m",
                                         edge, solid.bounds.sizes().maxCoeff()));
    grid.origin = solid.bounds.min() - grid.cell * offset;
    for (int axis = 0; axis < 3; ++axis)
        grid.blocks[axis] = static_cast<int>(std::ceil((cells[axis] + offset[axis] + 1.1) / block_cells));
    return grid;
}

/// Blocks with their loops and vertex numbers; returns the number of vertices.
int find_loops(const SignedDistance& solid, const Grid& grid, std::vector<Block>& blocks) {
    blocks = surface_blocks(solid, grid, most_blocks);
    parallel_blocks(static_cast<int>(blocks.size()), 8, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) make_loops(blocks[i]);
    });
    split_double_edges(blocks);
    int vertices = 0;
    for (Block& block : blocks) {
        block.first_vertex = vertices;
        vertices += static_cast<int>(block.loops.size());
    }
    return vertices;
}

[[noreturn]] void refuse_coarse_edge(const SignedDistance& solid, double edge) {
    double finer = edge;
    for (int halving = 0; halving < 10; ++halving) {
        finer /= 2;
        std::vector<Block> blocks;
        if (find_loops(solid, grid_over(solid, finer), blocks) > 0)
            throw InputError(
                "", fmt::format("an edge length of {:.3g} m is too large: nothing is left of a solid whose "
                                "box is {:.3g} m long; {:.3g} m would do",
                                edge, solid.bounds.sizes().maxCoeff(), finer));
    }
    throw InputError("", "the solid is empty: it has no surface at any edge length that was tried");
}

}  // namespace

TriMesh isosurface(const SignedDistance& solid, double edge) {
    if (!(edge > 0) || !std::isfinite(edge))
        throw InputError("", fmt::format("the edge length of triangles is {} m; it must be positive", edge));
    const Grid grid = grid_over(solid, edge);
    std::vector<Block> blocks;
    const int count = find_loops(solid, grid, blocks);
    if (count == 0) refuse_coarse_edge(solid, edge);

    std::vector<Vec3> vertices(count);
    std::vector<std::vector<Quad>> lists(blocks.size());
    parallel_blocks(static_cast<int>(blocks.size()), 8, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Block& block = blocks[i];
            for (std::size_t k = 0; k < block.loops.size(); ++k)
                vertices[block.first_vertex + k] = loop_center(block, grid, block.loops[k]);
            add_quads(blocks, blocks[i], lists[i]);
        }
    });
    std::vector<Quad> quads;
    for (const auto& list : lists) quads.insert(quads.end(), list.begin(), list.end());
    std::vector<VertexPatch> patches;
    for (const Block& block : blocks)
        patches.push_back({block.solid, block.center, block.radius, block.first_vertex,
                           block.first_vertex + static_cast<int>(block.loops.size())});
    return relax_on_surface(solid, patches, std::move(vertices), quads, grid.cell);
}

}  // namespace limpet
