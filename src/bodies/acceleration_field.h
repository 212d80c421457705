#pragma once

/// What pulls at every mass by its place alone: gravity, and attractors.
///
///   a(x) = g + Σ S w(ρ) d/ρ,      φ(x) = −g · x + Σ S u(ρ),      a = −∇φ
///
///   falloff          w(ρ)                  u(ρ)
///   none             1                     ρ − ρ_R            with a range: 0 beyond it; without, ρ_R = ε
///   linear           1 − ρ/ρ_R             ρ − ρ²/2ρ_R − ρ_R/2           0 beyond the range
///   inverse-square   R²/(R² + ρ²)          R (atan(ρ/R) − π/2)           R²/ρ² far away, ½ at the range
///
///   g   gravity [m/s²]      S   strength, the largest acceleration [m/s²]      d   from x to the attractor
///   [m] R   range [m]           ε   core [m]       ρ = √(|d|² + ε²),   ρ_R = √(R² + ε²)
///
/// The core makes a(x) smooth at the attractor itself, where its direction would be undefined: within about ε
/// it is the pull S w d/ε of a spring, which vanishes at the centre (Plummer's softening).

#include <numbers>
#include <vector>

#include "core/types.h"
#include "limpet/scene.h"

namespace limpet {

struct Attractor {
    Vec3 position = Vec3::Zero();  ///< [m]
    double strength = 0;           ///< S [m/s^2]
    Falloff falloff = Falloff::None;
    double range = 0;  ///< R [m]; 0: none
    double core = 0;   ///< ε [m]

    Vec3 acceleration(const Vec3& x) const;  ///< [m/s^2]
    double potential(const Vec3& x) const;   ///< [J/kg]
};

class AccelerationField {
public:
    /// The same everywhere.
    template <class Derived>
    AccelerationField(const Eigen::MatrixBase<Derived>& gravity) : gravity_(gravity) {}
    AccelerationField() : gravity_(Vec3::Zero()) {}
    AccelerationField(const Vec3& gravity, std::vector<Attractor> attractors)
        : gravity_(gravity), attractors_(std::move(attractors)) {}

    const Vec3& gravity() const { return gravity_; }
    bool is_uniform() const { return attractors_.empty(); }
    /// Of the attractors alone.
    Vec3 attraction(const Vec3& x) const;
    Vec3 at(const Vec3& x) const { return is_uniform() ? gravity_ : Vec3(gravity_ + attraction(x)); }
    double potential(const Vec3& x) const;

private:
    Vec3 gravity_;
    std::vector<Attractor> attractors_;
};

/// What acts on a body of the scene: gravity, and those of its attractors that name the body or none.
AccelerationField acceleration_field(const Scene& scene, const std::string& body);

}  // namespace limpet
