#pragma once

/// A zone as a rigid body of its clones, in one substep of length k:
///
///   (M 1, I) u⁺ = (P + Σ(pᵢ + s Gᵢ), L + Σ rᵢ × (pᵢ + s Gᵢ)),     u = (V, w)           eq. 1–3
///   c⁺ = c + k V⁺,     rᵢ⁺ = R rᵢ,     R the torque-free rotation with L⁺ (bodies/rigid/torque_free.h)
///
///   M, c, I  mass [kg], centre [m] and inertia about it [kg m^2] of the clones and of rigid bodies with them
///   P, L     their momenta at the start of the substep: those of the particles, so that joining, merging and
///            releasing keep both [kg m/s, kg m^2/s]
///   pᵢ       impulses of forces [N s], s Gᵢ of the pressure (bodies/body_particles.h)
///   rᵢ       of a clone from the centre [m]
///
/// A clone that slides (zone_release.h) shares the zone's motion along the normal n of what it presses on,
/// and moves across it by its own forces. Its normal momentum is the zone's: M 1, I get m a aᵀ, with a = (n,
/// r × n), and the right-hand side a (m v + p + s G)·n.
///
/// Clones at places that are imposed take from u what they fix: u = u_c + N y, C u_c ≈ imposed velocities,
/// C N = 0, (Nᵀ A N) y = Nᵀ (q − A u_c), with A and q the sides of the equation above. A zone on a
/// static body goes where that goes.
///
/// A. Carra et al. (2007), §3.2. We deviate: the exponential map in place of explicit Euler for rotations,
/// which keeps angular momentum and energy; and a zone has no state of its own, since its clones are where
/// the particles are.

#include <optional>

#include "bodies/body_whole.h"
#include "core/types.h"

namespace limpet {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// What particles and rigid bodies sum up to, about one point.
struct ZoneSums {
    double mass = 0;
    Vec3 momentum = Vec3::Zero(), angular_momentum = Vec3::Zero();
    Mat3 inertia = Mat3::Zero();
    Mat6 sliding = Mat6::Zero();           ///< Σ m a aᵀ
    Vec6 sliding_momentum = Vec6::Zero();  ///< Σ a m v·n
    bool any_slides = false;
    Vec6 impulse = Vec6::Zero();          ///< Σ p and its moment
    Vec6 volume_gradient = Vec6::Zero();  ///< Σ G and its moment
    /// Of imposed clones: Σ CᵀC and Σ Cᵀ u, C = [1, −r×]; how many; their sums of places before and after.
    Mat6 imposed = Mat6::Zero();
    Vec6 imposed_velocity = Vec6::Zero();
    int imposed_count = 0;
    Vec3 imposed_from = Vec3::Zero(), imposed_to = Vec3::Zero();

    /// `x` from the point.
    void add(double m, const Vec3& x, const Vec3& v, const Vec3& p);
    void add_volume(const Vec3& x, const Vec3& gradient);
    /// Of a clone that slides across `normal`.
    void add_sliding(double m, const Vec3& x, const Vec3& v, const Vec3& p, const Vec3& gradient,
                     const Vec3& normal);
    void add_imposed(const Vec3& x, const Vec3& to, double k);
    void add(const WholeMotion& rigid, const Vec3& x, double share);
    void add(const ZoneSums& other);
};

class ZoneBody {
public:
    /// `sums` about the centre `center`. `drive`: of the static body that holds it.
    void start(const ZoneSums& sums, const Vec3& center, const std::optional<RigidShift>& drive, double k);
    /// Goes to the end of the substep, `pressure` being Σ s (G, r × G) over its clones.
    void move(const Vec6& pressure);

    /// Enough of it does not slide, or slides in other directions, for the rest to slide: u⁺ is well
    /// determined.
    bool can_slide(const ZoneSums& sums) const;

    bool is_free() const { return mode_ == Mode::Free; }
    bool is_driven() const { return mode_ == Mode::Driven; }
    void set_center(const Vec3& center) { start_.center = center; }
    const Vec3& center() const { return start_.center; }
    /// A⁻¹ over what is not imposed.
    const Mat6& compliance() const { return compliance_; }

    /// Of a free zone before the substep, once its clones move as one. [m/s]
    Vec3 start_velocity(const Vec3& x) const {
        return start_.velocity + start_.spin.cross(x - start_.center);
    }
    /// What clones that slide go along with. [m/s]
    Vec3 sliding_velocity(const Vec3& x) const {
        if (mode_ == Mode::Driven) return end_velocity(x);
        return end_.velocity + sliding_spin_.cross(x - start_.center);
    }
    Vec3 end_position(const Vec3& x) const { return end_.center + rotation_ * (x - start_.center); }
    Vec3 end_velocity(const Vec3& x) const;
    WholeMotion end_of(const WholeMotion& rigid) const;

private:
    enum class Mode : std::uint8_t { Free, Held, Driven };
    /// Where it is, and how it moves.
    struct Motion {
        Vec3 center, velocity, spin;
    };
    /// Of what does not slide.
    struct Inertia {
        double mass = 0;
        Mat3 full;     ///< with something about axes on which all clones lie, where nothing turns
        Mat3 own;      ///< without that
        Mat3 inverse;  ///< without it
    };
    /// Of imposed clones.
    struct Imposed {
        Vec6 velocity;  ///< u_c − A⁻¹ A u_c
        Vec3 from, to;  ///< their middles
    };
    void take_inertia(const ZoneSums& sums);
    /// A of what is not imposed.
    Mat6 full_inertia(const ZoneSums& sums) const;
    void hold(const ZoneSums& sums);

    Mode mode_ = Mode::Free;
    double k_ = 0;
    bool any_slides_ = false;
    Inertia inertia_;
    Motion start_, end_;
    Mat3 rotation_;                     ///< from one to the other
    Vec3 sliding_spin_ = Vec3::Zero();  ///< of u⁺
    Vec6 momentum_;                     ///< q without pressure
    Mat6 compliance_;
    Imposed imposed_;
};

}  // namespace limpet
