#pragma once

#include <map>
#include <optional>
#include <vector>

#include "compliance/group_problem.h"
#include "solve/newton/node_newton.h"
#include "solve/problem.h"
#include "solve/report.h"
#include "step/nodal_group.h"
#include "step/rebound.h"

namespace limpet {

/// How a group is solved.
enum class Route {
    Compliance,    ///< with W, by a solver of solve/solvers.h
    Anticipation,  ///< on the bodies' own equations, by solve/anticipation.h
    Newton,        ///< on them, by solve/newton/node_newton.h
};

/// Contacts that moving bodies link, with their problem and its answer.
struct ContactGroup {
    GroupProblem part;
    Problem problem;
    Report report;
    VecX u;  ///< W λ + u⁰, with rebounds
    Route route = Route::Compliance;
    std::optional<NodalGroup> nodal;      ///< instead of W; the problem then has its B for W
    NodeFactor* factor = nullptr;         ///< for Route::Newton
    VecX node_velocities, node_impulses;  ///< that a solver without W found
    std::vector<Rebound> rebounds;        ///< one per contact; empty: none
    double rebound_part = 1;              ///< of them, that gives no energy
    std::vector<double> damping;          ///< of viscous contact, one per contact; empty: none [kg]
    VecX viscous;                         ///< impulses of viscosity, beside λ; empty: none
    double kept_part = 1;                 ///< of λ, by passive_impulses.h
    bool is_solved = false;               ///< by the last solve, and nothing about it has changed
};

using Impulses = std::map<ContactKey, Vec3>;  ///< λ in world axes [N s]

}  // namespace limpet
