#pragma once

/// How far two surfaces move against each other where they come near, at most. What moves and turns as one
/// does not: each surface's motion is taken as an affine field and a rest, so that common motion drops out.
///
///   m_i = c + G (x_i − x̄) + r_i             of vertex i; least squares, |r_i| ≤ r
///
///   x  [m] start          m  [m] motion over the step          G  [-] gradient
///   r  [m] what is left   x̄  [m] mean of the starts            c  [m] mean of the motions
///
/// Points p of surface a and q of surface b, with d = x_p − x_q at the start, move against each other by
///
///   m_p − m_q = F(x_q) + G_a d + r_p − r_q,    F(x) = c_a + G_a (x − x̄_a) − c_b − G_b (x − x̄_b)
///
/// If they are within s of each other at some time, |d| ≤ s + |m_p − m_q|, q is then in the part of b's swept
/// box that is within s of a's, and has moved there by no more than b's largest motion M_b:
///
///   |m_p − m_q| ≤ (|F(y)| + |G_a − G_b| (ρ + M_b) + |G_a| s + r_a + r_b) / (1 − |G_a|)
///
/// with y the middle of that part and ρ half of its diagonal. It holds for any G; the better the fit, the
/// tighter it is. r_a and r_b are those of vertices of triangles that get near that part.

#include <vector>

#include "core/box.h"
#include "detect/detection_surface.h"

namespace limpet {

/// A surface's motion over a step.
class SurfaceTrajectory {
public:
    SurfaceTrajectory() = default;
    /// `chord_error`: how far vertices may be from straight lines on their way. [m]
    SurfaceTrajectory(const DetectionSurface& start, std::vector<Vec3> end, double chord_error);

    bool empty() const { return end_.empty(); }
    const std::vector<Vec3>& end() const { return end_; }
    double chord_error() const { return chord_error_; }
    const Box3& box() const { return box_; }  ///< of all starts and ends

    friend double relative_motion(const SurfaceTrajectory& a, const SurfaceTrajectory& b, double separation);

private:
    void fit();
    Vec3 field(const Vec3& x) const { return mean_ + gradient_ * (x - middle_); }
    double rest_of(int vertex) const;
    /// r of triangles near the box. [m]
    double rest_in(const Box3& box) const;

    const DetectionSurface* start_ = nullptr;
    std::vector<Vec3> end_;
    double chord_error_ = 0;
    Box3 box_;
    Vec3 middle_ = Vec3::Zero(), mean_ = Vec3::Zero();
    Mat3 gradient_ = Mat3::Zero();
    double rest_ = 0, longest_ = 0;  ///< of all |r_i| and |m_i| [m]
};

/// Of points that are within `separation` of each other at some time of the step, vertices going straight; if
/// there are none, 0. [m]
double relative_motion(const SurfaceTrajectory& a, const SurfaceTrajectory& b, double separation);

}  // namespace limpet
