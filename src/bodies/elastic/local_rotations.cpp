#include "bodies/elastic/local_rotations.h"

#include "core/polar_rotations.h"

namespace limpet {

std::vector<Mat3> local_rotations(const ElasticElements& elements, const std::vector<Vec3>& then,
                                  const std::vector<Vec3>& now) {
    std::vector<Mat3> around(now.size(), Mat3::Zero());
    for (const auto& [a, b] : elements.sides()) {
        const Mat3 side = (now[b] - now[a]) * (then[b] - then[a]).transpose();
        around[a] += side;
        around[b] += side;
    }
    polar_rotations(around);
    return around;
}

}  // namespace limpet
