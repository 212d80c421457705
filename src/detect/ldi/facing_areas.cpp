#include "detect/ldi/facing_areas.h"

#include <algorithm>
#include <cmath>

#include "detect/detection_constants.h"

namespace limpet {
namespace {

std::vector<Vec3> areas_of(const std::vector<VertexGradient>& gradients) {
    std::vector<Vec3> areas;
    areas.reserve(gradients.size());
    for (const VertexGradient& g : gradients) areas.push_back(g.area);
    return areas;
}

Vec3 sum_of(const std::vector<Vec3>& areas) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& a : areas) sum += a;
    return sum;
}

/// Spread over the patch, so that a finer mesh of the same surface gets the same.
void make_sum(const Vec3& wanted, const std::vector<VertexGradient>& gradients, double patch,
              std::vector<Vec3>& areas) {
    if (!(patch > 0)) return;
    const Vec3 missing = (wanted - sum_of(areas)) / patch;
    for (std::size_t k = 0; k < areas.size(); ++k) areas[k] += gradients[k].patch * missing;
}

}  // namespace

FacingAreas facing_areas(const OverlapVolume& overlap, const std::array<double, 2>& weights) {
    FacingAreas areas{Vec3::Zero(), areas_of(overlap.on_first), areas_of(overlap.on_second)};
    if (overlap.first == overlap.second) {
        make_sum(Vec3::Zero(), overlap.on_first, overlap.patch[0], areas.on_first);
        return areas;
    }
    const auto [first, second] = overlap.patch;
    if (!(first > 0) || !(second > 0)) return areas;
    const auto [w1, w2] = weights;
    const Vec3 n = (w2 * sum_of(areas.on_second) - w1 * sum_of(areas.on_first)).normalized();
    Vec3 gradient = Vec3::Zero();
    for (const VertexGradient& g : overlap.on_second) gradient += g.gradient;
    const double along = n.dot(gradient);
    if (!(along > min_net_area_ratio * std::min(first, second))) return areas;
    const double across = gradient.squaredNorm() - along * along,
                 balance = 4 * w1 * w2 / std::pow(w1 + w2, 2);
    const double area = along + balance * across / std::max(along, min_gradient_cosine * gradient.norm());
    const Vec3 net = area * n;
    make_sum(-net, overlap.on_first, first, areas.on_first);
    make_sum(net, overlap.on_second, second, areas.on_second);
    areas.net = net;
    return areas;
}

}  // namespace limpet
