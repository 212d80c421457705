#pragma once

/// A frustum in a plane through its axis: a convex polygon of coordinates r from the axis and z along it,
/// from 0 to the height. It is drawn in by ε and rounded with ε again:
///
///   S = core ⊕ ball(ε),     d(p) = d_core(p) − ε,     n = ∇d
///
///   d  signed distance, negative inside [m]      n  unit normal, outward      ε  radius of the rims [m]
///
/// Flat ends and sides stay where they are.

#include <array>

namespace limpet {

struct MeridianPoint {
    double r, z;  ///< [m]
};

class Frustum {
public:
    /// A radius of 0 is an apex. [m]
    Frustum(double bottom_radius, double top_radius, double height, double rounding);

    struct Nearest {
        double distance;       ///< from the core, signed [m]
        MeridianPoint normal;  ///< outward
        MeridianPoint on;      ///< of the core
    };
    Nearest nearest(const MeridianPoint& p) const;
    /// Of the core, at the bottom and at the top.
    const std::array<MeridianPoint, 2>& rims() const { return rims_; }
    double rounding() const { return rounding_; }

private:
    Nearest nearest_outside(const MeridianPoint& p) const;

    double rounding_;
    std::array<MeridianPoint, 2> rims_;
    MeridianPoint side_;  ///< outward normal of the side
};

}  // namespace limpet
