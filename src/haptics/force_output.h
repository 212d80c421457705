#pragma once

/// The last that happens to a force before the device gets it: limits of size and rate, and a passivity
/// observer and controller in the time domain.
///
///   E_k = E_(k−1) − F_(k−1)·(x_k − x_(k−1))      energy that the device has given so far [J]
///
/// exactly, as the device holds F_(k−1) over the tick. The next tick may give back no more than there is:
/// with Δ = x_k − x_(k−1) as a forecast of its displacement,
///
///   F ← F − Δ max(m F·Δ − E, 0)/(m |Δ|²)
///
/// with a margin m, since it may be longer. A light hand turns round within a tick, and a force F, R Δt less
/// in every tick, takes some to go. What it gives back until then, the hand yielding ever faster, may not be
/// more than there is, either: F is shortened to
///
///   Σ_j (|F| − j R Δt) (Δ·F/|F| + (j + 1) ρ) ≤ E/m + ε,   ρ = ρ_k + Δt²/M max(|F| − |F_(k−1)|, 0)
///
///   ρ_k   by how much displacements have changed from tick to tick of late [m]
///   M     the lightest hand with a handle [kg]      R   most that the force may change [N/s]
///   ε     of no importance, so that slow contact begins at all [J]
///
/// If E is negative all the same, damping takes what is missing, by no more than K Δt, which is what a spring
/// K that is held for Δt lacks. B. Hannaford, J.-H. Ryu, Time-domain passivity control of haptic interfaces
/// (2002); we deviate: theirs waits until E is negative.
///
/// Torques go with it: norms of six numbers are |F|² + |T|²/r², |x|² + r²|θ|², r the tool's radius.

#include <algorithm>

#include "haptics/pose.h"

namespace limpet::haptics {

struct OutputLimits {
    double force = 0;      ///< [N]; of torques, times radius
    double rate = 0;       ///< [N/s]; of torques, times radius
    double radius = 0;     ///< r [m]
    double stiffness = 0;  ///< K, of the coupling as the device feels it [N/m]
    double tick = 0;       ///< Δt [s]
};

class ForceOutput {
public:
    explicit ForceOutput(const OutputLimits& limits) : limits_(limits) {}

    /// `moved`: the device, since the last call [m, rad]. Returns what it gets now.
    Vec6 apply(const Vec6& wanted, const Vec6& moved);

    const Vec6& last() const { return last_; }
    double energy() const { return energy_; }                        ///< E [J]
    double most_returned() const { return std::max(0.0, -least_); }  ///< largest −E [J]
    double max_force() const { return max_force_; }                  ///< [N]
    double max_step() const { return max_step_; }  ///< largest change of the force in a tick [N]

private:
    void limit_returned(Vec6& wrench, const Vec6& moved) const;
    void limit_unforeseen(Vec6& wrench, const Vec6& moved);
    /// By a force of this size, of a device that last moved so far along it [J].
    double returned_at_most(double force, double along) const;
    /// Force and torque shortened, each on its own, to a force and that times r.
    Vec6 shortened(Vec6 wrench, double force) const;

    OutputLimits limits_;
    Vec6 last_ = Vec6::Zero(), last_moved_ = Vec6::Zero();
    double unsteadiness_ = 0;  ///< ρ_k [m]
    double energy_ = 0, least_ = 0, max_force_ = 0, max_step_ = 0;
};

}  // namespace limpet::haptics
