#pragma once

/// What contacts feel of an elastic body, from the blocks of A⁻¹ between the nodes they touch:
///
///   W_ij = J_i A⁻¹ J_jᵀ,     u_i = J_i A⁻¹ p
///
///   J   rows of contact i on nodes, turned into the frame of A₀ [-]      p   impulses that free motion
///   carried [N s] A⁻¹ elastic_compliance.h's [1/kg]

#include <span>
#include <vector>

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

class RowCompliance {
public:
    /// `inverse`: blocks of A⁻¹ that terms' slots refer to. `carried`: p there. `normals_only`: rows of
    /// tangents are zero, and are not looked at.
    RowCompliance(const NodeRows& rows, const Eigen::Ref<const MatX>& inverse, const VecX& carried,
                  bool normals_only);

    /// The transposed W_ij, i ≥ j.
    const Mat3& block(int i, int j) const { return blocks_[start_[j] + static_cast<std::size_t>(i - j)]; }
    /// u_i.
    Vec3 carried(int i) const { return carried_.segment<3>(3 * i); }

private:
    std::vector<std::size_t> start_;  ///< of each column j in `blocks_`
    std::vector<Mat3> blocks_;
    VecX carried_;
};

}  // namespace limpet
