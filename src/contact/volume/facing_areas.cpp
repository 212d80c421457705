#include "contact/volume/facing_areas.h"

namespace limpet {
namespace {

/// Of the smaller patch: less net area has no direction, as of a pin through a plate.
constexpr double no_direction = 0.02;
/// Patches that are flat to so much count alike.
constexpr double flatness = 1e-3;

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

void make_sum(const Vec3& wanted, std::vector<Vec3>& areas) {
    double length = 0;
    for (const Vec3& a : areas) length += a.norm();
    if (!(length > 0)) return;
    const Vec3 missing = (wanted - sum_of(areas)) / length;
    for (Vec3& a : areas) a += a.norm() * missing;
}

}  // namespace

FacingAreas facing_areas(const OverlapVolume& overlap) {
    FacingAreas areas{Vec3::Zero(), areas_of(overlap.on_first), areas_of(overlap.on_second)};
    if (overlap.first == overlap.second) {
        make_sum(Vec3::Zero(), areas.on_first);
        return areas;
    }
    const auto [first, second] = overlap.patch;
    if (!(first > 0) || !(second > 0)) return areas;
    const Vec3 s1 = sum_of(areas.on_first), s2 = sum_of(areas.on_second);
    const double w1 = 1 / (1 - s1.norm() / first + flatness), w2 = 1 / (1 - s2.norm() / second + flatness);
    const Vec3 net = (w2 * s2 - w1 * s1) / (w1 + w2);
    if (!(net.norm() > no_direction * std::min(first, second))) return areas;
    make_sum(-net, areas.on_first);
    make_sum(net, areas.on_second);
    areas.net = net;
    return areas;
}

}  // namespace limpet
