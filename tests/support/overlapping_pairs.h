#pragma once

/// Pairs of bodies that lie in each other in all the ways that direct a push differently.

#include <cmath>
#include <numbers>

#include "shapes/meshes/primitive_surfaces.h"
#include "support/exact_overlap.h"
#include "support/ldi_meshes.h"

namespace limpet::testing_support {

constexpr double degree = std::numbers::pi / 180;

struct OverlappingPair {
    const char* name;
    TriMesh first, second;
    double derivative_error;  ///< of the exact derivative's length
    double pixel = 0.001;
};

inline TriMesh floor_box() {
    return placed(box_surface({2, 0.4, 2}, 10), {0, -0.2, 0});
}

inline TriMesh cube() {
    return box_surface({0.2, 0.2, 0.2}, 10);
}

/// A cube turned about z whose lowest edge is so deep in the floor.
inline TriMesh edge_in_floor(double degrees, double depth) {
    const double a = degrees * degree;
    return placed(cube(), {0.01, 0.1 * (std::cos(a) + std::sin(a)) - depth, 0.003}, {0, 0, a});
}

inline std::vector<OverlappingPair> overlapping_pairs() {
    const TriMesh ball = sphere_surface(0.1, 0.03);
    return {
        {"face in floor", placed(cube(), {0.01, 0.096, 0.003}), floor_box(), 0.01},
        {"edge in floor, 30 deg", edge_in_floor(30, 0.027), floor_box(), 0.01},
        {"edge in floor, 45 deg", edge_in_floor(45, 0.02), floor_box(), 0.01},
        {"corner in floor", placed(cube(), {0.01, 0.14, 0.003}, {0.6, 0, 45 * degree}), floor_box(), 0.01},
        {"ball in floor", placed(ball, {0.01, 0.08, 0.003}), floor_box(), 0.01},
        {"half a ball in floor", placed(ball, {0.01, 0, 0.003}), floor_box(), 0.01},
        {"two balls", ball, placed(ball, {0.12, 0.05, 0.02}), 0.01},
        {"edge on edge", placed(cube(), {0, 0, 0}, {0, 0, 45 * degree}),
         placed(cube(), {0.02, 0.26, 0.01}, {45 * degree, 0, 0}), 0.03, 0.0005},
        {"turned on a corner of another", placed(cube(), {0.05, 0.095, 0.06}, {0.1, 0.3, 0.1}),
         placed(cube(), {0, -0.1, 0}), 0.03}};
}

/// How the volume changes as the first body moves as a whole along a unit of `along` and turns by `about`
/// around `center`, without pixels.
inline double exact_rate(const TriMesh& a, const TriMesh& b, const Vec3& along,
                         const Vec3& about = Vec3::Zero(), const Vec3& center = Vec3::Zero()) {
    constexpr double h = 1e-5;
    const auto moved = [&](double by) {
        TriMesh mesh = placed(a, -center);
        return placed(mesh, center + by * along, by * about);
    };
    return (exact::overlap(moved(h), b) - exact::overlap(moved(-h), b)) / (2 * h);
}

}  // namespace limpet::testing_support
