#pragma once

/// What the step asks of every body, whatever it is made of.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bodies/contact_rows.h"
#include "bodies/node_equations.h"
#include "core/types.h"
#include "limpet/frame.h"
#include "limpet/scene.h"
#include "shapes/meshes/collision_complex.h"
#include "shapes/meshes/surface.h"
#include "shapes/meshes/surface_samples.h"

namespace limpet {

struct Energies {
    double kinetic = 0, elastic = 0, potential = 0;  ///< [J]
};

/// What free motion of a step from `time` to `time + h` is driven by.
struct FreeMotionInput {
    double time = 0;              ///< at the start of the step [s]
    double h = 0;                 ///< [s]
    Vec3 gravity = Vec3::Zero();  ///< [m/s^2]
};

/// How fast the points of a body move at most: within `deviation` of `mean`.
struct VelocityBound {
    Vec3 mean = Vec3::Zero();  ///< [m/s]
    double deviation = 0;      ///< [m/s]
};

class Body {
public:
    Body(std::string name, BodyType type) : name_(std::move(name)), type_(type) {}
    virtual ~Body() = default;

    const std::string& name() const { return name_; }
    BodyType type() const { return type_; }
    /// Its vertices may move against each other.
    bool deforms() const { return type_ == BodyType::Soft || type_ == BodyType::Cloth; }
    const Surface& surface() const { return surface_; }

    /// What collides, and where its vertices are: the surface, or the exact shape of a primitive.
    const CollisionComplex& complex() const { return complex_; }
    virtual const std::vector<Vec3>& collision_positions() const { return surface_.positions; }

    /// Points with an area on what has no vertices there: of spheres and capsules that can bond.
    const std::vector<SurfaceSample>& samples() const { return samples_; }

    /// Its collision vertices never move.
    virtual bool stands_still() const { return false; }

    /// Velocities at the end of the step as far as the body alone knows them: v_free. It carries the contact
    /// impulses of the last step, so that add_impulses() only has to bring their change.
    virtual void free_motion(const FreeMotionInput& input) = 0;

    /// Does anything that touches it change its motion?
    virtual bool can_move() const = 0;
    /// Of this step, as free motion left it.
    virtual VelocityBound velocity_bound() const = 0;
    /// u += J v, three numbers a contact.
    virtual void add_row_velocities(const ContactRows& rows, VecX& u) const = 0;
    /// Where collision vertices are after `h` with the present velocities, as advance() would have them.
    virtual std::vector<Vec3> end_positions(double h) const;
    /// How far they are, at most, from straight lines on their way there. [m]
    virtual double stray(double) const { return 0; }
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
    /// The equations behind A⁻¹, with the present A; none where contacts move nothing.
    virtual NodeEquations node_equations(const ContactRows&) const { return {}; }
    /// In the place of add_impulses(): v as the equations' solution has it and p = A v − b, three numbers per
    /// node. A solution that is not exact has p ≠ Jᵀ λ; b then stays the same when the step is solved again.
    virtual void take_velocities(std::span<const double> /*v*/, std::span<const double> /*p*/) {}
    /// In the place of add_displacements(): q += h x for the same nodes.
    virtual void shift_nodes(std::span<const double>, double) {}
    /// Does the body move so far in this step that what was solved, which is linear, gives it energy?
    virtual bool overshoots() { return false; }
    /// Solves anew for the same step from where it would end with the present velocities, which carry the
    /// impulses of the last add_impulses(); A⁻¹ is of there from now on.
    virtual void linearise_at_end() {}
    /// q += h v, and the surface follows.
    virtual void advance(double h) = 0;

    virtual double mass() const = 0;          ///< [kg]; 0 for a static body
    virtual Vec3 center_of_mass() const = 0;  ///< [m]
    virtual Vec3 mean_velocity() const = 0;   ///< of the centre of mass [m/s]
    virtual Mat3 rotation() const = 0;        ///< from rest; a soft body's best fit
    virtual double volume() const = 0;        ///< [m^3]
    virtual Energies energies(const Vec3& gravity) const = 0;
    virtual int tetrahedra() const { return 0; }
    /// Of these, how many are inside out.
    virtual int inverted_tetrahedra() const { return 0; }

    /// A point of the body that probes follow, picked at rest in the body's own frame.
    virtual int nearest_point(const Vec3& at_rest) const = 0;
    virtual Vec3 point_position(int point) const = 0;
    virtual Vec3 point_velocity(int point) const = 0;

    /// What pictures and frames show beyond the surface.
    virtual void add_to_frame(BodyFrame&) const {}

    /// All that the next step depends on; set_state() takes it back and returns false if it does not fit.
    virtual std::vector<double> state() const = 0;
    [[nodiscard]] virtual bool set_state(std::span<const double> values) = 0;

protected:
    Surface surface_;
    CollisionComplex complex_;
    std::vector<SurfaceSample> samples_;

private:
    std::string name_;
    BodyType type_;
};

}  // namespace limpet
