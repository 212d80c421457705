#include "detect/ldi/overlap_volumes.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "detect/ldi/gather_overlaps.h"
#include "detect/ldi/kernel_constants.h"
#include "detect/ldi/ldi_check.h"
#include "detect/ldi/near_patches.h"
#include "detect/ldi/own_marks.h"

namespace limpet {

using namespace ldi;

namespace {

/// What is known of a surface.
struct SurfaceMemory {
    Topology topology;
    Patches patches;
    Box3 box;
};

/// A pair's images and all memory that it takes to make them.
struct PairWork {
    PairImages images;
    std::array<SurfaceMemory*, 2> known{};  ///< by surface, as the next three
    std::array<Skipped, 2> skipped;
    std::array<NearPatches, 2> near;
    std::array<DepthRanges, 2> ranges;
    OwnMarks own_marks;                      ///< of a surface with itself
    ImageMarks marks;                        ///< where patches may meet, then where triangles may
    std::vector<CandidateLists> candidates;  ///< by block of patches, the first surface's first
    std::vector<SampleLists> samples;        ///< so, too
    std::vector<int> blocks;                 ///< those in use, ascending
    std::array<std::vector<BandMemory>, 3> memory;
    OverlapGatherer gatherer;
    std::vector<OverlapVolume> overlaps;
};

/// Of a closed surface with itself.
void mark_own_tiles(PairWork& work) {
    const LdiSurface& surface = *work.images.surfaces[0];
    work.own_marks.look_at(work.images.pixels, surface, work.known[0]->topology.edges(*surface.triangles));
    parallel_blocks(3, 1,
                    [&](int axis, int) { work.own_marks.mark(work.images.pixels, axis, work.marks[axis]); });
}

/// Of an open surface all rays that it may meet are looked at, to find its holes.
void mark_tiles(PairWork& work) {
    constexpr Skipped all{{true, true, true}, {true, true, true}};
    std::array<Skipped, 2> unseen;
    for (int side = 0; side < 2; ++side)
        unseen[side] = work.known[side]->topology.closed() ? work.skipped[side] : all;
    parallel_blocks(3, 1, [&](int axis, int) {
        mark_common(work.images.pixels, axis, work.ranges, unseen, work.marks[axis]);
    });
}

void mark_all_tiles(const PixelBox& pixels, ImageMarks& marks) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [columns, rows] = pixels.image(axis);
        marks[axis].width = tiles_of(columns);
        marks[axis].tiles.assign(static_cast<std::size_t>(tiles_of(columns)) * tiles_of(rows), 1);
        marks[axis].windows.assign(marks[axis].tiles.size(), DepthWindow());
        marks[axis].set_drawn();
    }
}

/// Marks tiles where patches may meet, and keeps the patches that reach into them.
void find_near_patches(PairWork& work) {
    const PairImages& images = work.images;
    const int sides = images.sides();
    if (!images.self())
        for (DepthRanges& ranges : work.ranges) ranges.clear(images.pixels);
    parallel_blocks(sides, 1, [&](int side, int) {
        work.near[side].find(images.pixels, work.skipped[side], work.known[side]->patches);
        if (!images.self()) work.near[side].widen_tiles(images.pixels, work.skipped[side], work.ranges[side]);
    });
    if (!images.self())
        mark_tiles(work);
    else if (work.known[0]->topology.closed())
        mark_own_tiles(work);
    else
        mark_all_tiles(images.pixels, work.marks);
    parallel_blocks(sides, 1, [&](int side, int) {
        work.near[side].keep_drawn(images.pixels, work.skipped[side], work.marks, side);
    });
}

/// Near patches in blocks, as many at once as are worth a task.
struct PatchBlocks {
    int size, count;

    explicit PatchBlocks(const NearPatches& near) {
        const int patches = static_cast<int>(near.patches.size());
        size = std::max(min_patches_per_task, patches / max_patch_tasks + 1);
        count = (patches + size - 1) / size;
    }
};

/// Of one side's near patches, in blocks that are numbered from `first` on.
void find_candidates_of(int side, int first, PairWork& work) {
    const PairImages& images = work.images;
    const NearPatches& near = work.near[side];
    const PatchBlocks blocks(near);
    if (static_cast<int>(work.candidates.size()) < first + blocks.count) {
        work.samples.resize(first + blocks.count);
        work.candidates.resize(first + blocks.count);
    }
    for (int k = 0; k < blocks.count; ++k) work.blocks.push_back(first + k);
    if (!images.self()) work.ranges[side].clear(images.pixels);
    parallel_blocks(static_cast<int>(near.patches.size()), blocks.size, [&](int begin, int end) {
        find_candidates(
            images.pixels, work.skipped[side], work.known[side]->patches, *images.surfaces[side]->positions,
            std::span(near.patches).subspan(begin, end - begin),
            std::span(near.images).subspan(begin, end - begin), work.candidates[first + begin / blocks.size],
            {images.self() ? nullptr : &work.ranges[side], &work.marks, side});
    });
}

/// Leaves out tiles where the depths of both sides, as far as they are known now, have nothing in common.
void narrow_marks(PairWork& work) {
    const bool whole_rays = !work.known[0]->topology.closed() || !work.known[1]->topology.closed();
    parallel_blocks(3, 1, [&](int axis, int) {
        narrow_common(work.images.pixels, axis, work.ranges, whole_rays, work.marks[axis]);
    });
}

/// Fills the lists of samples; false if there are none of a side. The surface with fewer patches is looked at
/// first: those of the other need to be only where its triangles may meet them.
bool rasterise_surfaces(PairWork& work) {
    const PairImages& images = work.images;
    find_near_patches(work);
    const int second_from = PatchBlocks(work.near[0]).count;
    work.blocks.clear();
    if (images.self()) {
        find_candidates_of(0, 0, work);
    } else {
        const int less = work.near[1].patches.size() < work.near[0].patches.size() ? 1 : 0, more = 1 - less;
        find_candidates_of(less, less == 0 ? 0 : second_from, work);
        narrow_marks(work);
        work.near[more].keep_drawn(images.pixels, work.skipped[more], work.marks, more);
        if (work.near[more].patches.empty()) return false;
        find_candidates_of(more, more == 0 ? 0 : second_from, work);
        narrow_marks(work);
        std::sort(work.blocks.begin(), work.blocks.end());
    }
    for (int axis = 0; axis < 3; ++axis) work.marks[axis].number(images.pixels.image(axis)[1]);
    parallel_blocks(static_cast<int>(work.blocks.size()), 1, [&](int i, int) {
        const int block = work.blocks[i], side = images.self() || block < second_from ? 0 : 1;
        for (auto& axis : work.samples[block])
            for (SampleList& list : axis) list.clear();
        rasterise(images.pixels, *images.surfaces[side], work.candidates[block], work.marks,
                  side == 1 ? second_bit : 0, work.samples[block]);
    });
    return !work.blocks.empty();
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
        work.images.bands[axis].resize(max_bands);
        work.memory[axis].resize(max_bands);
        for (int band = 0; band < bands; ++band) jobs.push_back({axis, band});
    }
    return jobs;
}

void find_overlaps(PairWork& work, double cell, VertexSumsPool& pool) {
    PairImages& images = work.images;
    images.bands_used = {};
    if (!rasterise_surfaces(work)) return;
    const std::vector<BandJob> jobs = band_jobs(work);
    parallel_blocks(static_cast<int>(jobs.size()), 1, [&](int job, int) {
        const auto [axis, band] = jobs[job];
        const auto [width, height] = images.pixels.image(axis);
        const int rows_each = Bands(height).rows_each(), first_row = Bands(height).first_row(band);
        std::vector<const SampleList*> lists;
        for (const int k : work.blocks)
            if (!work.samples[k][axis][band].empty()) lists.push_back(&work.samples[k][axis][band]);
        const Band part{width,
                        std::min(rows_each, height - first_row),
                        first_row,
                        work.marks[axis],
                        images.self(),
                        {work.known[0]->topology.closed(), work.known[1]->topology.closed()},
                        images.pixels.center(0, axis),
                        images.pixels.pixel};
        find_intervals(lists, part, work.memory[axis][band], images.bands[axis][band]);
    });
    work.gatherer.gather(images, cell, pool, work.overlaps);
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

/// Pairs that are asked for.
std::vector<std::array<int, 2>> list_pairs(std::span<const LdiSurface> surfaces, const LdiSettings& settings,
                                           const LdiFilter& filter) {
    std::vector<std::array<int, 2>> pairs;
    const int count = static_cast<int>(surfaces.size());
    for (int i = 0; i < count; ++i)
        for (int j = settings.self ? i : i + 1; j < count; ++j)
            if ((i == j || surfaces[i].body != surfaces[j].body) && (!filter || filter(i, j)))
                pairs.push_back({i, j});
    return pairs;
}

/// Looks at where the surfaces of pairs are now.
void look_at_surfaces(std::span<const LdiSurface> surfaces, const std::vector<std::array<int, 2>>& pairs,
                      std::vector<SurfaceMemory>& known) {
    if (known.size() < surfaces.size()) known.resize(surfaces.size());
    std::vector<bool> is_needed(surfaces.size(), false);
    for (const std::array<int, 2>& pair : pairs)
        for (const int i : pair) is_needed[i] = true;
    parallel_blocks(static_cast<int>(surfaces.size()), 1, [&](int i, int) {
        if (!is_needed[i]) return;
        const LdiSurface& surface = surfaces[i];
        if (known[i].topology.update(*surface.triangles, surface.version))
            known[i].patches.make(*surface.triangles, *surface.positions);
        Patches& patches = known[i].patches;
        known[i].box = surface.place ? patches.measure(*surface.positions, *surface.place)
                                     : patches.measure(*surface.positions);
    });
}

}  // namespace

struct LayeredDepth::Memory {
    std::vector<std::unique_ptr<PairWork>> pairs;
    std::vector<SurfaceMemory> known;  ///< by surface
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
    const std::vector<std::array<int, 2>> asked = list_pairs(surfaces, settings, filter);
    std::vector<SurfaceMemory>& known = memory_->known;
    look_at_surfaces(surfaces, asked, known);
    int pairs = 0;
    for (const auto& [i, j] : asked) {
        const Box3 common = known[i].box.intersection(known[j].box);
        if (common.isEmpty()) continue;
        if (pairs == static_cast<int>(memory_->pairs.size()))
            memory_->pairs.push_back(std::make_unique<PairWork>());
        PairWork& work = *memory_->pairs[pairs++];
        work.images.first = i;
        work.images.second = j;
        work.images.surfaces = {&surfaces[i], &surfaces[j]};
        work.images.pixels = pixel_box(common, settings.pixel, i == j);
        work.overlaps.clear();
    }
    parallel_blocks(pairs, 1, [&](int k, int) {
        PairWork& work = *memory_->pairs[k];
        for (int side = 0; side < 2; ++side) {
            work.known[side] = &known[side == 0 ? work.images.first : work.images.second];
            work.skipped[side] = work.known[side]->topology.closed()
                                     ? skipped_of(work.known[side]->box, work.images.pixels.box)
                                     : Skipped{};
        }
        find_overlaps(work, settings.cell.value_or(0), memory_->sums);
    });
    if (report) {
        *report = {};
        report->rays.assign(surfaces.size(), 0);
        report->unbalanced.assign(surfaces.size(), 0);
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
