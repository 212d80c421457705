#include "contact/zones/zone_body.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "bodies/rigid/torque_free.h"
#include "core/cross_matrix.h"

namespace limpet {
namespace {

/// Of the largest principal moment of inertia, and of the stiffest direction that is imposed: less is zero.
constexpr double degenerate_ratio = 1e-10;
/// Of the largest eigenvalue of a zone's scaled inertia: with less, momentum along what hardly has any would
/// be lost to rounding.
constexpr double min_sliding_ratio = 1e-6;

/// Where all clones of a zone slide it has no mass across them. Rows and columns are scaled to a unit
/// diagonal.
Mat6 pseudo_inverse(const Mat6& A) {
    Vec6 scale;
    for (int i = 0; i < 6; ++i) scale[i] = A(i, i) > 0 ? 1 / std::sqrt(A(i, i)) : 0.0;
    const Eigen::SelfAdjointEigenSolver<Mat6> solver(scale.asDiagonal() * A * scale.asDiagonal());
    Vec6 inverse = Vec6::Zero();
    for (int i = 0; i < 6; ++i)
        if (solver.eigenvalues()[i] > degenerate_ratio * solver.eigenvalues().maxCoeff())
            inverse[i] = 1 / solver.eigenvalues()[i];
    const Mat6& axes = solver.eigenvectors();
    return scale.asDiagonal() * axes * inverse.asDiagonal() * axes.transpose() * scale.asDiagonal();
}

Mat3 point_inertia(const Vec3& r) {
    return r.squaredNorm() * Mat3::Identity() - r * r.transpose();
}

Vec6 six(const Vec3& a, const Vec3& b) {
    Vec6 both;
    both << a, b;
    return both;
}

}  // namespace

void ZoneSums::add(double m, const Vec3& x, const Vec3& v, const Vec3& p) {
    mass += m;
    momentum += m * v;
    angular_momentum += m * x.cross(v);
    inertia += m * point_inertia(x);
    impulse += six(p, x.cross(p));
}

void ZoneSums::add_volume(const Vec3& x, const Vec3& gradient) {
    volume_gradient += six(gradient, x.cross(gradient));
}

void ZoneSums::add_sliding(double m, const Vec3& x, const Vec3& v, const Vec3& p, const Vec3& gradient,
                           const Vec3& normal) {
    const Vec6 a = six(normal, x.cross(normal));
    sliding += m * a * a.transpose();
    sliding_momentum += m * v.dot(normal) * a;
    impulse += p.dot(normal) * a;
    volume_gradient += gradient.dot(normal) * a;
    any_slides = true;
}

void ZoneSums::add_imposed(const Vec3& x, const Vec3& to, double k) {
    const Vec3 shift = to - x;
    const Mat3 cross = cross_matrix(x);
    imposed.topLeftCorner<3, 3>() += Mat3::Identity();
    imposed.topRightCorner<3, 3>() -= cross;
    imposed.bottomLeftCorner<3, 3>() += cross;
    imposed.bottomRightCorner<3, 3>() -= cross * cross;
    imposed_velocity += six(shift, x.cross(shift)) / k;
    ++imposed_count;
    imposed_from += x;
    imposed_to += to;
}

void ZoneSums::add(const WholeMotion& rigid, const Vec3& x, double share) {
    mass += rigid.mass;
    momentum += rigid.mass * rigid.velocity;
    angular_momentum += rigid.mass * x.cross(rigid.velocity) + rigid.angular_momentum;
    inertia +=
        rigid.mass * point_inertia(x) + rigid.rotation * rigid.body_inertia * rigid.rotation.transpose();
    impulse += share * six(rigid.impulse, x.cross(rigid.impulse) + rigid.moment);
}

void ZoneSums::add(const ZoneSums& other) {
    mass += other.mass;
    momentum += other.momentum;
    angular_momentum += other.angular_momentum;
    inertia += other.inertia;
    sliding += other.sliding;
    sliding_momentum += other.sliding_momentum;
    any_slides = any_slides || other.any_slides;
    impulse += other.impulse;
    volume_gradient += other.volume_gradient;
    imposed += other.imposed;
    imposed_velocity += other.imposed_velocity;
    imposed_count += other.imposed_count;
    imposed_from += other.imposed_from;
    imposed_to += other.imposed_to;
}

void ZoneBody::start(const ZoneSums& sums, const Vec3& center, const std::optional<RigidShift>& drive,
                     double k) {
    k_ = k;
    inertia_.mass = sums.mass;
    start_.center = center;
    compliance_.setZero();
    imposed_.velocity.setZero();
    if (drive) {
        mode_ = Mode::Driven;
        rotation_ = drive->rotation;
        end_.center = drive->of(center);
        end_.velocity = start_.velocity = (end_.center - start_.center) / k;
        end_.spin = start_.spin = rotation_log(rotation_) / k;
        return;
    }
    take_inertia(sums);
    any_slides_ = sums.any_slides;
    const Vec6 momentum = six(sums.momentum, sums.angular_momentum) + sums.sliding_momentum;
    momentum_ = momentum + sums.impulse;
    mode_ = sums.imposed_count > 0 ? Mode::Held : Mode::Free;
    if (mode_ == Mode::Held) return hold(sums);
    if (any_slides_) {
        compliance_ = pseudo_inverse(full_inertia(sums));
    } else {
        compliance_.topLeftCorner<3, 3>() = Mat3::Identity() / inertia_.mass;
        compliance_.bottomRightCorner<3, 3>() = inertia_.inverse;
    }
    const Vec6 u = compliance_ * momentum;
    start_.velocity = u.head<3>();
    start_.spin = u.tail<3>();
}

bool ZoneBody::can_slide(const ZoneSums& sums) const {
    if (mode_ == Mode::Driven) return true;
    const Mat6 A = full_inertia(sums) + sums.imposed;
    Vec6 scale;
    for (int i = 0; i < 6; ++i) {
        if (!(A(i, i) > 0)) return false;
        scale[i] = 1 / std::sqrt(A(i, i));
    }
    const Eigen::SelfAdjointEigenSolver<Mat6> solver(scale.asDiagonal() * A * scale.asDiagonal(),
                                                     Eigen::EigenvaluesOnly);
    return solver.eigenvalues().minCoeff() > min_sliding_ratio * solver.eigenvalues().maxCoeff();
}

Mat6 ZoneBody::full_inertia(const ZoneSums& sums) const {
    Mat6 A = sums.sliding;
    A.topLeftCorner<3, 3>() += inertia_.mass * Mat3::Identity();
    // What slides may turn about a line on which all else lies, where that has no momentum.
    A.bottomRightCorner<3, 3>() += any_slides_ ? sums.inertia : inertia_.full;
    return A;
}

/// Points on a line have no inertia about it, and no angular momentum either.
void ZoneBody::take_inertia(const ZoneSums& sums) {
    inertia_.own = sums.inertia;
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(sums.inertia);
    const double least = degenerate_ratio * solver.eigenvalues().maxCoeff();
    Vec3 moments = solver.eigenvalues(), inverse = Vec3::Zero();
    for (int i = 0; i < 3; ++i) {
        if (moments[i] > least)
            inverse[i] = 1 / moments[i];
        else
            moments[i] = std::max(solver.eigenvalues().maxCoeff(), 1e-300);
    }
    const Mat3& axes = solver.eigenvectors();
    inertia_.full = axes * moments.asDiagonal() * axes.transpose();
    inertia_.inverse = axes * inverse.asDiagonal() * axes.transpose();
}

/// In units of velocity: rotations times the radius of gyration ρ.
void ZoneBody::hold(const ZoneSums& sums) {
    const double rho =
        inertia_.mass > 0 ? std::sqrt(std::max(inertia_.full.trace() / (3 * inertia_.mass), 1e-300)) : 1.0;
    Vec6 inverse_scale = Vec6::Ones();
    inverse_scale.tail<3>().setConstant(1 / rho);
    const Mat6 normal = inverse_scale.asDiagonal() * sums.imposed * inverse_scale.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<Mat6> solver(normal);
    const double least = degenerate_ratio * solver.eigenvalues().maxCoeff();
    Vec6 imposed = Vec6::Zero();
    int left = 0;
    for (int i = 0; i < 6; ++i) {
        const Vec6 direction = solver.eigenvectors().col(i);
        if (solver.eigenvalues()[i] > least)
            imposed += direction * (direction.dot(inverse_scale.cwiseProduct(sums.imposed_velocity)) /
                                    solver.eigenvalues()[i]);
        else
            ++left;
    }
    imposed = inverse_scale.cwiseProduct(imposed);
    const Mat6 A = full_inertia(sums);
    if (left > 0) {
        // Eigenvalues rise: what is left free comes first.
        const Eigen::Matrix<double, 6, Eigen::Dynamic> N =
            inverse_scale.asDiagonal() * solver.eigenvectors().leftCols(left);
        compliance_ = N * (N.transpose() * A * N).inverse() * N.transpose();
    }
    imposed_.velocity = imposed - compliance_ * (A * imposed);
    imposed_.from = sums.imposed_from / sums.imposed_count;
    imposed_.to = sums.imposed_to / sums.imposed_count;
}

void ZoneBody::move(const Vec6& pressure) {
    if (mode_ == Mode::Driven) return;
    const Vec6 momentum = momentum_ + pressure;
    const Vec6 u = compliance_ * momentum + imposed_.velocity;
    end_.velocity = u.head<3>();
    sliding_spin_ = u.tail<3>();
    if (mode_ == Mode::Held || !(inertia_.mass > 0)) {
        end_.spin = sliding_spin_;
        rotation_ = rotation_exp(k_ * end_.spin);
        end_.center = mode_ == Mode::Held ? Vec3(start_.center + imposed_.to - rotation_ * imposed_.from)
                                          : Vec3(start_.center + k_ * end_.velocity);
        return;
    }
    // Of what does not slide.
    const Vec3 angular_momentum = any_slides_ ? Vec3(inertia_.own * sliding_spin_) : Vec3(momentum.tail<3>());
    rotation_ =
        rotation_exp(k_ * torque_free_velocity(Mat3::Identity(), inertia_.full, angular_momentum, k_));
    end_.spin = rotation_ * (inertia_.inverse * (rotation_.transpose() * angular_momentum));
    end_.center = start_.center + k_ * end_.velocity;
}

Vec3 ZoneBody::end_velocity(const Vec3& x) const {
    if (mode_ == Mode::Driven) return (end_position(x) - x) / k_;
    return end_.velocity + end_.spin.cross(rotation_ * (x - start_.center));
}

WholeMotion ZoneBody::end_of(const WholeMotion& rigid) const {
    WholeMotion end = rigid;
    end.center = end_position(rigid.center);
    end.velocity = end_velocity(rigid.center);
    end.rotation = rotation_ * rigid.rotation;
    end.angular_momentum = end.rotation * (end.body_inertia * (end.rotation.transpose() * end_.spin));
    return end;
}

}  // namespace limpet
