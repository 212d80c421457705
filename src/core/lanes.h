#pragma once

/// Doubles that are computed with at once. Kernels are templates over the number type, so that the same text
/// serves one element (double) and several: +, −, *, /, comparisons and `mask ? a : b` work on all. Lanes are
/// one vector of most processors; WideLanes are for long chains of roots and quotients, whose latency more
/// lanes share.

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
inline constexpr int wide_lanes = 8;
using WideLanes = double __attribute__((vector_size(wide_lanes * sizeof(double))));

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
inline WideLanes square_root(WideLanes x) {
    const Lanes low = square_root(__builtin_shufflevector(x, x, 0, 1, 2, 3)),
                high = square_root(__builtin_shufflevector(x, x, 4, 5, 6, 7));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
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
inline bool any_positive(WideLanes x) {
    bool any = false;
    for (int l = 0; l < wide_lanes; ++l) any |= x[l] > 0;
    return any;
}

inline Lanes load_lanes(const double* from) {
    Lanes x;
    std::memcpy(&x, from, sizeof x);
    return x;
}

}  // namespace limpet
