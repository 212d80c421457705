#include "bodies/body.h"

namespace limpet {

std::vector<Vec3> Body::end_positions(double h) const {
    const int count = complex_.vertex_count();
    ContactRows rows;
    for (int i = 0; i < count; ++i) {
        rows.begin(i);
        rows.add_term(i, Mat3::Identity());
    }
    VecX velocities = VecX::Zero(3 * static_cast<Eigen::Index>(count));
    add_row_velocities(rows, velocities);
    std::vector<Vec3> end = collision_positions();
    flat(end) += h * velocities;
    return end;
}

}  // namespace limpet
