#pragma once

/// A contact group for solve/anticipation.h: the equations of its bodies, one after the other.

#include <span>
#include <vector>

#include "compliance/group_problem.h"
#include "solve/anticipation.h"

namespace limpet {

struct AnticipatedGroup {
    AnticipationProblem problem;
    std::vector<int> first_node;  ///< of each of the group's bodies, and a last one that closes the list

    /// Of the group's body k, in numbers of all nodes.
    std::span<const double> of_body(const VecX& all, std::size_t k) const {
        return {all.data() + 3 * first_node[k], all.data() + 3 * first_node[k + 1]};
    }
    /// Contacts that some node gives way to.
    std::vector<bool> movable() const;
};

/// Without laws. c is what is left of the rows' u⁰ without the nodes: gaps, and what is prescribed.
AnticipatedGroup anticipated_group(const GroupProblem& part);

/// Overlap taken out of positions alone: A x = Jᵀ λ, 0 ≤ λn ⊥ J x + shift ≥ 0. Returns x.
VecX anticipated_shift(const AnticipatedGroup& group, VecX shift, const SolveLimits& limits);

}  // namespace limpet
