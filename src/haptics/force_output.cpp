#include "haptics/force_output.h"

#include <algorithm>

namespace limpet::haptics {
namespace {

/// m: by how much longer than the last the next displacement may be.
constexpr double forecast_margin = 1.5;
/// Shorter displacements tell no direction [m²].
constexpr double least_square = 1e-24;

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

Vec6 ForceOutput::apply(const Vec6& wanted, const Vec6& moved) {
    energy_ -= last_.dot(moved);
    least_ = std::min(least_, energy_);
    Vec6 next = shortened(wanted, limits_.force);
    limit_returned(next, moved);
    next = shortened(next, limits_.force);
    next = last_ + shortened(next - last_, limits_.rate * limits_.tick);
    max_step_ = std::max(max_step_, (next - last_).head<3>().norm());
    max_force_ = std::max(max_force_, next.head<3>().norm());
    return last_ = next;
}

}  // namespace limpet::haptics
