#include "bodies/rigid/rigid_body.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "bodies/nearest_vertex.h"
#include "bodies/rigid/torque_free.h"

namespace limpet {
namespace {

/// Of an impulse: what changes by less from step to step is steady.
constexpr double steady = 0.1;

}  // namespace

RigidBody::RigidBody(RigidBodyParts parts)
    : Body(std::move(parts.name), BodyType::Rigid),
      mass_(parts.density * parts.mass.volume),
      volume_(parts.mass.volume),
      body_inertia_(parts.density * parts.mass.inertia),
      inverse_body_inertia_(body_inertia_.inverse()),
      center_in_shape_(parts.mass.center),
      center_(parts.position + parts.rotation * parts.mass.center),
      velocity_(parts.velocity),
      rotation_(parts.rotation) {
    angular_momentum_ = inertia() * parts.angular_velocity;
    complex_ = parts.exact ? std::move(parts.exact->complex)
                           : CollisionComplex::of_triangles(parts.surface.triangles,
                                                            static_cast<int>(parts.surface.vertices.size()));
    if (parts.exact) {
        samples_ = std::move(parts.exact->samples);
        for (Vec3& vertex : parts.exact->vertices) vertex -= center_in_shape_;
        collision_embedding_ = RigidEmbedding(std::move(parts.exact->vertices));
    }
    for (Vec3& vertex : parts.surface.vertices) {
        vertex -= center_in_shape_;
        reach_ = std::max(reach_, vertex.norm());
    }
    embedding_ = RigidEmbedding(std::move(parts.surface.vertices));
    surface_.triangles = std::move(parts.surface.triangles);
    update_surface();
    for (const Vec3& x : collision_positions())
        collision_reach_ = std::max(collision_reach_, (x - center_).norm());
}

void RigidBody::free_motion(const FreeMotionInput& input) {
    lead_ = {.start_velocity = velocity_};
    velocity_ += input.h * input.acceleration.at(center_);
    free_step_velocity_ = torque_free_velocity(rotation_, body_inertia_, angular_momentum_, input.h);
    step_velocity_ = free_step_velocity_;
    take_pulls(input.pulls, input.h);
    carry_steady_impulse();
}

Vec3 RigidBody::lever(const Pull& pull) const {
    if (pull.place) return *pull.place - center_;
    return pull.at ? Vec3(pull.at->of(surface_.positions) - center_) : Vec3::Zero();
}

void RigidBody::take_pulls(std::span<const Pull> pulls, double h) {
    pulls_.assign(pulls.begin(), pulls.end());
    inertia_of_step_ = StepInertia();
    if (pulls_.empty()) return;
    Vec3 impulse = Vec3::Zero(), moment = Vec3::Zero();
    const std::vector<PulledPoint> points = pulled_points();
    for (std::size_t i = 0; i < pulls.size(); ++i) {
        const Vec3 r = points[i].x - center_, given = h * pulls[i].force_on(points[i], h);
        impulse += given;
        moment += r.cross(given);
        if (pulls[i].is_spring())
            inertia_of_step_.add_spring(mass_, inertia(), r, h * (h * pulls[i].stiffness + pulls[i].damping));
    }
    change_velocities(impulse, moment);
}

std::vector<PulledPoint> RigidBody::pulled_points() const {
    std::vector<PulledPoint> points;
    for (const Pull& pull : pulls_) {
        const Vec3 r = lever(pull);
        points.push_back({center_ + r, velocity_ + step_velocity_.cross(r)});
    }
    return points;
}

void RigidBody::change_velocities(const Vec3& impulse, const Vec3& moment) {
    if (inertia_of_step_.has_springs()) {
        const auto [v, w] = inertia_of_step_.inverse(impulse, moment);
        velocity_ += v;
        step_velocity_ += w;
        return;
    }
    velocity_ += impulse / mass_;
    step_velocity_ += turned_by(moment);
}

double RigidBody::speed_by(const Vec3& impulse, const Vec3& moment) const {
    return impulse.norm() / mass_ + reach_ * turned_by(moment).norm();
}

void RigidBody::carry_steady_impulse() {
    const Vec3 impulse = given_impulse_, moment = given_moment_;
    if (speed_by(impulse - last_impulse_, moment - last_moment_) > steady * speed_by(impulse, moment)) {
        given_impulse_.setZero();
        given_moment_.setZero();
    }
    last_impulse_ = impulse;
    last_moment_ = moment;
    change_velocities(given_impulse_, given_moment_);
}

void RigidBody::advance(double h) {
    angular_momentum_ += inertia() * (step_velocity_ - free_step_velocity_);
    center_ = end_center(h);
    lead_.is_led = false;
    turn(h * step_velocity_);
    update_surface();
}

Vec3 RigidBody::end_center(double h) const {
    const Vec3 end = center_ + h * velocity_;
    return lead_.is_led ? Vec3(end + lead_.shift) : end;
}

std::optional<WholeMotion> RigidBody::start_as_whole() const {
    return WholeMotion{.mass = mass_,
                       .body_inertia = body_inertia_,
                       .rotation = rotation_,
                       .center = center_,
                       .velocity = lead_.start_velocity,
                       .angular_momentum = angular_momentum_,
                       .impulse = mass_ * (velocity_ - lead_.start_velocity),
                       .moment = inertia() * (step_velocity_ - free_step_velocity_)};
}

/// What contacts change of the velocities after this, they change of the end and the momentum as well.
void RigidBody::lead(const WholeMotion& end, double h) {
    velocity_ = end.velocity;
    angular_momentum_ = end.angular_momentum;
    step_velocity_ = free_step_velocity_ = rotation_log(end.rotation * rotation_.transpose()) / h;
    lead_.is_led = true;
    lead_.shift = end.center - (center_ + h * velocity_);
}

/// Through a quaternion, whose normalisation keeps the matrix orthogonal over millions of steps.
Mat3 RigidBody::turned(const Vec3& rotation_vector) const {
    return Eigen::Quaterniond(rotation_exp(rotation_vector) * rotation_).normalized().toRotationMatrix();
}

RigidBody::RowJacobian RigidBody::jacobian(const ContactRows& rows, int row) const {
    const std::vector<Vec3>& x = collision_positions();
    RowJacobian j;
    j.leftCols<3>().setZero();
    j.rightCols<3>() = rows.spin(row);
    for (const RowTerm& term : rows.terms(row)) {
        const Vec3 r = x[term.vertex] - center_;
        j.leftCols<3>() += term.weight;
        // g · (w × r) = (r × g) · w
        for (int k = 0; k < 3; ++k)
            j.block<1, 3>(k, 3) += r.cross(Vec3(term.weight.row(k).transpose())).transpose();
    }
    return j;
}

VelocityBound RigidBody::velocity_bound() const {
    return {velocity_, step_velocity_.norm() * reach_};
}

void RigidBody::add_row_velocities(const ContactRows& rows, VecX& u) const {
    for (int i = 0; i < rows.size(); ++i) {
        const RowJacobian j = jacobian(rows, i);
        u.segment<3>(3 * rows.contact(i)) += j.leftCols<3>() * velocity_ + j.rightCols<3>() * step_velocity_;
    }
}

std::vector<Vec3> RigidBody::end_positions(double h) const {
    const Vec3 end = end_center(h);
    const Mat3 turned = rotation_exp(h * step_velocity_);
    std::vector<Vec3> positions = collision_positions();
    for (Vec3& x : positions) x = end + turned * (x - center_);
    return positions;
}

std::vector<Vec3> RigidBody::end_surface(double h) const {
    const RigidPlace end = *end_place(h);
    std::vector<Vec3> positions;
    embedding_.positions(end.center, end.rotation, positions);
    return positions;
}

double RigidBody::chord_error(double h) const {
    const double angle = h * step_velocity_.norm();
    return collision_reach_ * std::min(angle * angle / 8, 2.0);
}

void RigidBody::add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) {
    const Mat3 inverse_inertia = rotation_ * inverse_body_inertia_ * rotation_.transpose();
    std::vector<RowJacobian> j, moved;
    for (int i = 0; i < rows.size(); ++i) {
        j.push_back(jacobian(rows, i));
        moved.push_back(j.back());
        if (inertia_of_step_.has_springs()) {
            moved.back() = j.back() * inertia_of_step_.inverse();
            continue;
        }
        moved.back().leftCols<3>() /= mass_;
        moved.back().rightCols<3>() *= inverse_inertia;
    }
    SymmetricColumns columns(rows, W);
    for (int b = 0; b < rows.size(); ++b)
        columns.add(b, [&](int a) -> Mat3 { return moved[b].lazyProduct(j[a].transpose()); });
    for (int i = 0; i < rows.size(); ++i)
        u0.segment<3>(3 * rows.contact(i)) -=
            moved[i].leftCols<3>() * given_impulse_ + moved[i].rightCols<3>() * given_moment_;
}

Vec3 RigidBody::turned_by(const Vec3& moment) const {
    return rotation_ * (inverse_body_inertia_ * (rotation_.transpose() * moment));
}

void RigidBody::gather(const ContactRows& rows, const VecX& lambda, Vec3& impulse, Vec3& moment) const {
    impulse.setZero();
    moment.setZero();
    for (int i = 0; i < rows.size(); ++i) {
        const Vec3 l = lambda.segment<3>(3 * rows.contact(i));
        const RowJacobian j = jacobian(rows, i);
        impulse += j.leftCols<3>().transpose() * l;
        moment += j.rightCols<3>().transpose() * l;
    }
}

void RigidBody::add_rigid_compliance(const ContactRows& rows, BlockMatrix& W) {
    VecX carried = VecX::Zero(3 * static_cast<Eigen::Index>(W.rows()));
    add_compliance(rows, W, carried);
}

void RigidBody::add_impulses(const ContactRows& rows, const VecX& lambda) {
    Vec3 impulse, moment;
    gather(rows, lambda, impulse, moment);
    change_velocities(impulse - given_impulse_, moment - given_moment_);
    given_impulse_ = impulse;
    given_moment_ = moment;
}

void RigidBody::add_displacements(const ContactRows& rows, const VecX& lambda, double h) {
    Vec3 impulse, moment;
    gather(rows, lambda, impulse, moment);
    if (inertia_of_step_.has_springs()) {
        const auto [shift, turning] = inertia_of_step_.inverse(impulse, moment);
        center_ += h * shift;
        turn(h * turning);
    } else {
        center_ += h * impulse / mass_;
        turn(h * turned_by(moment));
    }
    // The momentum stays, the velocity follows the turned inertia.
    update_surface();
}

double RigidBody::gyration() const {
    return std::sqrt(body_inertia_.trace() / (3 * mass_));
}

NodeEquations RigidBody::node_equations(const ContactRows& rows) const {
    const double r = gyration();
    NodeEquations equations;
    equations.v.resize(6);
    equations.v << velocity_, r * step_velocity_;
    equations.b.resize(6);
    if (inertia_of_step_.has_springs()) {
        equations.A = inertia_of_step_.scaled_matrix(r);
        equations.A.multiply(equations.v.data(), equations.b.data());
        equations.b.head<3>() -= given_impulse_;
        equations.b.tail<3>() -= given_moment_ / r;
    } else {
        equations.A = BlockMatrix(BlockPattern{2, 2, {0, 1, 2}, {0, 1}});
        Eigen::Map<Mat3>(equations.A.block(0)) = mass_ * Mat3::Identity();
        Eigen::Map<Mat3>(equations.A.block(1)) = inertia() / (r * r);
        equations.b << mass_ * velocity_ - given_impulse_, (inertia() * step_velocity_ - given_moment_) / r;
    }
    for (int i = 0; i < rows.size(); ++i) {
        const RowJacobian j = jacobian(rows, i);
        equations.rows.push_back({rows.contact(i), 0, j.leftCols<3>()});
        equations.rows.push_back({rows.contact(i), 1, j.rightCols<3>() / r});
    }
    return equations;
}

void RigidBody::take_velocities(std::span<const double> v, std::span<const double> p) {
    given_impulse_ = Eigen::Map<const Vec3>(p.data());
    given_moment_ = gyration() * Eigen::Map<const Vec3>(p.data() + 3);
    velocity_ = Eigen::Map<const Vec3>(v.data());
    step_velocity_ = Eigen::Map<const Vec3>(v.data() + 3) / gyration();
}

void RigidBody::shift_nodes(std::span<const double> x, double h) {
    center_ += h * Eigen::Map<const Vec3>(x.data());
    turn(h * Eigen::Map<const Vec3>(x.data() + 3) / gyration());
    update_surface();
}

Energies RigidBody::energies(const AccelerationField& field) const {
    const double translation = mass_ * velocity_.squaredNorm() / 2;
    const double rotation = angular_velocity().dot(angular_momentum_) / 2;
    return {translation + rotation, 0, mass_ * field.potential(center_)};
}

int RigidBody::nearest_point(const Vec3& at_rest) const {
    const Vec3 wanted = at_rest - center_in_shape_;
    return nearest_vertex(embedding_.size(), wanted, [&](std::size_t i) { return embedding_.point(i); });
}

Vec3 RigidBody::point_position(int point) const {
    return surface_.positions[point];
}

Vec3 RigidBody::point_velocity(int point) const {
    return surface_.velocities[point];
}

std::vector<double> RigidBody::state() const {
    std::vector<double> values;
    for (const Vec3* v : {&center_, &velocity_, &angular_momentum_, &given_impulse_, &given_moment_,
                          &last_impulse_, &last_moment_})
        values.insert(values.end(), v->begin(), v->end());
    values.insert(values.end(), rotation_.data(), rotation_.data() + 9);
    return values;
}

bool RigidBody::set_state(std::span<const double> values) {
    if (values.size() != 30) return false;
    const double* next = values.data();
    for (Vec3* v : {&center_, &velocity_, &angular_momentum_, &given_impulse_, &given_moment_, &last_impulse_,
                    &last_moment_}) {
        *v = Eigen::Map<const Vec3>(next);
        next += 3;
    }
    rotation_ = Eigen::Map<const Mat3>(next);
    update_surface();
    return true;
}

Mat3 RigidBody::inertia() const {
    return rotation_ * body_inertia_ * rotation_.transpose();
}

Vec3 RigidBody::angular_velocity() const {
    return turned_by(angular_momentum_);
}

void RigidBody::update_surface() {
    embedding_.positions(center_, rotation_, surface_.positions);
    embedding_.velocities(velocity_, angular_velocity(), rotation_, surface_.velocities);
    collision_embedding_.positions(center_, rotation_, collision_positions_);
}

}  // namespace limpet
