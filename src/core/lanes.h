#pragma once

/// Doubles that are computed with at once. Kernels are templates over the number type, so that the same text
/// serves one element (double) and several: +, −, *, /, comparisons and select(mask, a, b) work on all. Lanes
/// are one vector of most processors; WideLanes are two of these, for long chains of roots and quotients,
/// whose latency more lanes share. (One vector of the compiler's that is longer than those of the processor
/// would do the same, but compilers take comparisons of such apart into single numbers.)

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
using LanesMask = decltype(Lanes{} < Lanes{});

inline constexpr int wide_lanes = 2 * lanes;
struct WideMask {
    LanesMask low, high;
};
struct WideLanes {
    Lanes low, high;

    double& operator[](int lane) { return reinterpret_cast<double*>(this)[lane]; }
    double operator[](int lane) const { return lane < lanes ? low[lane] : high[lane - lanes]; }
    WideLanes operator-() const { return {-low, -high}; }
    friend WideLanes operator+(const WideLanes& a, const WideLanes& b) {
        return {a.low + b.low, a.high + b.high};
    }
    friend WideLanes operator-(const WideLanes& a, const WideLanes& b) {
        return {a.low - b.low, a.high - b.high};
    }
    friend WideLanes operator*(const WideLanes& a, const WideLanes& b) {
        return {a.low * b.low, a.high * b.high};
    }
    friend WideLanes operator/(const WideLanes& a, const WideLanes& b) {
        return {a.low / b.low, a.high / b.high};
    }
    friend WideLanes operator+(const WideLanes& a, double b) { return {a.low + b, a.high + b}; }
    friend WideLanes operator+(double a, const WideLanes& b) { return {a + b.low, a + b.high}; }
    friend WideLanes operator-(const WideLanes& a, double b) { return {a.low - b, a.high - b}; }
    friend WideLanes operator-(double a, const WideLanes& b) { return {a - b.low, a - b.high}; }
    friend WideLanes operator*(double a, const WideLanes& b) { return {a * b.low, a * b.high}; }
    friend WideLanes operator*(const WideLanes& a, double b) { return {a.low * b, a.high * b}; }
    friend WideLanes operator/(double a, const WideLanes& b) { return {a / b.low, a / b.high}; }
    WideLanes& operator+=(const WideLanes& b) { return *this = *this + b; }
    WideLanes& operator-=(const WideLanes& b) { return *this = *this - b; }
    WideLanes& operator*=(const WideLanes& b) { return *this = *this * b; }
    friend WideMask operator<(const WideLanes& a, const WideLanes& b) {
        return {a.low < b.low, a.high < b.high};
    }
    friend WideMask operator>(const WideLanes& a, const WideLanes& b) {
        return {a.low > b.low, a.high > b.high};
    }
};

inline double select(bool mask, double a, double b) {
    return mask ? a : b;
}
inline Lanes select(LanesMask mask, Lanes a, Lanes b) {
    return mask ? a : b;
}
inline WideLanes select(const WideMask& mask, const WideLanes& a, const WideLanes& b) {
    return {select(mask.low, a.low, b.low), select(mask.high, a.high, b.high)};
}

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
inline WideLanes square_root(const WideLanes& x) {
    return {square_root(x.low), square_root(x.high)};
}

template <class T>
inline T absolute(T x) {
    return select(x < T{}, -x, x);
}
template <class T>
inline T larger(T a, T b) {
    return select(a < b, b, a);
}

inline bool any_positive(double x) {
    return x > 0;
}
inline bool any_positive(Lanes x) {
    return x[0] > 0 || x[1] > 0 || x[2] > 0 || x[3] > 0;
}
inline bool any_positive(const WideLanes& x) {
    return any_positive(x.low) || any_positive(x.high);
}

inline Lanes load_lanes(const double* from) {
    Lanes x;
    std::memcpy(&x, from, sizeof x);
    return x;
}

}  // namespace limpet
