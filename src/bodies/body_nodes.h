#pragma once

/// A body's own equations, node by node: what solvers without W, zones and attachments ask of it.

#include <optional>
#include <span>

#include "bodies/contact_rows.h"
#include "bodies/node_equations.h"

namespace limpet {

class BodyNodes {
public:
    virtual ~BodyNodes() = default;

    /// The equations behind A⁻¹, with the present A; none where contacts move nothing.
    virtual NodeEquations node_equations(const ContactRows&) const { return {}; }
    /// Do they mean the same as its A⁻¹?
    virtual bool has_node_equations() const { return false; }
    /// In the place of add_impulses(): v as the equations' solution has it and p = A v − b, three numbers per
    /// node. A solution that is not exact has p ≠ Jᵀ λ; b then stays the same when the step is solved again.
    virtual void take_velocities(std::span<const double> /*v*/, std::span<const double> /*p*/) {}
    /// In the place of add_displacements(): q += h x for the same nodes.
    virtual void shift_nodes(std::span<const double>, double) {}
};

}  // namespace limpet
