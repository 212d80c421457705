#pragma once

/// Signed singular value decomposition of a 3×3 matrix, and its proper polar rotation.
///
///   F = U diag(s) Vᵀ,   det U = det V = +1,   s₀ ≥ s₁ ≥ |s₂|,   sign s₂ = sign det F
///   R = U Vᵀ            the rotation nearest to F; always proper, also for flat and inverted F
///
/// One-sided Jacobi (Hestenes 1958; Golub & Van Loan, Matrix Computations, §8.6.3): columns of B = F V are
/// rotated in pairs until they are orthogonal. It never forms FᵀF, so that small stretches keep their digits.
/// The sign goes to the smallest stretch (Irving, Teran & Fedkiw 2004, §4), which makes R continuous wherever
/// it can be: everywhere but at s₁ + s₂ = 0. We deviate in that u₂ = u₀ × u₁ always, so no determinant is
/// tested.

#include "core/lanes.h"
#include "core/types.h"

namespace limpet {

/// Columns: u[c][r] is row r of column c.
template <class T>
struct SignedSvd {
    T u[3][3], s[3], v[3][3];
};

namespace svd3_detail {

template <class T>
inline T dot(const T (&a)[3], const T (&b)[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class T>
inline void turn(T (&p)[3], T (&q)[3], T c, T s) {
    for (int r = 0; r < 3; ++r) {
        const T a = p[r], b = q[r];
        p[r] = c * a - s * b;
        q[r] = s * a + c * b;
    }
}

/// Makes columns p and q of B orthogonal; returns how far from it they were: γ² − tol² |p|²|q|².
template <class T>
inline T orthogonalise(T (&bp)[3], T (&bq)[3], T (&vp)[3], T (&vq)[3]) {
    constexpr double tolerance = 1e-15, tiny = 1e-300;
    const T alpha = dot(bp, bp), beta = dot(bq, bq), gamma = dot(bp, bq);
    const T d = beta - alpha, g = 2.0 * gamma;
    const T t = select(d < T{}, -g, g) / (absolute(d) + square_root(d * d + g * g) + tiny);
    const T c = 1.0 / square_root(1.0 + t * t), s = c * t;
    turn(bp, bq, c, s);
    turn(vp, vq, c, s);
    return gamma * gamma - tolerance * tolerance * (alpha * beta);
}

/// Puts the longer column first, keeping det V.
template <class T>
inline void sort_pair(T (&bp)[3], T (&bq)[3], T (&vp)[3], T (&vq)[3]) {
    const T swap = dot(bq, bq) - dot(bp, bp);
    for (int r = 0; r < 3; ++r) {
        const T a = bp[r], b = bq[r], x = vp[r], y = vq[r];
        bp[r] = select(swap > T{}, b, a);
        bq[r] = select(swap > T{}, -a, b);
        vp[r] = select(swap > T{}, y, x);
        vq[r] = select(swap > T{}, -x, y);
    }
}

/// Removes from `a` its part along the unit vector u and returns what is left of its squared length.
template <class T>
inline T reject(T (&a)[3], const T (&u)[3]) {
    const T along = dot(a, u);
    for (int r = 0; r < 3; ++r) a[r] -= along * u[r];
    return dot(a, a);
}

/// U and s from B = U diag(s), whose columns are orthogonal and sorted; where B has no direction, V gives
/// one.
template <class T>
inline void left_vectors(const T (&b)[3][3], SignedSvd<T>& svd) {
    constexpr double flat = 1e-28, tiny = 1e-280;
    const T zero{};
    const T n0 = dot(b[0], b[0]);
    const T inverse0 = 1.0 / square_root(n0 + tiny);
    for (int r = 0; r < 3; ++r) svd.u[0][r] = select(n0 > zero + tiny, b[0][r] * inverse0, svd.v[0][r]);
    const T length = 1.0 / square_root(dot(svd.u[0], svd.u[0]));
    for (int r = 0; r < 3; ++r) svd.u[0][r] *= length;

    T a[3], x[3], y[3];
    for (int r = 0; r < 3; ++r) {
        a[r] = b[1][r];
        x[r] = svd.v[1][r];
        y[r] = svd.v[2][r];
    }
    const T na = reject(a, svd.u[0]), nx = reject(x, svd.u[0]), ny = reject(y, svd.u[0]);
    for (int r = 0; r < 3; ++r) {
        const T other = select(nx < ny, y[r], x[r]);
        a[r] = select(na > flat * n0 + tiny, a[r], other);
    }
    const T inverse1 = 1.0 / square_root(dot(a, a));
    for (int r = 0; r < 3; ++r) svd.u[1][r] = a[r] * inverse1;
    for (int r = 0; r < 3; ++r) {
        const int i = (r + 1) % 3, j = (r + 2) % 3;
        svd.u[2][r] = svd.u[0][i] * svd.u[1][j] - svd.u[0][j] * svd.u[1][i];
    }
    for (int c = 0; c < 3; ++c) svd.s[c] = dot(svd.u[c], b[c]);
}

}  // namespace svd3_detail

/// f[c][r] is row r of column c.
template <class T>
inline SignedSvd<T> signed_svd(const T (&f)[3][3]) {
    using namespace svd3_detail;
    constexpr int max_sweeps = 12;
    SignedSvd<T> svd;
    T b[3][3];
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) {
            b[c][r] = f[c][r];
            svd.v[c][r] = broadcast<T>(c == r ? 1.0 : 0.0);
        }
    auto& v = svd.v;
    for (int sweep = 0; sweep < max_sweeps; ++sweep) {
        const T off01 = orthogonalise(b[0], b[1], v[0], v[1]);
        const T off02 = orthogonalise(b[0], b[2], v[0], v[2]);
        const T off12 = orthogonalise(b[1], b[2], v[1], v[2]);
        if (!any_positive(larger(off01, larger(off02, off12)))) break;
    }
    sort_pair(b[0], b[1], v[0], v[1]);
    sort_pair(b[0], b[2], v[0], v[2]);
    sort_pair(b[1], b[2], v[1], v[2]);
    left_vectors(b, svd);
    return svd;
}

/// The proper rotation nearest to F.
Mat3 polar_rotation(const Mat3& f);

}  // namespace limpet
