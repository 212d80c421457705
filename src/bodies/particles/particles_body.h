#pragma once

/// A body as particles: points with mass that explicit substeps move, held in shape by shape_memory.h, closed
/// ones by the pressure that keeps their volume. docs/particles.md tells the whole.
///
///   v⁺ = v + (p + s G)/m,     x⁺ = x + k v⁺,     V(x⁺) = V₀            in each of n substeps of k = h/n
///
///   p   impulse of elastic forces, damping, gravity, pulls, and of contacts as far as they last [N s]
///   s   pressure × time, the root next to 0 of a cubic (enclosed_volume.h) [Pa s]      G   ∂V/∂x at x [m^2]
///
/// p and s G sum to no force and no moment about x but for those from outside, and x⁺ × v⁺ = x × v⁺: both
/// momenta stay to rounding.
///
/// Contacts change velocities by A⁻¹ Jᵀ λ (particle_compliance.h) for the whole step: x⁺ and v⁺ of its end
/// move by h A⁻¹ Jᵀ λ and A⁻¹ Jᵀ λ, then along G until V = V₀ again, with G at x⁺ − h v⁺, which is the start
/// of the step if n = 1. What a contact feels as the body's velocity is (x⁺ − x)/h; that is v⁺ if n = 1.
///
/// What contacts gave in both of the last two steps is taken to last, and is spread over the substeps of the
/// next free motion (`carried`); an impact is not.

#include <optional>
#include <span>

#include "bodies/nodal_body.h"
#include "bodies/particles/particle_model.h"
#include "bodies/particles/particle_step.h"

namespace limpet {

class ParticlesBody : public NodalBody {
public:
    /// Throws InputError if the parts cannot make a body.
    explicit ParticlesBody(ParticlesBodyParts parts);

    /// Throws InputError about `substeps` if steps of h are too long (stable_step.h).
    void require_stable_step(double h) const;
    /// Made of the same particles, as one of many equal cells: what is stable for one is so for the other.
    bool swings_as(const ParticlesBody& other) const;

    void free_motion(const FreeMotionInput& input) override;
    std::vector<PulledPoint> pulled_points() const override;
    std::vector<Vec3> own_points(LoadedPoints points) const override;
    void advance(double h) override;
    void set_damping(const Damping& damping) override;
    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool set_state(std::span<const double> values) override;

    bool can_move() const override { return model_.any_free; }
    VelocityBound velocity_bound() const override;
    std::vector<Vec3> end_positions(double h) const override;

    Vec3 rest_position(int particle) const override { return model_.own[particle]; }
    int particles() const override { return static_cast<int>(state_.x.size()); }
    int substeps() const override { return model_.substeps; }
    void begin_step_again(int substeps) override;
    ParticleSubstep begin_substep() override;
    double volume_excess(std::span<const Vec3> x, std::vector<Vec3>* gradient) const override;
    void end_substep(std::span<const Vec3> x, std::span<const Vec3> v) override;
    void shift_particles(std::span<const Vec3> shift) override;

    void add_row_velocities(const ContactRows& rows, VecX& u) const override;
    void prepare_compliance(const ContactRows& rows) override;
    void add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) override;
    void add_impulses(const ContactRows& rows, const VecX& lambda) override;
    void add_displacements(const ContactRows& rows, const VecX& lambda, double h) override;
    std::optional<Displacement> displacement(const ContactRows& rows, const VecX& lambda,
                                             double h) const override;
    void take_displacement(Displacement displacement) override;
    double elastic_energy_at(const std::vector<Vec3>& q) const override {
        return model_.memory.energy(q, state_.stretch);
    }
    void add_rigid_compliance(const ContactRows& rows, BlockMatrix& W) override;
    void move_rigidly(const ContactRows& rows, const VecX& lambda) override;

    double mass() const override { return model_.total_mass; }
    /// Best fit to the body's own frame at rest, weighted by mass.
    Mat3 rotation() const override;
    /// Enclosed; of a sheet its area times its thickness.
    double volume() const override;
    /// In the middle of the last substep, x − (k/2) v, where v belongs: there the energy of a symplectic step
    /// swings by (k ω)²/4 at most.
    Energies energies(const AccelerationField& field) const override;

    void add_to_frame(BodyFrame& frame) const override;

    const std::vector<Vec3>& positions() const { return state_.x; }
    const std::vector<Vec3>& velocities() const { return state_.v; }
    const std::vector<double>& masses() const { return model_.mass; }
    const ShapeMemory& memory() const { return model_.memory; }
    bool keeps_volume() const { return model_.keeps_volume; }
    double rest_volume() const { return model_.rest_volume; }  ///< V₀ [m^3]

private:
    Nodes nodes() const final { return {model_.mass, model_.own, state_.x, state_.v}; }
    void set_moving(const ParticlesBodyParts& parts);
    /// Impulses over the substep but for pulls that are springs and for the pressure.
    void gather_impulses();
    void add_spring_impulses();
    void impose_targets();
    /// Where the particles of the substep go if nothing else happens to them.
    void end_naturally();
    /// s with V(x + s along) = V₀; throws BreakdownError if there is none.
    double pressure_to_rest(std::span<const Vec3> x, std::span<const Vec3> along) const;
    /// Moves v, and with it the end of the step, along the pressure until V = V₀.
    void close_volume();
    /// Moves x along the pressure until V = V₀.
    void project_volume(std::vector<Vec3>& x) const;
    void make_compliance();
    /// Jᵀ λ on all particles.
    std::vector<Vec3> gathered_impulses(const ContactRows& rows, const VecX& lambda) const;
    std::vector<Vec3> displaced(const ContactRows& rows, const VecX& lambda, double h) const;
    void update_surface();
    void require_finite(std::span<const Vec3> x) const;

    ParticleModel model_;
    ParticleState state_;
    ParticleStep step_;
    double substep_ = 0;  ///< k of the last substep [s]
};

}  // namespace limpet
