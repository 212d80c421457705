#include "core/polar_rotations.h"

#include <algorithm>

#include "core/svd3.h"

namespace limpet {

void polar_rotations(std::span<Mat3> matrices) {
    const int count = static_cast<int>(matrices.size());
    for (int first = 0; first < count; first += wide_lanes) {
        // Lanes beyond the last matrix repeat it.
        const auto matrix = [&](int lane) { return std::min(first + lane, count - 1); };
        WideLanes f[3][3];
        for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 3; ++r)
                for (int lane = 0; lane < wide_lanes; ++lane) f[c][r][lane] = matrices[matrix(lane)](r, c);
        const SignedSvd<WideLanes> svd = signed_svd(f);
        for (int lane = 0; lane < std::min(wide_lanes, count - first); ++lane)
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r)
                    matrices[first + lane](r, c) = svd.u[0][r][lane] * svd.v[0][c][lane] +
                                                   svd.u[1][r][lane] * svd.v[1][c][lane] +
                                                   svd.u[2][r][lane] * svd.v[2][c][lane];
    }
}

}  // namespace limpet
