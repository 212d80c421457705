/// The pairs whose images are older than where the bodies are, as numbers for state files: drawn again, they
/// would differ by the little that the bodies have moved since.

#include <cmath>
#include <tuple>

#include "detect/ldi/volume_detector.h"

namespace limpet {
namespace {

void append_terms(const std::vector<VolumeTerm>& terms, bool turns, std::vector<double>& values) {
    values.push_back(static_cast<double>(terms.size()));
    for (const VolumeTerm& t : terms) {
        values.insert(values.end(),
                      {static_cast<double>(t.vertex), t.normal.x(), t.normal.y(), t.normal.z(), t.share});
        if (turns) values.insert(values.end(), t.turn.data(), t.turn.data() + t.turn.size());
    }
}

/// Reads numbers one after the other; `good` is false once one was missing or not what it should be.
struct Reader {
    std::span<const double> rest;
    bool good = true;

    double number() {
        if (rest.empty()) good = false;
        if (!good) return 0;
        const double value = rest.front();
        rest = rest.subspan(1);
        good = std::isfinite(value);
        return value;
    }
    /// In [0, end).
    int index(double end) {
        const double value = number();
        good = good && value >= 0 && value < end && value == std::floor(value);
        return good ? static_cast<int>(value) : 0;
    }
    /// Of things that take `each` numbers at least.
    int count(double each) { return index(std::floor(static_cast<double>(rest.size()) / each) + 1); }
    int any_index() {
        const double value = number();
        good = good && std::abs(value) < 2147483648.0 && value == std::floor(value);
        return good ? static_cast<int>(value) : 0;
    }
    Vec3 vector() {
        Vec3 v;
        for (double& x : v) x = number();
        return v;
    }
};

std::vector<VolumeTerm> read_terms(Reader& in, std::size_t vertices, bool turns) {
    std::vector<VolumeTerm> terms(in.count(5));
    for (VolumeTerm& t : terms) {
        t.vertex = in.index(static_cast<double>(vertices));
        t.normal = in.vector();
        t.share = in.number();
        if (turns)
            for (double& x : t.turn.reshaped()) x = in.number();
    }
    return terms;
}

}  // namespace

void VolumeDetector::append_state(std::vector<double>& values) const {
    for (const auto& [bodies, pair] : pairs_) {
        if (pair.moved == 0) continue;
        values.insert(values.end(), {static_cast<double>(bodies.first), static_cast<double>(bodies.second),
                                     pair.moved, pair.volume, static_cast<double>(pair.cells.size())});
        for (std::size_t i = 0; i < pair.cells.size(); ++i) {
            const OverlapCell& cell = pair.cells[i];
            const Vec3& n = cell.normal;
            values.insert(values.end(), {static_cast<double>(cell.cell_x), static_cast<double>(cell.cell_yz),
                                         n.x(), n.y(), n.z(), cell.gap, cell.area, pair.zero[i]});
            append_terms(cell.rows->first, at_center_, values);
            append_terms(cell.rows->second, at_center_, values);
        }
    }
}

void VolumeDetector::inherit(const CarriedState& detector, const BodyRenumbering& bodies) {
    const auto& before = static_cast<const VolumeDetector&>(detector);
    pairs_.clear();
    known_ = false;
    restored_ = true;
    follow_bodies(SurfacePlaces(colliders_), nullptr);
    const bool drawn_alike = settings_.pixel == before.settings_.pixel &&
                             settings_.cell == before.settings_.cell &&
                             settings_.self == before.settings_.self && at_center_ == before.at_center_;
    if (!drawn_alike) return;
    for (const auto& [both, pair] : before.pairs_) {
        const auto now = bodies.pair(both);
        if (!now || pair.moved == 0) continue;
        for (OverlapCell& cell : (pairs_[*now] = pair).cells) std::tie(cell.first, cell.second) = *now;
    }
    for (int i = 0; i < bodies.bodies_before(); ++i)
        if (const std::optional<int> at = bodies.body(i)) skipped_rays_[*at] = before.skipped_rays_[i];
}

bool VolumeDetector::take_state(std::span<const double>& values) {
    pairs_.clear();
    known_ = false;
    restored_ = true;
    follow_bodies(SurfacePlaces(colliders_), nullptr);
    Reader in{values};
    const auto count = static_cast<double>(colliders_.size());
    while (in.good && !in.rest.empty()) {
        const int first = in.index(count), second = in.index(count);
        Pair& pair = pairs_[{first, second}];
        pair.moved = in.number();
        pair.volume = in.number();
        pair.cells.resize(in.count(10));
        for (OverlapCell& cell : pair.cells) {
            cell.first = first;
            cell.second = second;
            cell.cell_x = in.any_index();
            cell.cell_yz = in.any_index();
            cell.normal = in.vector();
            cell.gap = in.number();
            cell.area = in.number();
            pair.zero.push_back(in.number());
            VolumeRows rows;
            rows.first = read_terms(in, colliders_[first]->surface().positions.size(), at_center_);
            rows.second = read_terms(in, colliders_[second]->surface().positions.size(), at_center_);
            cell.rows = std::make_shared<const VolumeRows>(std::move(rows));
        }
    }
    values = in.rest;
    return in.good;
}

}  // namespace limpet
