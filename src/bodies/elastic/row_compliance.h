#pragma once

/// What contacts feel of an elastic body, from the blocks of A⁻¹ between the nodes they touch:
///
///   W_ij = J_i A⁻¹ J_jᵀ,     u_i = J_i A⁻¹ p
///
///   J   rows of contact i on nodes, turned into the frame of A₀ [-]      p   impulses that free motion
///   carried [N s] A⁻¹ elastic_compliance.h's [1/kg]

#include <span>
#include <vector>

#include "bodies/contact_rows.h"
#include "core/types.h"

namespace limpet {

/// A contact row's part on one node.
struct NodeTerm {
    int row;  ///< of A, then its slot in the blocks of A⁻¹
    Mat3 weight;
};

/// Rows of contacts on nodes.
struct NodeRows {
    std::vector<NodeTerm> terms;
    std::vector<std::size_t> start = {0};  ///< of each contact in `terms`
    std::vector<int> nodes;                ///< that these rows and p need, ascending

    int size() const { return static_cast<int>(start.size()) - 1; }
    std::span<const NodeTerm> of(int contact) const {
        return std::span(terms).subspan(start[contact], start[contact + 1] - start[contact]);
    }
};

/// What a body's rows are multiplied with.
struct PreparedRows {
    NodeRows rows;
    Eigen::Ref<const MatX> inverse;  ///< blocks of A⁻¹ that terms' slots refer to
    VecX carried;                    ///< p there
};

/// Adds W_ij to W, and takes u_i from u0. `contacts`: whose rows they are.
void add_row_compliance(const PreparedRows& body, const ContactRows& contacts, BlockMatrix& W, VecX& u0);

}  // namespace limpet
