#include "detect/ldi/patches.h"

#include <algorithm>

#include "core/parallel.h"
#include "detect/detection_constants.h"
#include "detect/ldi/kernel_constants.h"
#include "limpet/error.h"

namespace limpet::ldi {
namespace {

/// The lowest bits of x with two zeros between them.
std::uint64_t spread(std::uint64_t x) {
    x = (x | x << 16) & 0x030000ff;
    x = (x | x << 8) & 0x0300f00f;
    x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
}

/// Along a curve that fills the box (G. M. Morton, 1966): what is near on it is near in space.
std::uint64_t place_in(const Box3& box, const Vec3& x) {
    std::uint64_t place = 0;
    for (int d = 0; d < 3; ++d) {
        const double size = box.sizes()[d], share = size > 0 ? (x[d] - box.min()[d]) / size : 0.0;
        place |=
            spread(static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0) * ((1 << patch_order_bits) - 1)))
            << d;
    }
    return place;
}

std::vector<int> by_place(const std::vector<Triangle>& triangles, const std::vector<Vec3>& positions) {
    Box3 box;
    for (const Vec3& x : positions) box.extend(x);
    std::vector<std::pair<std::uint64_t, int>> places;
    places.reserve(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto& [a, b, c] = triangles[t];
        places.emplace_back(place_in(box, (positions[a] + positions[b] + positions[c]) / 3),
                            static_cast<int>(t));
    }
    std::sort(places.begin(), places.end());
    std::vector<int> order;
    order.reserve(places.size());
    for (const auto& place : places) order.push_back(place.second);
    return order;
}

}  // namespace

void Patches::make(const std::vector<Triangle>& triangles, const std::vector<Vec3>& positions) {
    triangles_ = by_place(triangles, positions);
    corners_.clear();
    starts_ = {0};
    vertices_.clear();
    std::vector<int> own;
    for (std::size_t begin = 0; begin < triangles_.size(); begin += triangles_each) {
        const std::size_t end = std::min(triangles_.size(), begin + triangles_each);
        own.clear();
        for (std::size_t i = begin; i < end; ++i)
            own.insert(own.end(), triangles[triangles_[i]].begin(), triangles[triangles_[i]].end());
        std::sort(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
        const auto number = [&](int vertex) {
            return static_cast<std::uint8_t>(std::lower_bound(own.begin(), own.end(), vertex) - own.begin());
        };
        for (std::size_t i = begin; i < end; ++i) {
            const auto& [a, b, c] = triangles[triangles_[i]];
            corners_.push_back({number(a), number(b), number(c)});
        }
        vertices_.insert(vertices_.end(), own.begin(), own.end());
        starts_.push_back(static_cast<int>(vertices_.size()));
    }
    bounds_.assign(starts_.size() - 1, {});
    own_.clear();
}

Box3 Patches::measure(const std::vector<Vec3>& positions) {
    struct Part {
        Box3 box;
        double zero = 0;  ///< Σ x − x: 0 unless a coordinate is infinite or no number
    };
    std::vector<Part> parts((count() + patches_per_task - 1) / patches_per_task);
    parallel_blocks(count(), patches_per_task, [&](int begin, int end) {
        Lanes low = load_vertex(positions, vertices(begin).front()), high = low, zero{};
        for (int patch = begin; patch < end; ++patch) {
            Bounds own;
            own.low = own.high = load_vertex(positions, vertices(patch).front());
            for (const int vertex : vertices(patch)) {
                const Lanes x = load_vertex(positions, vertex);
                own.low = x < own.low ? x : own.low;
                own.high = x > own.high ? x : own.high;
                zero += x - x;
            }
            bounds_[patch] = own;
            low = own.low < low ? own.low : low;
            high = own.high > high ? own.high : high;
        }
        Part& part = parts[begin / patches_per_task];
        part.box = Box3(Vec3(low[0], low[1], low[2]), Vec3(high[0], high[1], high[2]));
        part.zero = zero[0] + zero[1] + zero[2];
    });
    Box3 box;
    for (const Part& part : parts) {
        if (part.zero != 0) throw BreakdownError("a surface has a vertex that is not finite");
        box.extend(part.box);
    }
    return box;
}

Box3 Patches::measure(const std::vector<Vec3>& positions, const RigidPlace& place) {
    if (!place.center.allFinite() || !place.rotation.allFinite())
        throw BreakdownError("a surface has a vertex that is not finite");
    if (own_.empty()) {
        const double size = measure(positions).diagonal().norm() + place.center.norm();
        for (int patch = 0; patch < count(); ++patch) {
            Box3 box;
            for (const int vertex : vertices(patch))
                box.extend(place.rotation.transpose() * (positions[vertex] - place.center));
            own_.push_back(
                {box.center(), box.sizes() / 2 + Vec3::Constant(turned_box_rounding_ratio * size)});
        }
    }
    const Mat3 spread_out = place.rotation.cwiseAbs();
    Box3 all;
    for (int patch = 0; patch < count(); ++patch) {
        const Vec3 center = place.center + place.rotation * own_[patch].center,
                   half = spread_out * own_[patch].half, low = center - half, high = center + half;
        bounds_[patch] = {Lanes{low.x(), low.y(), low.z(), 0}, Lanes{high.x(), high.y(), high.z(), 0}};
        all.extend(low);
        all.extend(high);
    }
    return all;
}

}  // namespace limpet::ldi
