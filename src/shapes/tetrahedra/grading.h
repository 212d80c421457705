#pragma once

/// Where a box's tetrahedra shall be smaller:
///
///   s(x) = min(element, element/ratio + growth · max(0, d(x) − radius))
///
///   s  size of the tetrahedra at x [m]   d  distance of x to a point, or to a circle about it [m]

#include <cmath>
#include <optional>

#include "core/types.h"

namespace limpet {

struct Grading {
    Vec3 towards;          ///< a point [m]
    double ratio;          ///< how many times smaller [1], 1 to 10 000
    double radius = 0;     ///< equally so within this distance [m]
    double ring = 0;       ///< radius of the circle about the point, in a plane of equal y [m]; 0: the point
    double growth = 0.25;  ///< of the size with the distance [1], 0.02 to 1

    /// d, distance to the point or the circle [m].
    double distance(const Vec3& x) const {
        const Vec3 r = x - towards;
        return std::hypot(std::hypot(r.x(), r.z()) - ring, r.y());
    }
};

/// The grading that a body's description or a request for a mesh asks for with its fields refine_*.
template <class Described>
std::optional<Grading> grading_of(const Described& d) {
    if (!d.refine_towards) return {};
    return Grading{to_vec3(*d.refine_towards), d.refine_ratio, d.refine_radius, d.refine_ring,
                   d.refine_growth};
}

}  // namespace limpet
