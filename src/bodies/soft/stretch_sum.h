#pragma once

/// The sum of the signed principal stretches of F (core/svd3.h) without a decomposition, with a bound on its
/// error: all that the corotational energy needs, at a fraction of the cost.
///
///   S = s₀ + s₁ + s₂ is the largest root of
///   p(x) = x⁴ − 2a x² − 8d x + a² − 4b,     a = ‖F‖²,  b = ‖cof F‖²,  d = det F
///
/// The four roots are s₀+s₁+s₂, s₀−s₁−s₂, −s₀+s₁−s₂ and −s₀−s₁+s₂. Newton's method starts from √(3a) ≥ S and
/// goes down to S: p has real roots alone. Of such a polynomial of degree four the largest root is no farther
/// from x than 4 p/p'.

#include <limits>

#include "core/lanes.h"

namespace limpet {

template <class T>
struct StretchSum {
    T sum;      ///< S [-]
    T error;    ///< of S, at most; infinite where s₁ + s₂ vanishes [-]
    T squares;  ///< a = s₀² + s₁² + s₂² [-]
};

/// f[c][r] is row r of column c.
template <class T>
inline StretchSum<T> stretch_sum(const T (&f)[3][3]) {
    constexpr int max_iterations = 8;
    /// Of S: farther from it Newton's method goes on.
    constexpr double tolerance = 1e-13;
    /// Of a²: the terms of p are at most 20 a² and are sums of a dozen products.
    constexpr double rounding = 256 * std::numeric_limits<double>::epsilon();
    T a{}, b{};
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) a += f[c][r] * f[c][r];
    T cofactor[3][3];
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) {
            const int c1 = (c + 1) % 3, c2 = (c + 2) % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3;
            cofactor[c][r] = f[c1][r1] * f[c2][r2] - f[c1][r2] * f[c2][r1];
            b += cofactor[c][r] * cofactor[c][r];
        }
    const T d = f[0][0] * cofactor[0][0] + f[0][1] * cofactor[0][1] + f[0][2] * cofactor[0][2];
    const T constant = a * a - 4.0 * b;
    T x = square_root(3.0 * a);
    T p{}, slope{};
    for (int i = 0; i <= max_iterations; ++i) {
        const T xx = x * x;
        p = xx * xx - 2.0 * a * xx - 8.0 * d * x + constant;
        slope = 4.0 * x * (xx - a) - 8.0 * d;
        if (i == max_iterations || !any_positive(absolute(p) - tolerance * x * slope)) break;
        x = select(slope > T{}, x - p / slope, x);
    }
    const T error = 4.0 * (absolute(p) + rounding * a * a) / slope;
    const T unknown = broadcast<T>(std::numeric_limits<double>::infinity());
    return {x, select(slope > T{}, error, unknown), a};
}

}  // namespace limpet
