#include "bodies/elastic/local_rotations.h"

#include <algorithm>

#include "core/svd3.h"

namespace limpet {

std::vector<Mat3> local_rotations(const ElasticElements& elements, const std::vector<Vec3>& then,
                                  const std::vector<Vec3>& now) {
    std::vector<Mat3> around(now.size(), Mat3::Zero());
    for (const auto& [a, b] : elements.sides()) {
        const Mat3 side = (now[b] - now[a]) * (then[b] - then[a]).transpose();
        around[a] += side;
        around[b] += side;
    }
    const int count = static_cast<int>(now.size());
    for (int first = 0; first < count; first += wide_lanes) {
        // Lanes beyond the last node repeat it.
        const auto node = [&](int lane) { return std::min(first + lane, count - 1); };
        WideLanes f[3][3];
        for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 3; ++r)
                for (int lane = 0; lane < wide_lanes; ++lane) f[c][r][lane] = around[node(lane)](r, c);
        const SignedSvd<WideLanes> svd = signed_svd(f);
        for (int lane = 0; lane < std::min(wide_lanes, count - first); ++lane)
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r)
                    around[first + lane](r, c) = svd.u[0][r][lane] * svd.v[0][c][lane] +
                                                 svd.u[1][r][lane] * svd.v[1][c][lane] +
                                                 svd.u[2][r][lane] * svd.v[2][c][lane];
    }
    return around;
}

}  // namespace limpet
