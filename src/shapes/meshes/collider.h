#pragma once

/// What detection asks of a body: its surface, and how that moves in the step. Bodies are colliders
/// (bodies/body.h); detection knows nothing else of them.

#include <optional>
#include <vector>

#include "core/types.h"
#include "shapes/meshes/collision_complex.h"
#include "shapes/meshes/surface.h"

namespace limpet {

/// How fast the points of a body move at most: within `deviation` of `mean`.
struct VelocityBound {
    Vec3 mean = Vec3::Zero();  ///< [m/s]
    double deviation = 0;      ///< [m/s]
};

/// Where a surface is that moves as a whole: its vertices are at center + rotation X, X always the same.
struct RigidPlace {
    Vec3 center;  ///< [m]
    Mat3 rotation;
};

class Collider {
public:
    virtual ~Collider() = default;

    /// For pictures, layered depth images and bonds, where it is now.
    virtual const Surface& surface() const = 0;
    /// What collides, and where its vertices are: the surface, or the exact shape of a primitive.
    virtual const CollisionComplex& complex() const = 0;
    virtual const std::vector<Vec3>& collision_positions() const = 0;
    /// Of a surface that moves as a whole.
    virtual std::optional<RigidPlace> place() const { return {}; }

    /// Its vertices may move against each other.
    virtual bool deforms() const = 0;
    /// Does anything that touches it change its motion?
    virtual bool can_move() const = 0;
    /// Its collision vertices never move.
    virtual bool stands_still() const { return false; }

    /// Of this step, with the present velocities.
    virtual VelocityBound velocity_bound() const = 0;
    /// Where collision vertices are after `h` with the present velocities, as the step's end would have them.
    virtual std::vector<Vec3> end_positions(double h) const = 0;
    /// How far they are, at most, from straight lines on their way there. [m]
    virtual double chord_error(double) const { return 0; }
    /// Where the vertices of surface() are then, and place().
    virtual std::vector<Vec3> end_surface(double h) const = 0;
    virtual std::optional<RigidPlace> end_place(double) const { return {}; }
};

/// All surfaces of a scene, by the numbers of their bodies.
using Colliders = std::vector<const Collider*>;

}  // namespace limpet
