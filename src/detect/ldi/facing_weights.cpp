#include "detect/ldi/facing_weights.h"

#include <algorithm>
#include <cmath>

#include "detect/detection_constants.h"

namespace limpet {
namespace {

struct Patch {
    Vec3 sum = Vec3::Zero();
    double area = 0;

    void add(const Patch& other) {
        sum += other.sum;
        area += other.area;
    }
    double bend() const { return area > 0 ? 1 - sum.norm() / area + flatness_floor : 1; }
};

using Sides = std::array<Patch, 2>;
using Overlaps = std::span<const OverlapVolume>;

Sides sides_of(const OverlapVolume& overlap) {
    Sides sides;
    for (int i = 0; i < 2; ++i) {
        for (const VertexGradient& g : i == 0 ? overlap.on_first : overlap.on_second) sides[i].sum += g.area;
        sides[i].area = overlap.patch[i];
    }
    return sides;
}

void add(const Sides& other, Sides& sum) {
    for (int i = 0; i < 2; ++i) sum[i].add(other[i]);
}

/// Of a cell and the 26 about it, where the pair has an overlap. Cells are in order.
Sides near(const Overlaps& pair, const std::vector<Sides>& cells, const std::array<int, 3>& cell) {
    Sides sum;
    for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j) {
            const std::array<int, 3> from = {cell[0] + i, cell[1] + j, cell[2] - 1};
            const auto first = std::lower_bound(
                pair.begin(), pair.end(), from,
                [](const OverlapVolume& o, const std::array<int, 3>& c) { return o.cell < c; });
            for (auto at = first; at != pair.end() && at->cell[0] == from[0] && at->cell[1] == from[1] &&
                                  at->cell[2] <= cell[2] + 1;
                 ++at)
                add(cells[at - pair.begin()], sum);
        }
    return sum;
}

void weigh_pair(const Overlaps& pair, std::vector<std::array<double, 2>>& weights) {
    std::vector<Sides> cells;
    Sides all;
    for (const OverlapVolume& overlap : pair) {
        cells.push_back(sides_of(overlap));
        add(cells.back(), all);
    }
    for (std::size_t k = 0; k < pair.size(); ++k) {
        const Sides about = near(pair, cells, pair[k].cell);
        std::array<double, 2> w;
        for (int i = 0; i < 2; ++i) w[i] = std::pow(about[i].bend() * all[i].bend(), -1. / 4);
        weights.push_back(w);
    }
}

}  // namespace

std::vector<std::array<double, 2>> facing_weights(const std::vector<OverlapVolume>& overlaps) {
    std::vector<std::array<double, 2>> weights;
    for (auto begin = overlaps.begin(); begin != overlaps.end();) {
        const auto end = std::find_if(begin, overlaps.end(), [&](const OverlapVolume& o) {
            return o.first != begin->first || o.second != begin->second;
        });
        if (begin->first == begin->second)
            weights.resize(weights.size() + (end - begin), {1, 1});
        else
            weigh_pair({begin, end}, weights);
        begin = end;
    }
    return weights;
}

}  // namespace limpet
