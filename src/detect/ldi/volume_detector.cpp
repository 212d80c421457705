#include "detect/ldi/volume_detector.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/parallel.h"
#include "detect/detector_constants.h"
#include "detect/ldi/ldi_check.h"
#include "limpet/error.h"
#include "shapes/meshes/lost_rays.h"

namespace limpet {
namespace {

bool is_too_far_away(const Collider& collider, double pixel) {
    const std::vector<Vec3>& positions = collider.surface().positions;
    return !positions.empty() &&
           positions.front().cwiseAbs().maxCoeff() > far_pixels_ratio * max_pixels_away * pixel;
}

void add_report(const LdiReport& report, LdiReport& sum) {
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < 2; ++k) sum.size[axis][k] = std::max(sum.size[axis][k], report.size[axis][k]);
    sum.layers = std::max(sum.layers, report.layers);
}

}  // namespace

VolumeDetector::VolumeDetector(Colliders colliders, LdiSettings settings, bool at_center)
    : colliders_(std::move(colliders)),
      settings_(settings),
      at_center_(at_center),
      versions_(colliders_.size(), 1),
      motion_(colliders_.size()),
      skipped_rays_(colliders_.size()) {}

void VolumeDetector::detect(double) {
    report_ = {};
    pairs();
}

bool VolumeDetector::is_tested(int first, int second) const {
    if (first == second) return settings_.self && colliders_[first]->deforms();
    const auto takes_part = [&](int i) { return colliders_[i]->can_move() || colliders_[i]->deforms(); };
    return takes_part(first) || takes_part(second);
}

void VolumeDetector::surface_changed(int body) {
    std::erase_if(pairs_,
                  [&](const auto& pair) { return pair.first.first == body || pair.first.second == body; });
    motion_[body].forget();
    ++versions_[body];
    forget();
}

const VolumeDetector::Pairs& VolumeDetector::pairs() {
    if (!known_)
        look(SurfacePlaces(colliders_), restored_ ? same_place_after_separation_pixels : same_place_pixels,
             {});
    known_ = true;
    restored_ = false;
    return pairs_;
}

VolumeDetector::Cells VolumeDetector::cells_while_separating(double deep) {
    look(SurfacePlaces(colliders_), same_place_while_separating_pixels, deep);
    return listed();
}

VolumeDetector::Cells VolumeDetector::cells_after_separation() {
    look(SurfacePlaces(colliders_), same_place_after_separation_pixels, {});
    known_ = true;
    return listed();
}

/// Pairs that were moved and not asked for are drawn when somebody asks for them.
VolumeDetector::Cells VolumeDetector::cells_ahead(const BodyPairs& asked, const SurfacePlaces& places) {
    look(places, same_place_pixels, {}, &asked);
    forget();
    return listed(&asked);
}

VolumeDetector::Cells VolumeDetector::cells_between(int first, int second, const SurfacePlaces& places) {
    LdiReport report;
    const auto chosen = [&](int i, int j) { return i == first && j == second; };
    return make_overlap_cells(draw(places, chosen, report), places.all_positions(), settings_.pixel,
                              at_center_);
}

void VolumeDetector::look(const SurfacePlaces& places, double same, std::optional<double> deep,
                          const BodyPairs* asked) {
    follow_bodies(places, asked);
    follow_rows(places, same * settings_.pixel);
    if (deep)
        std::erase_if(pairs_, [&](const auto& entry) {
            const Cells& cells = entry.second.cells;
            const auto is_deep = [&](const OverlapCell& cell) { return -cell.gap > *deep; };
            return entry.second.moved > same_place_pixels * settings_.pixel &&
                   std::any_of(cells.begin(), cells.end(), is_deep);
        });
    draw_missing(places, asked);
}

void VolumeDetector::follow_bodies(const SurfacePlaces& places, const BodyPairs* asked) {
    std::vector<char> stays(colliders_.size(), asked != nullptr);
    if (asked)
        for (const auto& [i, j] : *asked) stays[i] = stays[j] = false;
    parallel_blocks(static_cast<int>(colliders_.size()), 1, [&](int i, int) {
        if (stays[i])
            motion_[i].stay();
        else if (const auto& place = places.rigid(i))
            motion_[i].update(places.positions(i), *place);
        else
            motion_[i].update(places.positions(i));
    });
}

void VolumeDetector::follow_whole(Pair& pair, const SurfaceMotion::Whole& whole) {
    pair.moved += whole.beside;
    if (whole.shift.isZero(0)) return;
    // States keep what would be drawn elsewhere now.
    pair.moved = std::max(pair.moved, std::numeric_limits<double>::min());
    for (std::size_t k = 0; k < pair.cells.size(); ++k) {
        Vec3 row = Vec3::Zero();
        for (const auto* terms : {&pair.cells[k].rows->first, &pair.cells[k].rows->second})
            for (const VolumeTerm& t : *terms) row += t.normal;
        pair.zero[k] -= row.dot(whole.shift);
    }
}

void VolumeDetector::follow_rows(const SurfacePlaces& places, double most) {
    std::vector<char> divided(colliders_.size(), false);
    std::erase_if(pairs_, [&](const auto& entry) {
        const auto& [i, j] = entry.first;
        if (!motion_[i].box().intersects(motion_[j].box())) return true;
        if (i == j) return is_too_far_away(*colliders_[i], settings_.pixel);
        if (!(entry.second.moved + std::max(motion_[i].least(), motion_[j].least()) <= most)) return true;
        for (const int body : {i, j}) divided[body] = motion_[body].most() > 0;
        return false;
    });
    parallel_blocks(static_cast<int>(colliders_.size()), 1, [&](int i, int) {
        if (divided[i]) motion_[i].divide(colliders_[i]->surface().triangles);
    });
    for (auto& [bodies, pair] : pairs_) {
        const auto& [i, j] = bodies;
        if (i == j) {
            follow_whole(pair, motion_[i].as_a_whole());
        } else {
            const Box3 common = motion_[i].box().intersection(motion_[j].box());
            pair.moved += motion_[i].within(common) + motion_[j].within(common);
        }
        // Drawn again, an overlap that has not moved would have the same bytes.
        if (pair.moved == 0) continue;
        for (std::size_t k = 0; k < pair.cells.size(); ++k)
            pair.cells[k].gap = pair.zero[k] + along_rows(pair.cells[k], places);
    }
    std::erase_if(pairs_, [&](const auto& entry) { return !(entry.second.moved <= most); });
}

std::vector<OverlapVolume> VolumeDetector::draw(const SurfacePlaces& places, const LdiFilter& filter,
                                                LdiReport& report) {
    std::vector<LdiSurface> surfaces;
    for (int i = 0; i < static_cast<int>(colliders_.size()); ++i)
        surfaces.push_back(
            {&places.positions(i), &colliders_[i]->surface().triangles, i, versions_[i], places.rigid(i)});
    try {
        return images_.overlaps(surfaces, settings_, &report, filter);
    } catch (const InputError& error) {
        // The settings were good for the bodies at the start.
        throw BreakdownError(error.what());
    }
}

void VolumeDetector::draw_missing(const SurfacePlaces& places, const BodyPairs* asked) {
    gone_.clear();
    const auto any_gone = [&](int first, int second) {
        for (const int body : {first, second})
            if (is_too_far_away(*colliders_[body], settings_.pixel)) gone_.insert(body);
        return gone_.contains(first) || gone_.contains(second);
    };
    BodyPairs drawn;
    for (int i = 0; i < static_cast<int>(colliders_.size()); ++i)
        for (int j = i; j < static_cast<int>(colliders_.size()); ++j)
            if (is_tested(i, j) && (!asked || asked->contains({i, j})) &&
                motion_[i].box().intersects(motion_[j].box()) && !pairs_.contains({i, j}) && !any_gone(i, j))
                drawn.insert({i, j});
    if (drawn.empty()) return;
    LdiReport report;
    const std::vector<OverlapVolume> overlaps = draw(
        places,
        [&](int i, int j) {
            return drawn.contains({i, j});
        },
        report);
    add_report(report, report_);
    note_skipped(report, drawn);
    for (const auto& pair : drawn) pairs_[pair] = {};
    for (const OverlapVolume& overlap : overlaps)
        pairs_[{overlap.first, overlap.second}].volume += overlap.volume;
    for (OverlapCell& cell :
         make_overlap_cells(overlaps, places.all_positions(), settings_.pixel, at_center_)) {
        Pair& pair = pairs_[{cell.first, cell.second}];
        pair.zero.push_back(cell.gap - along_rows(cell, places));
        pair.cells.push_back(std::move(cell));
    }
}

void VolumeDetector::note_skipped(const LdiReport& report, const BodyPairs& drawn) {
    for (int i = 0; i < static_cast<int>(colliders_.size()); ++i) {
        if (report.unbalanced[i] <= skipped_rays_[i].skipped) continue;
        Box3 met;
        for (const auto& [first, second] : drawn)
            if (first == i || second == i)
                met.extend(motion_[first].box().intersection(motion_[second].box()));
        const auto& surface = colliders_[i]->surface();
        skipped_rays_[i] = {report.rays[i], report.unbalanced[i],
                            lost_rays(surface.positions, surface.triangles, met)};
    }
}

double VolumeDetector::along_rows(const OverlapCell& cell, const SurfacePlaces& places) {
    const auto sum = [&](int body, const std::vector<VolumeTerm>& terms) {
        const std::vector<Vec3>& x = places.positions(body);
        double along = 0;
        for (const VolumeTerm& t : terms) along += t.normal.dot(x[t.vertex]);
        return along;
    };
    return sum(cell.first, cell.rows->first) + sum(cell.second, cell.rows->second);
}

void VolumeDetector::describe(StepRecord& record) const {
    const auto pixels = [](const std::array<int, 2>& size) { return std::int64_t{size[0]} * size[1]; };
    for (const std::array<int, 2>& size : report_.size)
        if (pixels(size) > pixels(record.image_size)) record.image_size = size;
    record.image_layers = report_.layers;
}

VolumeDetector::Cells VolumeDetector::cells() {
    pairs();
    return listed();
}

VolumeDetector::Cells VolumeDetector::listed(const BodyPairs* asked) const {
    Cells all;
    for (const auto& [bodies, pair] : pairs_)
        if (!asked || asked->contains(bodies)) all.insert(all.end(), pair.cells.begin(), pair.cells.end());
    return all;
}

}  // namespace limpet
