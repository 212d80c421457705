#pragma once

/// A contact group for solvers without W (solve/node_problem.h): the equations of its bodies, one after the
/// other.

#include <span>
#include <vector>

#include "compliance/group_problem.h"
#include "solve/node_problem.h"

namespace limpet {

struct NodalGroup {
    NodeProblem problem;
    std::vector<int> first_node;  ///< of each of the group's bodies, and a last one that closes the list

    /// Of the group's body k, in numbers of all nodes.
    std::span<const double> of_body(const VecX& all, std::size_t k) const {
        return {all.data() + 3 * first_node[k], all.data() + 3 * first_node[k + 1]};
    }
    /// Contacts that some node gives way to.
    std::vector<bool> movable() const;
};

/// Without laws. c is what is left of the rows' u⁰ without the nodes: gaps, and what is prescribed.
NodalGroup nodal_group(const GroupProblem& part);

/// Overlap taken out of positions alone: x of A x = Jᵀ λ, 0 ≤ λn ⊥ J x + shift ≥ 0, where contacts are at
/// x = 0.
NodeProblem shift_problem(const NodalGroup& group, VecX shift);

}  // namespace limpet
