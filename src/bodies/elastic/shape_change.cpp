#include "bodies/elastic/shape_change.h"

#include <algorithm>
#include <cmath>

#include "bodies/elastic/elastic_system.h"
#include "core/parallel.h"

namespace limpet {
namespace {

constexpr int elements_per_task = 1024;

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
    std::vector<double> parts((elements.count() + elements_per_task - 1) / elements_per_task, 0.0);
    parallel_blocks(elements.count(), elements_per_task, [&](int begin, int end) {
        double most = 0;
        for_each_side(elements, begin, end, [&](int a, int b) {
            const double length2 = (then[a] - then[b]).squaredNorm();
            if (length2 > 0) most = std::max(most, (moved[a] - moved[b]).squaredNorm() / length2);
        });
        parts[begin / elements_per_task] = most;
    });
    return std::sqrt(parts.empty() ? 0.0 : *std::max_element(parts.begin(), parts.end()));
}

}  // namespace limpet
