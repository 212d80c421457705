#pragma once

/// A cylinder, cone or frustum where its body is now: signed distance, outward normal, and the points of its
/// rims that touch first.
///
/// Its rims are rounded by ε, a thousandth of its size (shapes/distance/frustum.h): without that, an overlap
/// of less than rounding at a rim would turn the normal from the end's to the side's. The signed distance d
/// is convex, since the solid is: along a line it has one minimum.

#include <array>
#include <optional>
#include <vector>

#include "detect/detection_surface.h"
#include "shapes/distance/frustum.h"
#include "shapes/meshes/surface.h"

namespace limpet {

/// Points around each rim that stand for it where its disc lies on something: the foremost and five more.
inline constexpr int points_of_rim = 6;

class PlacedSolid {
public:
    /// Of a surface whose complex has a round solid. `axis_ahead`: its axis in the middle of the step.
    explicit PlacedSolid(const DetectionSurface& surface, std::optional<Vec3> axis_ahead = {});

    struct Nearest {
        double distance;  ///< signed [m]
        Vec3 normal;      ///< outward
    };
    Nearest nearest(const Vec3& p) const;

    /// A point of the core's rim, that `towards` reaches as one of the first; `number` keeps its meaning
    /// while the solid rolls: counted from the foremost point, at the bottom first.
    struct RimPoint {
        Vec3 position;  ///< of the core [m]
        int number;
        /// What its lever about the solid's centre of mass will have changed by in the middle of the step. A
        /// disc that rolls on its rim turns about another point of it there; with the levers of the start,
        /// steps would tilt it by (w h)²/2 and lift it in return. [m]
        Vec3 lever_ahead;
    };
    /// The foremost points of both discs, and more of one that faces `towards` within 30°; without those that
    /// lie farther back than a generator of the side leans by 30°.
    std::vector<RimPoint> rim_points(const Vec3& towards) const;
    /// The side's foremost generator, of the core, from the bottom to the top.
    std::array<Vec3, 2> generator(const Vec3& towards) const;
    /// The farthest point of the core.
    Vec3 support(const Vec3& towards) const;

    /// A point as its place on the axis; the rest of the way there is an offset.
    SurfacePoint on_axis(const Vec3& p) const;
    Vec3 position(const SurfacePoint& on_axis) const;

    double rounding() const { return frustum_.rounding(); }
    const Vec3& axis() const { return axis_; }
    Vec3 middle() const { return on_axis_at((rim(0).z + rim(1).z) / 2); }
    /// Of the core's discs: 0 at the bottom, 1 at the top.
    double radius(int end) const { return rim(end).r; }
    Vec3 center(int end) const { return on_axis_at(rim(end).z); }
    Box3 box() const;

private:
    const MeridianPoint& rim(int end) const { return frustum_.rims()[end]; }
    Vec3 on_axis_at(double z) const { return origin_ + z * axis_; }
    /// At right angles to the axis; nothing where that lies along `towards`.
    static std::optional<Vec3> foremost(const Vec3& towards, const Vec3& axis);
    Vec3 foremost_now(const Vec3& towards) const { return foremost(towards, axis_).value_or(ahead_); }
    /// From the centre of mass to a point of a rim, seen from its foremost point `u`.
    Vec3 lever(int end, double angle, const Vec3& u, const Vec3& axis) const;

    const RoundSolid& solid_;
    Vec3 origin_, axis_, ahead_;
    std::optional<Vec3> axis_ahead_;
    double height_, center_of_mass_;  ///< the latter from the bottom [m]
    Frustum frustum_;
};

}  // namespace limpet
