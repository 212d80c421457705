#pragma once

/// A tool's local contact problem, as the simulation publishes it after each step: all that the haptic loop
/// needs to find the contacts' forces for any pose of the device, without a look at the world.
///
///   u = u* + W (λ − λ*) + J d/h,   d = d_free + C Jᵀ λ/h      (solve/tool_problem.h, haptics/coupling.h)
///     = (W + J C Jᵀ/h²) λ + u⁰,    u⁰ = u* − W λ* + J d_free/h
///
///   d, d_free   of the tool from where the simulation has it, and where it would be without contacts [m,
///   rad] C           what the coupling lets the tool give way by, per force [m/N]
///
/// So the coupling is one more compliance, and W′ = W + J C Jᵀ/h² is constant until the next snapshot. C.
/// Duriez, C. Andriot, A. Kheddar, A multi-threaded approach for deformable/rigid contacts with haptic
/// feedback (2004) share the compliance in the same way; they have no friction.

#include <cstdint>
#include <vector>

#include "haptics/coupling.h"
#include "haptics/local_sweep.h"
#include "solve/tool_problem.h"

namespace limpet::haptics {

/// More of a tool's contacts are not solved by the loop: the nearest are, the force of the others stays.
inline constexpr int most_contacts = 512;

struct SnapshotContact {
    std::int64_t id;
    ToolRows rows;    ///< J
    Vec3 point;       ///< [m]
    Vec3 start;       ///< λ* [N s]
    Vec3 base;        ///< u* − W λ* [m/s]
    double slip[2];   ///< u*_T: friction holds against what comes beyond it [m/s]
    double friction;  ///< [-]
    double drag[2];   ///< d/h of its bond [m/s]
};

struct Snapshot {
    long step = -1;  ///< of the simulation; −1: none yet
    double h = 0;    ///< its step [s]
    Pose tool;       ///< where it has the tool
    Coupling::Matrices coupling;
    std::vector<SnapshotContact> contacts;  ///< by ascending id
    LocalSweep sweep;                       ///< with W′
    int sweeps = 0;                         ///< per tick
    Vec6 steady = Vec6::Zero();  ///< of viscosity, and of contacts that were left out: on the tool [N, N m]
};

/// `all` is changed: contacts come in another order.
void fill(Snapshot& snapshot, ToolProblem& all, const Pose& tool, const Coupling& coupling);

}  // namespace limpet::haptics
