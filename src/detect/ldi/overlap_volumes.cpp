#include "detect/ldi/overlap_volumes.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "detect/ldi/finite_box.h"
#include "detect/ldi/gather_overlaps.h"
#include "detect/ldi/ldi_check.h"
#include "detect/ldi/own_marks.h"

namespace limpet {

using namespace ldi;

namespace {

/// Vertices and triangles that one task works on: large enough that a task is worth its start.
constexpr int vertex_block = 16384;
constexpr int least_triangle_block = 2048, most_triangle_blocks = 16;

/// A pair's images and all memory that it takes to make them.
struct PairWork {
    PairImages images;
    std::array<Topology*, 2> topology{};  ///< by surface
    std::array<Skipped, 2> skipped;       ///< by surface
    std::array<std::vector<Codes>, 2> codes;
    std::array<std::vector<Sides>, 2> sides, group_sides;
    std::array<DepthRanges, 2> ranges;  ///< by surface
    OwnMarks own_marks;                 ///< of a surface with itself
    ImageMarks marks;
    std::vector<CandidateLists> candidates;  ///< by block of triangles, the first surface's first
    std::vector<SampleLists> samples;        ///< so, too
    std::array<std::vector<BandMemory>, 3> memory;
    std::vector<OverlapVolume> overlaps;
};

/// A block of a pair's triangles.
struct TriangleBlock {
    int side, begin, end;
};

std::vector<TriangleBlock> triangle_blocks(const PairImages& images) {
    std::vector<TriangleBlock> blocks;
    for (int side = 0; side < images.sides(); ++side) {
        const int count = static_cast<int>(images.surfaces[side]->triangles->size());
        constexpr int group = Topology::triangles_each;
        const int block = std::max(least_triangle_block, (count / most_triangle_blocks / group + 1) * group);
        for (int begin = 0; begin < count; begin += block)
            blocks.push_back({side, begin, std::min(count, begin + block)});
    }
    return blocks;
}

void code_vertices(PairWork& work) {
    for (int side = 0; side < work.images.sides(); ++side) {
        const std::vector<Vec3>& positions = *work.images.surfaces[side]->positions;
        std::vector<Codes>& codes = work.codes[side];
        std::vector<Sides>& sides = work.sides[side];
        codes.resize(positions.size());
        sides.resize(positions.size());
        work.group_sides[side].resize(positions.size() / Topology::vertices_each + 1);
        parallel_blocks(static_cast<int>(positions.size()), vertex_block, [&](int begin, int end) {
            vertex_codes(work.images.pixels, positions, begin, end, codes.data());
            if (work.skipped[side].any())
                sides_beyond(work.images.pixels, work.skipped[side], codes.data(), begin, end, sides.data(),
                             work.group_sides[side].data());
        });
    }
}

/// Of a closed surface with itself.
void mark_own_tiles(PairWork& work) {
    const LdiSurface& surface = *work.images.surfaces[0];
    work.own_marks.look_at(work.images.pixels, surface, work.topology[0]->edges(*surface.triangles));
    parallel_blocks(3, 1,
                    [&](int axis, int) { work.own_marks.mark(work.images.pixels, axis, work.marks[axis]); });
}

/// Of an open surface all rays that it may meet are looked at, to find its holes.
void mark_tiles(PairWork& work) {
    constexpr Skipped all{{true, true, true}, {true, true, true}};
    std::array<Skipped, 2> unseen;
    for (int side = 0; side < 2; ++side)
        unseen[side] = work.topology[side]->closed() ? work.skipped[side] : all;
    parallel_blocks(3, 1, [&](int axis, int) {
        mark_common(work.images.pixels, axis, work.ranges, unseen, work.marks[axis]);
    });
}

void mark_all_tiles(PairWork& work) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [columns, rows] = work.images.pixels.image(axis);
        work.marks[axis].width = tiles_of(columns);
        work.marks[axis].tiles.assign(static_cast<std::size_t>(tiles_of(columns)) * tiles_of(rows), 1);
    }
}

void find_all_candidates(PairWork& work, const std::vector<TriangleBlock>& blocks) {
    const PairImages& images = work.images;
    if (!images.self())
        for (DepthRanges& ranges : work.ranges) ranges.clear(images.pixels);
    parallel_blocks(static_cast<int>(blocks.size()), 1, [&](int k, int) {
        const auto [side, begin, end] = blocks[k];
        const bool any = work.skipped[side].any();
        const VertexPlaces vertices{work.codes[side].data(), any ? work.sides[side].data() : nullptr,
                                    any ? work.group_sides[side].data() : nullptr};
        const TileKnowledge tiles =
            images.self() ? TileKnowledge{nullptr, &work.marks} : TileKnowledge{&work.ranges[side], nullptr};
        find_candidates(images.pixels, *images.surfaces[side]->triangles, *work.topology[side],
                        work.skipped[side], vertices, begin, end, work.candidates[k], tiles);
    });
}

/// Fills the lists of samples; returns how many are used.
int rasterise_surfaces(PairWork& work) {
    const PairImages& images = work.images;
    code_vertices(work);
    const std::vector<TriangleBlock> blocks = triangle_blocks(images);
    const int count = static_cast<int>(blocks.size());
    if (static_cast<int>(work.samples.size()) < count) {
        work.samples.resize(count);
        work.candidates.resize(count);
    }
    if (images.self() && work.topology[0]->closed())
        mark_own_tiles(work);
    else if (images.self())
        mark_all_tiles(work);
    find_all_candidates(work, blocks);
    if (!images.self()) mark_tiles(work);
    for (int axis = 0; axis < 3; ++axis) work.marks[axis].number(images.pixels.image(axis)[1]);
    parallel_blocks(count, 1, [&](int k, int) {
        const int side = blocks[k].side;
        for (auto& axis : work.samples[k])
            for (SampleList& list : axis) list.clear();
        rasterise(images.pixels, *images.surfaces[side], work.candidates[k], work.marks,
                  side == 1 ? second_bit : 0, work.samples[k]);
    });
    return count;
}

/// Of a closed surface, what lies beside the pixel box on one side: on its longer one, if there are two.
Skipped skipped_of(const Box3& surface, const Box3& pixels) {
    Skipped skipped;
    for (int d = 0; d < 3; ++d) {
        const double below = pixels.min()[d] - surface.min()[d], above = surface.max()[d] - pixels.max()[d];
        skipped.below[d] = below > 0 && below >= above;
        skipped.above[d] = above > 0 && above > below;
    }
    return skipped;
}

struct BandJob {
    int axis, band;
};

std::vector<BandJob> band_jobs(PairWork& work) {
    std::vector<BandJob> jobs;
    for (int axis = 0; axis < 3; ++axis) {
        const auto [columns, rows] = work.images.pixels.image(axis);
        const int bands = columns > 0 && rows > 0 ? Bands(rows).of(rows - 1) + 1 : 0;
        work.images.bands_used[axis] = bands;
        work.images.bands[axis].resize(Bands::most);
        work.memory[axis].resize(Bands::most);
        for (int band = 0; band < bands; ++band) jobs.push_back({axis, band});
    }
    return jobs;
}

void find_overlaps(PairWork& work, double cell, VertexSumsPool& pool) {
    PairImages& images = work.images;
    const int lists_used = rasterise_surfaces(work);
    const std::vector<BandJob> jobs = band_jobs(work);
    parallel_blocks(static_cast<int>(jobs.size()), 1, [&](int job, int) {
        const auto [axis, band] = jobs[job];
        const auto [width, height] = images.pixels.image(axis);
        const int rows_each = Bands(height).rows_each(), first_row = Bands(height).first_row(band);
        std::vector<const SampleList*> lists;
        for (int k = 0; k < lists_used; ++k)
            if (!work.samples[k][axis][band].empty()) lists.push_back(&work.samples[k][axis][band]);
        const Band part{width,
                        std::min(rows_each, height - first_row),
                        first_row,
                        work.marks[axis],
                        images.self(),
                        {work.topology[0]->closed(), work.topology[1]->closed()},
                        {work.skipped[0].below[axis], work.skipped[1].below[axis]}};
        find_intervals(lists, part, work.memory[axis][band], images.bands[axis][band]);
    });
    gather_overlaps(images, cell, pool, work.overlaps);
}

void add_to_report(const PairImages& images, LdiReport& report) {
    for (int axis = 0; axis < 3; ++axis) {
        const std::array<int, 2> size = images.pixels.image(axis);
        for (int k = 0; k < 2; ++k) report.size[axis][k] = std::max(report.size[axis][k], size[k]);
        for (int b = 0; b < images.bands_used[axis]; ++b) {
            const BandResult& band = images.bands[axis][b];
            report.layers = std::max(report.layers, band.layers);
            report.samples += band.samples;
            report.rays[images.first] += band.rays;
            if (!images.self()) report.rays[images.second] += band.rays;
            report.unbalanced[images.first] += band.unbalanced[0];
            report.unbalanced[images.second] += band.unbalanced[1];
        }
    }
}

/// Prepares the work on all pairs that may overlap; returns how many there are.
int list_pairs(std::span<const LdiSurface> surfaces, const std::vector<Box3>& boxes,
               const LdiSettings& settings, const LdiFilter& filter,
               std::vector<std::unique_ptr<PairWork>>& pairs) {
    const int count = static_cast<int>(surfaces.size());
    int used = 0;
    for (int i = 0; i < count; ++i)
        for (int j = settings.self ? i : i + 1; j < count; ++j) {
            const Box3 common = boxes[i].intersection(boxes[j]);
            if (common.isEmpty() || (i != j && surfaces[i].body == surfaces[j].body)) continue;
            if (filter && !filter(i, j)) continue;
            if (used == static_cast<int>(pairs.size())) pairs.push_back(std::make_unique<PairWork>());
            PairWork& work = *pairs[used++];
            work.images.first = i;
            work.images.second = j;
            work.images.surfaces = {&surfaces[i], &surfaces[j]};
            work.images.pixels = pixel_box(common, settings.pixel, i == j);
            work.overlaps.clear();
        }
    return used;
}

}  // namespace

struct LayeredDepth::Memory {
    std::vector<std::unique_ptr<PairWork>> pairs;
    std::vector<Topology> topologies;  ///< by surface
    VertexSumsPool sums;
};

LayeredDepth::LayeredDepth() : memory_(std::make_unique<Memory>()) {}
LayeredDepth::~LayeredDepth() = default;
LayeredDepth::LayeredDepth(LayeredDepth&&) noexcept = default;
LayeredDepth& LayeredDepth::operator=(LayeredDepth&&) noexcept = default;

std::vector<OverlapVolume> LayeredDepth::overlaps(std::span<const LdiSurface> surfaces,
                                                  const LdiSettings& settings, LdiReport* report,
                                                  const LdiFilter& filter) {
    check_ldi(settings);
    const int count = static_cast<int>(surfaces.size());
    std::vector<Box3> boxes(count);
    std::vector<Topology>& topologies = memory_->topologies;
    if (topologies.size() < surfaces.size()) topologies.resize(surfaces.size());
    parallel_blocks(count, 1, [&](int i, int) {
        boxes[i] = finite_box(*surfaces[i].positions);
        topologies[i].update(*surfaces[i].triangles);
    });
    const int pairs = list_pairs(surfaces, boxes, settings, filter, memory_->pairs);
    parallel_blocks(pairs, 1, [&](int k, int) {
        PairWork& work = *memory_->pairs[k];
        for (int side = 0; side < 2; ++side) {
            const int surface = side == 0 ? work.images.first : work.images.second;
            work.topology[side] = &topologies[surface];
            work.skipped[side] =
                topologies[surface].closed() ? skipped_of(boxes[surface], work.images.pixels.box) : Skipped{};
        }
        find_overlaps(work, settings.cell.value_or(0), memory_->sums);
    });
    if (report) {
        *report = {};
        report->rays.assign(count, 0);
        report->unbalanced.assign(count, 0);
    }
    std::vector<OverlapVolume> found;
    for (int k = 0; k < pairs; ++k) {
        PairWork& work = *memory_->pairs[k];
        if (report) add_to_report(work.images, *report);
        std::move(work.overlaps.begin(), work.overlaps.end(), std::back_inserter(found));
    }
    return found;
}

std::vector<OverlapVolume> overlap_volumes(std::span<const LdiSurface> surfaces, const LdiSettings& settings,
                                           LdiReport* report, const LdiFilter& filter) {
    return LayeredDepth().overlaps(surfaces, settings, report, filter);
}

}  // namespace limpet
