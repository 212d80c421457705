#pragma once

/// Four doubles that are computed with at once. Kernels are templates over the number type, so that the same
/// text serves one element (double) and four (Lanes): +, −, *, /, comparisons and `mask ? a : b` work on
/// both.

#include <Eigen/Core>
#include <cmath>
#include <cstring>

// Lanes never cross a compiled interface, so that a build without AVX may pass them as it likes.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace limpet {

inline constexpr int lanes = 4;
using Lanes = double __attribute__((vector_size(lanes * sizeof(double))));

template <class T>
inline T broadcast(double x) {
    return T{} + x;
}

inline double square_root(double x) {
    return std::sqrt(x);
}
inline Lanes square_root(Lanes x) {
    Eigen::Array4d array;
    std::memcpy(array.data(), &x, sizeof x);
    const Eigen::Array4d root = array.sqrt();
    std::memcpy(&x, root.data(), sizeof x);
    return x;
}

template <class T>
inline T absolute(T x) {
    return x < T{} ? -x : x;
}
template <class T>
inline T larger(T a, T b) {
    return a < b ? b : a;
}

inline bool any_positive(double x) {
    return x > 0;
}
inline bool any_positive(Lanes x) {
    return x[0] > 0 || x[1] > 0 || x[2] > 0 || x[3] > 0;
}

inline Lanes load_lanes(const double* from) {
    Lanes x;
    std::memcpy(&x, from, sizeof x);
    return x;
}

}  // namespace limpet
