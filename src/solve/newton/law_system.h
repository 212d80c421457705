#pragma once

/// The linear system of a Newton step on the laws of all contacts.
///
///   (A + B (W + δ 1)) Δλ = −F
///
///   A, B   derivatives of F by λ and u, 3×3 blocks (law_rows.h, smooth_laws.h)
///   δ      little beside W: keeps Δλ short where W, which may be singular, says nothing   [1/kg]
///
/// Contacts that are open move by themselves; what that does to the others is taken into account. The matrix
/// is dense, and factorised once for any number of F.

#include "linear/dense_lu.h"
#include "solve/newton/law_rows.h"

namespace limpet {

class LawSystem {
public:
    /// `rows` by contact. The problem has to outlive it.
    LawSystem(const Problem& problem, std::vector<LawRows> rows, double added);

    int acting() const { return static_cast<int>(acting_.size()); }
    /// Contacts that are not open.
    static int acting(const std::vector<LawRows>& rows);
    /// Δλ. `F` by contact; `change` is that of the open ones, zero elsewhere.
    VecX step(const VecX& F, VecX change) const;

private:
    const Problem& problem_;
    std::vector<LawRows> rows_;
    std::vector<int> acting_;
    std::vector<Eigen::Index> place_;  ///< of each contact in the matrix, or −1
    DenseLu lu_;
};

}  // namespace limpet
