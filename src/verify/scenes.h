#pragma once

/// What benchmarks ask of scenes and worlds.

#include <span>
#include <string>
#include <vector>

#include "limpet/world.h"

namespace limpet::verification {

BodyDescription& body_named(Scene& scene, const std::string& name);

/// A half-space as a block can be one: a graded box under the plane y = 0, held at its bottom, `side` by
/// `side` by half of it. Finest at the origin, or along a circle about it.
struct HalfSpaceMesh {
    double side;      ///< [m]
    double finest;    ///< element there [m]
    double ball = 0;  ///< and within this distance of it [m]
    double ring = 0;  ///< radius of the circle [m]; 0: the origin
    /// Of elements with the distance from the finest ones. With 0.25 the far field alone costs half a percent
    /// of stiffness.
    double growth = 0.15;
};
void set_half_space(BodyDescription& block, const HalfSpaceMesh& mesh);

/// A static body goes down by `depth` [m] within `time` [s].
void press_down(BodyDescription& body, double depth, double time);

/// What contacts exert on a body [N].
Vector3 contact_force(const World& world, const std::string& body);

/// Root of the mean square distance from the y axis of the forces on a body [m].
double force_radius(const World& world, const std::string& body);

double norm(const Vector3& v);

/// Where the vertices of a body's surface are now: x, y, z, x, … [m]
std::vector<double> vertices_of(const World& world, const std::string& body);
/// How far the vertex that moved most is from where it was [m].
double furthest(std::span<const double> now, std::span<const double> before);
/// Of the fastest vertex of a body's surface [m/s].
double largest_speed(const World& world, const std::string& body);

/// Tilts a static body, a box whose upper face is the plane y = 0, by an angle [deg] about z, so that +x is
/// downhill, and puts a box onto it.
void put_on_slope(BodyDescription& slope, BodyDescription& block, double degrees);
/// Makes a rigid body a soft one.
void make_soft(BodyDescription& body, const std::string& material, double element);
/// Steps until `time` [s].
void run_until(World& world, double time);

}  // namespace limpet::verification
