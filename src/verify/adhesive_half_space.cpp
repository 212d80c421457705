#include "verify/adhesive_half_space.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace limpet::verification {
namespace {

using Vector = std::vector<double>;
using std::numbers::pi;

/// Displacement at r under a unit pressure on a disc of radius a.
double under_disc(double r, double a, double modulus) {
    if (a == 0) return 0;
    const double k = std::min(r / a, a / r);
    if (r < a) return 4 * a / (pi * modulus) * std::comp_ellint_2(k);
    return 4 * r / (pi * modulus) * (std::comp_ellint_2(k) - (1 - k * k) * std::comp_ellint_1(k));
}

/// Gauss with partial pivoting; `a` by rows.
Vector solved(std::vector<Vector> a, Vector b) {
    const std::size_t n = b.size();
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
        std::swap(a[k], a[pivot]);
        std::swap(b[k], b[pivot]);
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = a[i][k] / a[k][k];
            for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return b;
}

class Rings {
public:
    Rings(const AdhesiveHalfSpace& s, int rings)
        : s_(s),
          M_(rings, Vector(rings)),
          base_(rings),
          area_(rings),
          touches_(rings, false),
          beta_(rings, 1) {
        const double width = s.patch / rings;
        for (int i = 0; i < rings; ++i) {
            const double r = (i + 0.5) * width;
            base_[i] = std::hypot(s.radius, r) - s.radius;
            area_[i] = 2 * pi * r * width;
            for (int j = 0; j < rings; ++j)
                M_[i][j] = under_disc(r, (j + 1) * width, s.modulus) - under_disc(r, j * width, s.modulus);
            touches_[i] = i < rings / 2;
        }
        gap_ = before_ = Vector(rings, 0);
    }

    /// Equilibrium at this depth; the pull [N].
    double settle(double depth) {
        constexpr int most_rounds = 100;
        const std::size_t n = base_.size();
        Vector p;
        before_ = gap_;
        for (int round = 0; round < most_rounds; ++round) {
            std::vector<Vector> a = M_;
            Vector b(n);
            for (std::size_t i = 0; i < n; ++i) {
                b[i] = depth - base_[i];
                if (!touches_[i]) a[i][i] += 1 / (s_.stiffness * beta_[i] * beta_[i]);
            }
            p = solved(std::move(a), b);
            bool changed = false;
            for (std::size_t i = 0; i < n; ++i) {
                gap_[i] = -b[i];
                for (std::size_t j = 0; j < n; ++j) gap_[i] += M_[i][j] * p[j];
                const bool touches = touches_[i] ? p[i] > 0 : gap_[i] < 0;
                changed = changed || touches != touches_[i];
                touches_[i] = touches;
            }
            if (!changed) break;
        }
        double pull = 0;
        for (std::size_t i = 0; i < n; ++i) pull -= area_[i] * p[i];
        return pull;
    }

    /// As contact/bonds.cpp does: by the gap that the next step will have.
    void fade() {
        for (std::size_t i = 0; i < gap_.size(); ++i) {
            const double next = gap_[i] + std::max(gap_[i] - before_[i], 0.0);
            if (next > 0) beta_[i] = std::min(beta_[i], s_.energy / (s_.stiffness * next * next));
        }
    }

private:
    const AdhesiveHalfSpace& s_;
    std::vector<Vector> M_;
    Vector base_, area_, gap_, before_;
    std::vector<bool> touches_;
    Vector beta_;
};

}  // namespace

double largest_pull(const AdhesiveHalfSpace& s, int rings, int steps) {
    const double peak_gap = std::sqrt(s.energy / s.stiffness);
    Rings all(s, rings);
    double most = 0;
    for (double depth = s.start; depth > -4 * peak_gap; depth -= peak_gap / steps) {
        const double pull = all.settle(depth);
        most = std::max(most, pull);
        if (depth < 0 && pull < 0.6 * most) break;
        all.fade();
    }
    return most;
}

}  // namespace limpet::verification
