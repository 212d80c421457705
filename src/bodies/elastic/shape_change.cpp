#include "bodies/elastic/shape_change.h"

#include <algorithm>
#include <cmath>

#include "bodies/elastic/elastic_system.h"
#include "core/parallel.h"

namespace limpet {
namespace {

constexpr int sides_per_task = 2048;

}  // namespace

double mean_shape_change(const std::vector<double>& mass, const std::vector<Vec3>& then,
                         const std::vector<Vec3>& now, const Mat3& rotation) {
    const Vec3 center = mass_center(mass, now), center_then = mass_center(mass, then);
    double change = 0, size = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const Vec3 arm = then[i] - center_then;
        change += mass[i] * (now[i] - center - rotation * arm).squaredNorm();
        size += mass[i] * arm.squaredNorm();
    }
    return std::sqrt(change / size);
}

double largest_edge_change(const ElasticElements& elements, const std::vector<Vec3>& then,
                           const std::vector<Vec3>& now, const Mat3& rotation) {
    std::vector<Vec3> moved(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) moved[i] = now[i] - rotation * then[i];
    const std::vector<ElasticElements::Side>& sides = elements.sides();
    const int count = static_cast<int>(sides.size());
    std::vector<double> parts((count + sides_per_task - 1) / sides_per_task, 0.0);
    parallel_blocks(count, sides_per_task, [&](int begin, int end) {
        double most = 0;
        for (int k = begin; k < end; ++k) {
            const auto [a, b] = sides[k];
            const double length2 = (then[a] - then[b]).squaredNorm();
            if (length2 > 0) most = std::max(most, (moved[a] - moved[b]).squaredNorm() / length2);
        }
        parts[begin / sides_per_task] = most;
    });
    return std::sqrt(parts.empty() ? 0.0 : *std::max_element(parts.begin(), parts.end()));
}

}  // namespace limpet
