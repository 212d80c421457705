#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace limpet {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;

using Triangle = std::array<int, 3>;
using Tetrahedron = std::array<int, 4>;

inline Vec3 to_vec3(const std::array<double, 3>& v) {
    return {v[0], v[1], v[2]};
}
inline std::array<double, 3> to_array(const Vec3& v) {
    return {v.x(), v.y(), v.z()};
}

inline std::vector<std::array<double, 3>> to_arrays(const std::vector<Vec3>& values) {
    std::vector<std::array<double, 3>> out;
    out.reserve(values.size());
    for (const Vec3& v : values) out.push_back(to_array(v));
    return out;
}

/// A list of vectors seen as one long vector, without a copy.
inline Eigen::Map<VecX> flat(std::vector<Vec3>& v) {
    return {reinterpret_cast<double*>(v.data()), static_cast<Eigen::Index>(3 * v.size())};
}
inline Eigen::Map<const VecX> flat(const std::vector<Vec3>& v) {
    return {reinterpret_cast<const double*>(v.data()), static_cast<Eigen::Index>(3 * v.size())};
}

}  // namespace limpet
