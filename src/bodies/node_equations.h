#pragma once

/// What a solver without A⁻¹ needs of a body: the equations of its nodes, and contact rows on them.
///
///   A v = b + Jᵀ λ,      b = A v_free − p
///
///   A      of the present step, in 3×3 blocks: mass, damping and stiffness between nodes       [kg]
///   v      of each node; a rigid body has two, its centre and r ω, r its radius of gyration     [m/s]
///   p      impulses that v_free carries already (body.h)                                        [N s]

#include <vector>

#include "linear/block_matrix.h"

namespace limpet {

/// A node's part of a contact's rows.
struct RowOnNode {
    int contact;
    int node;
    Mat3 weight;
};

struct NodeEquations {
    BlockMatrix A;
    VecX b, v;
    std::vector<RowOnNode> rows;  ///< contacts ascending

    int nodes() const { return static_cast<int>(v.size() / 3); }
};

}  // namespace limpet
