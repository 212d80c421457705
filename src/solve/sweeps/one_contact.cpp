#include "solve/sweeps/one_contact.h"

#include <algorithm>
#include <limits>

namespace limpet {
namespace {

/// Smallest eigenvalue of S that is let stand, as a part of the block's trace: far below what the error of
/// any solver sees, far above rounding.
constexpr double least_compliance = 1e-13;
/// Newton's steps on a nearly linear function; bisection needs some 60 more in the worst case.
constexpr int most_slip_iterations = 200;
constexpr double rounding = 1e-14;

}  // namespace

Slip find_slip(const SlipProblem& at, double gamma) {
    double low = 0, high = std::numeric_limits<double>::infinity();
    const bool bonded = at.k > 0;
    Slip slip{};
    for (int step = 0; step < most_slip_iterations; ++step) {
        const double a1 = at.l1 + gamma, a2 = at.l2 + gamma;
        const double inverse_det = 1 / (a1 * a2 + at.skew * at.skew);
        const double p1 = (a2 * at.b1 - at.skew * at.b2) * inverse_det;
        const double p2 = (a1 * at.b2 + at.skew * at.b1) * inverse_det;
        const double length2 = p1 * p1 + p2 * p2, length = std::sqrt(length2);
        const double coupled = at.d1 * p1 + at.d2 * p2;
        const double strain1 = gamma * p1 + at.e1, strain2 = gamma * p2 + at.e2;
        const double strain = bonded ? std::sqrt(strain1 * strain1 + strain2 * strain2) : 0;
        const double radius = at.m0 + coupled - at.k * strain;
        slip = {p1, p2, radius, gamma};
        const double off = radius - length;
        if (std::abs(off) <= rounding * (at.m0 + std::abs(coupled) + length)) break;
        (off < 0 ? low : high) = gamma;
        // p' = −(S + γ)⁻¹ p
        const double q1 = (at.skew * p2 - a2 * p1) * inverse_det;
        const double q2 = -(at.skew * p1 + a1 * p2) * inverse_det;
        double rise = at.d1 * q1 + at.d2 * q2;
        if (strain > 0) rise -= at.k / strain * (strain1 * (p1 + gamma * q1) + strain2 * (p2 + gamma * q2));
        const double slope = rise * length2 - radius * (p1 * q1 + p2 * q2);  // of radius/length, × length³
        double next = slope > 0 ? gamma - off * length2 / slope : -1;
        if (!(next > low && next < high))
            next =
                high == std::numeric_limits<double>::infinity() ? 2 * gamma + at.l1 : low + (high - low) / 2;
        if (next == gamma || next == low || next == high) break;
        gamma = next;
    }
    slip.radius = std::max(slip.radius, 0.0);
    return slip;
}

OneContact::OneContact(const double* w, double friction) : inverse_nn_(1 / w[0]), friction_(friction) {
    const double tn[2] = {w[1], w[2]}, nt[2] = {w[3] * inverse_nn_, w[6] * inverse_nn_};
    const double s11 = w[4] - tn[0] * nt[0], s12 = w[7] - tn[0] * nt[1];
    const double s21 = w[5] - tn[1] * nt[0], s22 = w[8] - tn[1] * nt[1];
    const double mean = (s11 + s22) / 2, across = (s12 + s21) / 2;
    const double apart = (s11 - s22) / 2, half = std::sqrt(apart * apart + across * across);
    // Half of the angle of (apart, across), without differences and without angles.
    if (half > 0 && apart >= 0) {
        cosine_ = std::sqrt((half + apart) / (2 * half));
        sine_ = across / (2 * half * cosine_);
    } else if (half > 0) {
        sine_ = std::sqrt((half - apart) / (2 * half));
        cosine_ = across / (2 * half * sine_);
    }
    skew_ = (s12 - s21) / 2;
    l1_ = mean + half;
    l2_ = mean - half;
    const double least = least_compliance * (w[0] + std::abs(w[4]) + std::abs(w[8]) + std::abs(mean) + half);
    if (l2_ < least) {
        l1_ = std::max(l1_, least);
        l2_ = least;
    }
    inverse_det_ = 1 / (l1_ * l2_ + skew_ * skew_);
    tn1_ = cosine_ * tn[0] + sine_ * tn[1];
    tn2_ = cosine_ * tn[1] - sine_ * tn[0];
    d1_ = friction * (cosine_ * nt[0] + sine_ * nt[1]);
    d2_ = friction * (cosine_ * nt[1] - sine_ * nt[0]);
}

void OneContact::slip(double b1, double b2, double m0, double* lambda) {
    const Slip found = find_slip({l1_, l2_, skew_, b1, b2, m0, d1_, d2_}, gamma_);
    gamma_ = found.gamma;
    const double length = std::sqrt(found.p1 * found.p1 + found.p2 * found.p2);
    const double scale = length > 0 ? found.radius / length : 0;
    store(found.radius, scale * found.p1, scale * found.p2, lambda);
}

void OneContact::hold_beside(double k, double drag_1, double drag_2, double bound, double u1, double u2,
                             double* lambda_t) {
    const double b1 = cosine_ * u1 + sine_ * u2, b2 = cosine_ * u2 - sine_ * u1;
    const double e1 = cosine_ * drag_1 + sine_ * drag_2, e2 = cosine_ * drag_2 - sine_ * drag_1;
    double p1 = (l2_ * b1 - skew_ * b2) * inverse_det_, p2 = (l1_ * b2 + skew_ * b1) * inverse_det_,
           gamma = 0;
    const double spare = bound - k * std::sqrt(e1 * e1 + e2 * e2);
    if (spare < 0 || p1 * p1 + p2 * p2 > spare * spare) {
        const Slip found = find_slip({l1_, l2_, skew_, b1, b2, bound, 0, 0, k, e1, e2}, gamma_);
        p1 = found.p1;
        p2 = found.p2;
        gamma = gamma_ = found.gamma;
    }
    const double t1 = -p1 - k * (gamma * p1 + e1), t2 = -p2 - k * (gamma * p2 + e2);
    lambda_t[0] = cosine_ * t1 - sine_ * t2;
    lambda_t[1] = sine_ * t1 + cosine_ * t2;
}

}  // namespace limpet
