#pragma once

/// How a body answers to contacts: rows J on its surface, its A⁻¹, and impulses. W and corrections use the same
/// A⁻¹.

#include "bodies/contact_rows.h"
#include "core/types.h"

namespace limpet {

class BodyCompliance {
public:
    virtual ~BodyCompliance() = default;

    /// Does anything that touches it change its motion?
    virtual bool can_move() const = 0;
    /// u += J v, three numbers per contact.
    virtual void add_row_velocities(const ContactRows& rows, VecX& u) const = 0;
    /// Gets A⁻¹ ready for these rows. It is the part of add_compliance() that bodies can do at the same time,
    /// and has to be followed by it, with the same rows.
    virtual void prepare_compliance(const ContactRows&) {}
    /// W += J A⁻¹ Jᵀ, and u0 −= J A⁻¹ p for the impulses p that velocities carry already: those of free
    /// motion, or of the last add_impulses() in this step.
    virtual void add_compliance(const ContactRows&, BlockMatrix&, VecX&) {}
    /// v += A⁻¹ (Jᵀ λ − p), and p = Jᵀ λ: called again in a step, with more contacts, it replaces what it
    /// gave.
    virtual void add_impulses(const ContactRows&, const VecX&) {}
    /// Position stabilisation: q += h A⁻¹ Jᵀ λ after advance(), velocities stay.
    virtual void add_displacements(const ContactRows&, const VecX&, double) {}
};

}  // namespace limpet
