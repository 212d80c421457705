#include "haptics/force_output.h"

#include <algorithm>
#include <cmath>

namespace limpet::haptics {
namespace {

/// m: by how much longer than the last the next displacement may be.
constexpr double forecast_margin = 1.5;
/// Shorter displacements tell no direction [m²].
constexpr double least_square = 1e-24;
/// M [kg]: beyond M/(2 Δt²), 10 kN/m at 1 kHz, walls are felt softer than they are.
constexpr double least_mass = 0.02;
/// Share of ρ_k that is left a tick later: what swings with a period of some ticks is as unsteady
/// at its ends as in between.
constexpr double unsteadiness_kept = 0.8;
/// ε [J]: 1 N over a micrometre, to which sensors are noisy.
constexpr double energy_allowance = 1e-6;
/// Bisections of the force: to a millionth of it.
constexpr int bisections = 20;

/// Norm of force and torque, or displacement and rotation, with a weight on the latter.
double length_of(const Vec6& v, double weight) {
    return std::hypot(v.head<3>().norm(), weight * v.tail<3>().norm());
}

}  // namespace

Vec6 ForceOutput::shortened(Vec6 wrench, double force) const {
    const double f = wrench.head<3>().norm(), t = wrench.tail<3>().norm();
    if (f > force) wrench.head<3>() *= force / f;
    if (t > force * limits_.radius) wrench.tail<3>() *= force * limits_.radius / t;
    return wrench;
}

void ForceOutput::limit_returned(Vec6& wrench, const Vec6& moved) const {
    Vec6 along = moved;
    along.tail<3>() *= limits_.radius * limits_.radius;
    const double square = along.dot(moved);
    if (square < least_square) return;
    const double damped = limits_.stiffness * square;  // K Δt v · Δ
    const double allowed =
        energy_ >= 0 ? energy_ / forecast_margin : -std::min(-energy_ / forecast_margin, damped);
    const double returned = wrench.dot(moved);
    if (returned > allowed) wrench -= (returned - allowed) / square * along;
}

/// The sum of force_output.h over the n ticks that the force takes to go, in closed form.
double ForceOutput::returned_at_most(double force, double along) const {
    const double fall = limits_.rate * limits_.tick;
    const double rise = std::max(0.0, force - length_of(last_, 1 / limits_.radius));
    const double spread = unsteadiness_ + limits_.tick * limits_.tick / least_mass * rise;
    const double n = std::ceil(force / fall);
    const double first = along + spread;
    return n * force * first + n * (n - 1) / 2 * (force * spread - fall * first) -
           (n - 1) * n * (2 * n - 1) / 6 * fall * spread;
}

void ForceOutput::limit_unforeseen(Vec6& wrench, const Vec6& moved) {
    unsteadiness_ =
        std::max(length_of(moved - last_moved_, limits_.radius), unsteadiness_kept * unsteadiness_);
    last_moved_ = moved;
    const double force = length_of(wrench, 1 / limits_.radius);
    if (force == 0) return;
    const double along = wrench.dot(moved) / force;
    const double allowed = std::max(energy_, 0.0) / forecast_margin + energy_allowance;
    if (returned_at_most(force, along) <= allowed) return;
    double low = 0, high = 1;
    for (int k = 0; k < bisections; ++k) {
        const double middle = (low + high) / 2;
        (returned_at_most(middle * force, along) <= allowed ? low : high) = middle;
    }
    wrench *= low;
}

Vec6 ForceOutput::apply(const Vec6& wanted, const Vec6& moved) {
    energy_ -= last_.dot(moved);
    least_ = std::min(least_, energy_);
    Vec6 next = shortened(wanted, limits_.force);
    limit_returned(next, moved);
    limit_unforeseen(next, moved);
    next = shortened(next, limits_.force);
    next = last_ + shortened(next - last_, limits_.rate * limits_.tick);
    max_step_ = std::max(max_step_, (next - last_).head<3>().norm());
    max_force_ = std::max(max_force_, next.head<3>().norm());
    return last_ = next;
}

}  // namespace limpet::haptics
