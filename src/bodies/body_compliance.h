#pragma once

/// How a body answers to contacts: rows J on its surface, its A⁻¹, and impulses. W and corrections use the
/// same A⁻¹.

#include <optional>
#include <vector>

#include "bodies/contact_rows.h"
#include "bodies/energy_range.h"
#include "core/types.h"

namespace limpet {

class BodyCompliance {
public:
    virtual ~BodyCompliance() = default;

    /// u += J v, three numbers per contact.
    virtual void add_row_velocities(const ContactRows& rows, VecX& u) const = 0;
    /// The same with the velocities at the start of the step; 0 of what deforms.
    virtual void add_start_velocities(const ContactRows&, VecX&) const {}
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
    /// Where add_displacements() would move the nodes of a body that deforms [m], with its kinetic energy,
    /// and what its elastic energy is between before and after [J]; take_displacement() moves them.
    struct Displacement {
        std::vector<Vec3> q;
        double kinetic;
        EnergyRange elastic_before, elastic_after;
    };
    virtual std::optional<Displacement> displacement(const ContactRows&, const VecX&, double) const {
        return {};
    }
    virtual void take_displacement(Displacement) {}
    /// Of a body that deforms, with nodes there. [J]
    virtual double elastic_energy_at(const std::vector<Vec3>& /*q*/) const { return 0; }
    /// Separation without strain, by the six rigid modes of a body that nothing holds: W += J M⁻¹ Jᵀ, and
    /// q += M⁻¹ Jᵀ λ, λ a mass times a displacement. [kg m]
    virtual void add_rigid_compliance(const ContactRows&, BlockMatrix&) {}
    virtual void move_rigidly(const ContactRows&, const VecX&) {}
};

}  // namespace limpet
