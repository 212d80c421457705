#pragma once

/// The slow twin of detect/continuous/time_of_approach.h, in whole numbers: do a vertex and a triangle, or
/// two edges, meet while their corners move linearly from and to points with small integer coordinates?
///
///   f(t) = 0            the four corners are in a plane (a cubic)
///   g_k(t) > 0          the vertex is inside the triangle, or the lines cross inside both edges (quartics)
///
/// Both are tested on intervals by the signs of their Bernstein coefficients, which bound a polynomial, and
/// intervals are halved where these do not tell. All numbers are exact. Where corners meet without crossing
/// (f touches 0, or a g_k is 0 there) the twin may end undecided; such pairs are made on purpose elsewhere.

#include <algorithm>
#include <array>
#include <vector>

namespace limpet::exact {

__extension__ using Integer = __int128;

/// Σ c_i tⁱ.
template <int N>
struct Polynomial {
    std::array<Integer, N + 1> c{};

    Polynomial operator-(const Polynomial& other) const {
        Polynomial p = *this;
        for (int i = 0; i <= N; ++i) p.c[i] -= other.c[i];
        return p;
    }
    Polynomial operator+(const Polynomial& other) const {
        Polynomial p = *this;
        for (int i = 0; i <= N; ++i) p.c[i] += other.c[i];
        return p;
    }
    template <int M>
    Polynomial<N + M> operator*(const Polynomial<M>& other) const {
        Polynomial<N + M> p;
        for (int i = 0; i <= N; ++i)
            for (int j = 0; j <= M; ++j) p.c[i + j] += c[i] * other.c[j];
        return p;
    }
    /// 2ᴺ p(t/2): the first half of the interval.
    Polynomial first_half() const {
        Polynomial p = *this;
        for (int i = 0; i <= N; ++i) p.c[i] *= Integer(1) << (N - i);
        return p;
    }
    /// 2ᴺ p((t + 1)/2).
    Polynomial second_half() const {
        Polynomial p = first_half();
        for (int i = 0; i < N; ++i)
            for (int j = N - 1; j >= i; --j) p.c[j] += p.c[j + 1];
        return p;
    }
    /// 12 times the coefficients in Bernstein's basis on [0, 1], for N ≤ 4.
    std::array<Integer, N + 1> bernstein() const {
        constexpr int choose[5][5] = {
            {1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}};
        std::array<Integer, N + 1> b{};
        for (int j = 0; j <= N; ++j)
            for (int i = 0; i <= j; ++i) b[j] += Integer(choose[j][i] * (12 / choose[N][i])) * c[i];
        return b;
    }
    bool is_positive() const {
        const auto b = bernstein();
        return std::all_of(b.begin(), b.end(), [](Integer x) { return x > 0; });
    }
    bool is_negative() const {
        const auto b = bernstein();
        return std::all_of(b.begin(), b.end(), [](Integer x) { return x < 0; });
    }
};

template <int N>
using Vector = std::array<Polynomial<N>, 3>;

template <int N, int M>
Vector<N + M> cross(const Vector<N>& a, const Vector<M>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <int N, int M>
Polynomial<N + M> dot(const Vector<N>& a, const Vector<M>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vector<1> difference(const Vector<1>& a, const Vector<1>& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// A corner with integer coordinates at the start and at the end, up to 32.
struct Corner {
    std::array<int, 3> start, end;
    Vector<1> path() const {
        Vector<1> v;
        for (int k = 0; k < 3; ++k) v[k].c = {start[k], end[k] - start[k]};
        return v;
    }
};

enum class Verdict { Never, Meets, Undecided };
struct Meeting {
    Verdict verdict;
    double from = 0, to = 0;  ///< they meet somewhere between; maybe before, too
};

struct Conditions {
    Polynomial<3> f;
    std::vector<Polynomial<4>> g;
};

inline Meeting decide(const Conditions& on, double from, double to, int depth) {
    if (on.f.is_positive() || on.f.is_negative()) return {Verdict::Never};
    bool inside = true;
    for (const Polynomial<4>& g : on.g) {
        if (g.is_negative()) return {Verdict::Never};
        inside = inside && g.is_positive();
    }
    const auto b = on.f.bernstein();
    const bool changes = (b[0] <= 0 && b[3] >= 0) || (b[0] >= 0 && b[3] <= 0);
    if (inside && changes) return {Verdict::Meets, from, to};
    if (depth == 0) return {Verdict::Undecided};
    Conditions first{on.f.first_half(), {}}, second{on.f.second_half(), {}};
    for (const Polynomial<4>& g : on.g) {
        first.g.push_back(g.first_half());
        second.g.push_back(g.second_half());
    }
    const double middle = (from + to) / 2;
    const Meeting early = decide(first, from, middle, depth - 1);
    if (early.verdict == Verdict::Meets) return early;
    const Meeting late = decide(second, middle, to, depth - 1);
    return late.verdict == Verdict::Never ? early : late;
}

/// So deep that 128 bits hold every number.
constexpr int most_halvings = 18;

inline Meeting vertex_triangle(const Corner& p, const Corner& a, const Corner& b, const Corner& c) {
    const Vector<1> ap = difference(p.path(), a.path()), ab = difference(b.path(), a.path()),
                    ac = difference(c.path(), a.path());
    const Vector<2> n = cross(ab, ac);
    const Polynomial<4> wb = dot(cross(ap, ac), n), wc = dot(cross(ab, ap), n);
    return decide({dot(n, ap), {wb, wc, dot(n, n) - wb - wc}}, 0, 1, most_halvings);
}

inline Meeting edge_edge(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
    const Vector<1> u = difference(b.path(), a.path()), v = difference(d.path(), c.path()),
                    w = difference(c.path(), a.path());
    const Vector<2> n = cross(u, v);
    const Polynomial<4> n2 = dot(n, n), s = dot(cross(w, v), n), t = dot(cross(w, u), n);
    return decide({dot(n, w), {s, n2 - s, t, n2 - t}}, 0, 1, most_halvings);
}

}  // namespace limpet::exact
