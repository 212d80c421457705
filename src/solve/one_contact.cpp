#include "solve/one_contact.h"

#include <algorithm>
#include <limits>

namespace limpet {
namespace {

/// Smallest eigenvalue of S that is let stand, as a part of the block's trace: far below what the error of
/// any solver sees, far above rounding.
constexpr double least_compliance = 1e-13;
/// Newton's steps on a nearly linear function; bisection needs some 60 more in the worst case.
constexpr int most_steps = 200;
constexpr double rounding = 1e-14;

}  // namespace

Slip find_slip(const SlipProblem& at, double gamma) {
    double low = 0, high = std::numeric_limits<double>::infinity();
    Slip slip{};
    for (int step = 0; step < most_steps; ++step) {
        const double a11 = at.s11 + gamma, a22 = at.s22 + gamma;
        const double inverse_det = 1 / (a11 * a22 - at.s12 * at.s21);
        const double p1 = (a22 * at.b1 - at.s12 * at.b2) * inverse_det;
        const double p2 = (a11 * at.b2 - at.s21 * at.b1) * inverse_det;
        const double length2 = p1 * p1 + p2 * p2, length = std::sqrt(length2);
        const double coupled = at.d1 * p1 + at.d2 * p2, radius = at.m0 + coupled;
        slip = {p1, p2, radius, gamma};
        const double off = radius - length;
        if (std::abs(off) <= rounding * (at.m0 + std::abs(coupled) + length)) break;
        (off < 0 ? low : high) = gamma;
        // p' = −(S + γ)⁻¹ p
        const double q1 = (at.s12 * p2 - a22 * p1) * inverse_det;
        const double q2 = (at.s21 * p1 - a11 * p2) * inverse_det;
        const double slope = (at.d1 * q1 + at.d2 * q2) * length2 -
                             radius * (p1 * q1 + p2 * q2);  // of radius/length, × length³
        double next = slope > 0 ? gamma - off * length2 / slope : -1;
        if (!(next > low && next < high))
            next = high == std::numeric_limits<double>::infinity() ? 2 * gamma + at.s11 + at.s22
                                                                   : low + (high - low) / 2;
        if (next == gamma || next == low || next == high) break;
        gamma = next;
    }
    slip.radius = std::max(slip.radius, 0.0);
    return slip;
}

OneContact::OneContact(const double* w, double friction) : inverse_nn_(1 / w[0]), friction_(friction) {
    tn1_ = w[1];
    tn2_ = w[2];
    const double nt1 = w[3] * inverse_nn_, nt2 = w[6] * inverse_nn_;
    d1_ = friction * nt1;
    d2_ = friction * nt2;
    s11_ = w[4] - tn1_ * nt1;
    s12_ = w[7] - tn1_ * nt2;
    s21_ = w[5] - tn2_ * nt1;
    s22_ = w[8] - tn2_ * nt2;
    const double mean = (s11_ + s22_) / 2, skew = (s12_ + s21_) / 2;
    const double smallest = mean - std::hypot((s11_ - s22_) / 2, skew);
    const double least = least_compliance * (w[0] + std::abs(w[4]) + std::abs(w[8]));
    if (smallest < least) {
        s11_ += least - smallest;
        s22_ += least - smallest;
    }
    const double det = s11_ * s22_ - s12_ * s21_;
    i11_ = s22_ / det;
    i12_ = -s12_ / det;
    i21_ = -s21_ / det;
    i22_ = s11_ / det;
}

void OneContact::slip(double b1, double b2, double m0, double* lambda) {
    const Slip found = find_slip({s11_, s12_, s21_, s22_, b1, b2, m0, d1_, d2_}, gamma_);
    gamma_ = found.gamma;
    const double length = std::sqrt(found.p1 * found.p1 + found.p2 * found.p2);
    const double scale = length > 0 ? found.radius / length : 0;
    lambda[0] = found.radius / friction_;
    lambda[1] = -scale * found.p1;
    lambda[2] = -scale * found.p2;
}

}  // namespace limpet
