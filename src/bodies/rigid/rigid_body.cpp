#include "bodies/rigid/rigid_body.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bodies/nearest_vertex.h"
#include "bodies/rigid/torque_free.h"

namespace limpet {
namespace {

/// Of an impulse: what changes by less from step to step is steady.
constexpr double steady = 0.1;

/// Of a state, const or not, in the order in which it is saved.
auto vectors_of(auto& state) {
    return std::array{&state.center,       &state.velocity,     &state.angular_momentum, &state.given.impulse,
                      &state.given.moment, &state.last.impulse, &state.last.moment};
}

}  // namespace

RigidBody::RigidBody(RigidBodyParts parts)
    : Body(std::move(parts.name), BodyType::Rigid),
      mass_(parts.mass, parts.density),
      outline_(parts.mass.center, std::move(parts.surface.vertices),
               parts.exact ? std::move(parts.exact->vertices) : std::vector<Vec3>()),
      state_{.center = parts.position + parts.rotation * parts.mass.center,
             .velocity = parts.velocity,
             .rotation = parts.rotation} {
    state_.angular_momentum = inertia() * parts.angular_velocity;
    complex_ = parts.exact ? std::move(parts.exact->complex)
                           : CollisionComplex::of_triangles(parts.surface.triangles,
                                                            static_cast<int>(outline_.surface.size()));
    if (parts.round) complex_.be_round(*parts.round);
    samples_ = std::move(parts.samples);
    surface_.triangles = std::move(parts.surface.triangles);
    update_surface();
    for (const Vec3& x : collision_positions())
        outline_.collision_reach = std::max(outline_.collision_reach, (x - state_.center).norm());
}

void RigidBody::free_motion(const FreeMotionInput& input) {
    step_.lead = {.start_velocity = state_.velocity};
    state_.velocity += input.h * input.acceleration.at(state_.center);
    step_.free_angular_velocity =
        torque_free_velocity(state_.rotation, mass_.inertia, state_.angular_momentum, input.h);
    step_.angular_velocity = step_.free_angular_velocity;
    take_pulls(input.pulls, input.h);
    take_loads(input.loads, input.h);
    carry_steady_impulse();
}

Vec3 RigidBody::lever(const Pull& pull) const {
    if (pull.place) return *pull.place - state_.center;
    return pull.at ? Vec3(pull.at->of(surface_.positions) - state_.center) : Vec3::Zero();
}

void RigidBody::take_pulls(std::span<const Pull> pulls, double h) {
    step_.pulls.assign(pulls.begin(), pulls.end());
    step_.inertia = StepInertia();
    if (step_.pulls.empty()) return;
    RigidImpulse p;
    const std::vector<PulledPoint> points = pulled_points();
    for (std::size_t i = 0; i < pulls.size(); ++i) {
        const Vec3 r = points[i].x - state_.center, given = h * pulls[i].force_on(points[i], h);
        p.impulse += given;
        p.moment += r.cross(given);
        if (pulls[i].is_spring())
            step_.inertia.add_spring(mass_.mass, inertia(), r,
                                     h * (h * pulls[i].stiffness + pulls[i].damping));
    }
    change_velocities(p);
}

std::vector<Vec3> RigidBody::own_points(LoadedPoints points) const {
    std::vector<Vec3> vertices;
    if (points == LoadedPoints::SurfaceVertices)
        for (std::size_t i = 0; i < outline_.surface.size(); ++i)
            vertices.push_back(outline_.surface.point(i) + outline_.center_in_shape);
    return vertices;
}

void RigidBody::take_loads(std::span<const Load> loads, double h) {
    if (loads.empty()) return;
    std::vector<Vec3> of_whole = {Vec3::Zero()};
    add_node_loads(loads, {outline_.center_in_shape}, {mass_.mass}, of_whole);
    Vec3 force = of_whole.front(), moment = Vec3::Zero();
    if (any_on_surface(loads)) {
        std::vector<Vec3> on_surface(outline_.surface.size(), Vec3::Zero());
        add_surface_loads(loads, own_points(LoadedPoints::SurfaceVertices), surface_.positions,
                          surface_.triangles, on_surface);
        outline_.surface.add_transposed(on_surface, state_.rotation, force, moment);
    }
    change_velocities({h * force, h * moment});
}

std::vector<PulledPoint> RigidBody::pulled_points() const {
    std::vector<PulledPoint> points;
    for (const Pull& pull : step_.pulls) {
        const Vec3 r = lever(pull);
        points.push_back({state_.center + r, state_.velocity + step_.angular_velocity.cross(r)});
    }
    return points;
}

void RigidBody::change_velocities(const RigidImpulse& p) {
    if (step_.inertia.has_springs()) {
        const auto [v, w] = step_.inertia.inverse(p.impulse, p.moment);
        state_.velocity += v;
        step_.angular_velocity += w;
        return;
    }
    state_.velocity += p.impulse / mass_.mass;
    step_.angular_velocity += turned_by(p.moment);
}

double RigidBody::speed_by(const RigidImpulse& p) const {
    return p.impulse.norm() / mass_.mass + outline_.reach * turned_by(p.moment).norm();
}

void RigidBody::carry_steady_impulse() {
    const RigidImpulse before = std::exchange(state_.last, state_.given);
    if (speed_by(state_.given - before) > steady * speed_by(state_.given)) state_.given = {};
    change_velocities(state_.given);
}

void RigidBody::advance(double h) {
    state_.angular_momentum += inertia() * (step_.angular_velocity - step_.free_angular_velocity);
    state_.center = end_center(h);
    step_.lead.is_led = false;
    turn(h * step_.angular_velocity);
    update_surface();
}

Vec3 RigidBody::end_center(double h) const {
    const Vec3 end = state_.center + h * state_.velocity;
    return step_.lead.is_led ? Vec3(end + step_.lead.shift) : end;
}

std::optional<WholeMotion> RigidBody::start_as_whole() const {
    return WholeMotion{.mass = mass_.mass,
                       .body_inertia = mass_.inertia,
                       .rotation = state_.rotation,
                       .center = state_.center,
                       .velocity = step_.lead.start_velocity,
                       .angular_momentum = state_.angular_momentum,
                       .impulse = mass_.mass * (state_.velocity - step_.lead.start_velocity),
                       .moment = inertia() * (step_.angular_velocity - step_.free_angular_velocity)};
}

/// What contacts change of the velocities after this, they change of the end and the momentum as well.
void RigidBody::lead(const WholeMotion& end, double h) {
    state_.velocity = end.velocity;
    state_.angular_momentum = end.angular_momentum;
    step_.angular_velocity = step_.free_angular_velocity =
        rotation_log(end.rotation * state_.rotation.transpose()) / h;
    step_.lead.is_led = true;
    step_.lead.shift = end.center - (state_.center + h * state_.velocity);
}

/// Through a quaternion, whose normalisation keeps the matrix orthogonal over millions of steps.
Mat3 RigidBody::turned(const Vec3& rotation_vector) const {
    return Eigen::Quaterniond(rotation_exp(rotation_vector) * state_.rotation)
        .normalized()
        .toRotationMatrix();
}

RigidBody::RowJacobian RigidBody::jacobian(const ContactRows& rows, int row) const {
    const std::vector<Vec3>& x = collision_positions();
    RowJacobian j;
    j.leftCols<3>().setZero();
    j.rightCols<3>() = rows.spin(row);
    for (const RowTerm& term : rows.terms(row)) {
        const Vec3 r = x[term.vertex] - state_.center;
        j.leftCols<3>() += term.weight;
        // g · (w × r) = (r × g) · w
        for (int k = 0; k < 3; ++k)
            j.block<1, 3>(k, 3) += r.cross(Vec3(term.weight.row(k).transpose())).transpose();
    }
    return j;
}

VelocityBound RigidBody::velocity_bound() const {
    return {state_.velocity, step_.angular_velocity.norm() * outline_.reach};
}

void RigidBody::add_velocities(const ContactRows& rows, const Vec3& v, const Vec3& w, VecX& u) const {
    for (int i = 0; i < rows.size(); ++i) {
        const RowJacobian j = jacobian(rows, i);
        u.segment<3>(3 * rows.contact(i)) += j.leftCols<3>() * v + j.rightCols<3>() * w;
    }
}

void RigidBody::add_row_velocities(const ContactRows& rows, VecX& u) const {
    add_velocities(rows, state_.velocity, step_.angular_velocity, u);
}

/// The momentum is that of the start until advance().
void RigidBody::add_start_velocities(const ContactRows& rows, VecX& u) const {
    add_velocities(rows, step_.lead.start_velocity, angular_velocity(), u);
}

std::vector<Vec3> RigidBody::end_positions(double h) const {
    const Vec3 end = end_center(h);
    const Mat3 turned = rotation_exp(h * step_.angular_velocity);
    std::vector<Vec3> positions = collision_positions();
    for (Vec3& x : positions) x = end + turned * (x - state_.center);
    return positions;
}

std::vector<Vec3> RigidBody::end_surface(double h) const {
    const RigidPlace end = *end_place(h);
    std::vector<Vec3> positions;
    outline_.surface.positions(end.center, end.rotation, positions);
    return positions;
}

double RigidBody::chord_error(double h) const {
    const double angle = h * step_.angular_velocity.norm();
    return outline_.collision_reach * std::min(angle * angle / 8, 2.0);
}

void RigidBody::add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) {
    const Mat3 inverse_inertia = state_.rotation * mass_.inverse_inertia * state_.rotation.transpose();
    std::vector<RowJacobian> j, moved;
    for (int i = 0; i < rows.size(); ++i) {
        j.push_back(jacobian(rows, i));
        moved.push_back(j.back());
        if (step_.inertia.has_springs()) {
            moved.back() = j.back() * step_.inertia.inverse();
            continue;
        }
        moved.back().leftCols<3>() /= mass_.mass;
        moved.back().rightCols<3>() *= inverse_inertia;
    }
    SymmetricColumns columns(rows, W);
    for (int b = 0; b < rows.size(); ++b)
        columns.add(b, [&](int a) -> Mat3 { return moved[b].lazyProduct(j[a].transpose()); });
    for (int i = 0; i < rows.size(); ++i)
        u0.segment<3>(3 * rows.contact(i)) -=
            moved[i].leftCols<3>() * state_.given.impulse + moved[i].rightCols<3>() * state_.given.moment;
}

Vec3 RigidBody::turned_by(const Vec3& moment) const {
    return state_.rotation * (mass_.inverse_inertia * (state_.rotation.transpose() * moment));
}

RigidImpulse RigidBody::gather(const ContactRows& rows, const VecX& lambda) const {
    RigidImpulse p;
    for (int i = 0; i < rows.size(); ++i) {
        const Vec3 l = lambda.segment<3>(3 * rows.contact(i));
        const RowJacobian j = jacobian(rows, i);
        p.impulse += j.leftCols<3>().transpose() * l;
        p.moment += j.rightCols<3>().transpose() * l;
    }
    return p;
}

void RigidBody::add_rigid_compliance(const ContactRows& rows, BlockMatrix& W) {
    VecX carried = VecX::Zero(3 * static_cast<Eigen::Index>(W.rows()));
    add_compliance(rows, W, carried);
}

void RigidBody::add_impulses(const ContactRows& rows, const VecX& lambda) {
    const RigidImpulse p = gather(rows, lambda);
    change_velocities(p - state_.given);
    state_.given = p;
}

void RigidBody::add_displacements(const ContactRows& rows, const VecX& lambda, double h) {
    const RigidImpulse p = gather(rows, lambda);
    if (step_.inertia.has_springs()) {
        const auto [shift, turning] = step_.inertia.inverse(p.impulse, p.moment);
        state_.center += h * shift;
        turn(h * turning);
    } else {
        state_.center += h * p.impulse / mass_.mass;
        turn(h * turned_by(p.moment));
    }
    // The momentum stays, the velocity follows the turned inertia.
    update_surface();
}

NodeEquations RigidBody::node_equations(const ContactRows& rows) const {
    const double r = mass_.gyration();
    NodeEquations equations;
    equations.v.resize(6);
    equations.v << state_.velocity, r * step_.angular_velocity;
    equations.b.resize(6);
    if (step_.inertia.has_springs()) {
        equations.A = step_.inertia.scaled_matrix(r);
        equations.A.multiply(equations.v.data(), equations.b.data());
        equations.b.head<3>() -= state_.given.impulse;
        equations.b.tail<3>() -= state_.given.moment / r;
    } else {
        equations.A = BlockMatrix(BlockPattern{2, 2, {0, 1, 2}, {0, 1}});
        Eigen::Map<Mat3>(equations.A.block(0)) = mass_.mass * Mat3::Identity();
        Eigen::Map<Mat3>(equations.A.block(1)) = inertia() / (r * r);
        equations.b << mass_.mass * state_.velocity - state_.given.impulse,
            (inertia() * step_.angular_velocity - state_.given.moment) / r;
    }
    for (int i = 0; i < rows.size(); ++i) {
        const RowJacobian j = jacobian(rows, i);
        equations.rows.push_back({rows.contact(i), 0, j.leftCols<3>()});
        equations.rows.push_back({rows.contact(i), 1, j.rightCols<3>() / r});
    }
    return equations;
}

void RigidBody::take_velocities(std::span<const double> v, std::span<const double> p) {
    state_.given.impulse = Eigen::Map<const Vec3>(p.data());
    state_.given.moment = mass_.gyration() * Eigen::Map<const Vec3>(p.data() + 3);
    state_.velocity = Eigen::Map<const Vec3>(v.data());
    step_.angular_velocity = Eigen::Map<const Vec3>(v.data() + 3) / mass_.gyration();
}

void RigidBody::shift_nodes(std::span<const double> x, double h) {
    state_.center += h * Eigen::Map<const Vec3>(x.data());
    turn(h * Eigen::Map<const Vec3>(x.data() + 3) / mass_.gyration());
    update_surface();
}

Energies RigidBody::energies(const AccelerationField& field) const {
    const double translation = mass_.mass * state_.velocity.squaredNorm() / 2;
    const double rotation = angular_velocity().dot(state_.angular_momentum) / 2;
    return {translation + rotation, 0, mass_.mass * field.potential(state_.center)};
}

int RigidBody::nearest_point(const Vec3& at_rest) const {
    const Vec3 wanted = at_rest - outline_.center_in_shape;
    return nearest_vertex(outline_.surface.size(), wanted,
                          [&](std::size_t i) { return outline_.surface.point(i); });
}

Vec3 RigidBody::point_position(int point) const {
    return surface_.positions[point];
}

Vec3 RigidBody::point_velocity(int point) const {
    return surface_.velocities[point];
}

void RigidBody::append_state(std::vector<double>& values) const {
    for (const Vec3* v : vectors_of(state_)) values.insert(values.end(), v->begin(), v->end());
    values.insert(values.end(), state_.rotation.data(), state_.rotation.data() + 9);
}

bool RigidBody::set_state(std::span<const double> values) {
    if (values.size() != 30) return false;
    const double* next = values.data();
    for (Vec3* v : vectors_of(state_)) {
        *v = Eigen::Map<const Vec3>(next);
        next += 3;
    }
    state_.rotation = Eigen::Map<const Mat3>(next);
    update_surface();
    return true;
}

Mat3 RigidBody::inertia() const {
    return state_.rotation * mass_.inertia * state_.rotation.transpose();
}

Vec3 RigidBody::angular_velocity() const {
    return turned_by(state_.angular_momentum);
}

void RigidBody::update_surface() {
    outline_.surface.positions(state_.center, state_.rotation, surface_.positions);
    outline_.surface.velocities(state_.velocity, angular_velocity(), state_.rotation, surface_.velocities);
    outline_.collision.positions(state_.center, state_.rotation, collision_positions_);
}

}  // namespace limpet
