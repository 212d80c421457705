#include "core/svd3.h"

namespace limpet {

Mat3 polar_rotation(const Mat3& f) {
    double columns[3][3];
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) columns[c][r] = f(r, c);
    const SignedSvd<double> svd = signed_svd(columns);
    Mat3 rotation = Mat3::Zero();
    for (int k = 0; k < 3; ++k)
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c) rotation(r, c) += svd.u[k][r] * svd.v[k][c];
    return rotation;
}

}  // namespace limpet
