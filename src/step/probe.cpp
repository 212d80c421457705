#include "step/probe.h"

#include <algorithm>
#include <limits>

#include "bodies/make_body.h"
#include "bodies/rigid/torque_free.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// Of what there is nothing to say about.
constexpr double no_reading = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Probe::Probe(const ProbeDescription& description, const Bodies& bodies) : description_(description) {
    body_index(bodies, description.body, "probes");
    if (description.with) body_index(bodies, *description.with, "probes");
    follow(bodies);
}

void Probe::follow(const Bodies& bodies) {
    const auto index_of = [&](const std::string& name) {
        for (std::size_t i = 0; i < bodies.size(); ++i)
            if (bodies[i]->name() == name) return static_cast<int>(i);
        return -1;
    };
    index_ = index_of(description_.body);
    const Body* const before = body_;
    body_ = index_ >= 0 ? bodies[index_].get() : nullptr;
    // Nodes that cuts have made since are not looked at.
    if (body_ && body_ != before && description_.nearest)
        point_ = body_->nearest_point(to_vec3(*description_.nearest));
    if (description_.with) with_ = index_of(*description_.with);
}

/// Of a body that is not there, or has no such thing.
ProbeReading Probe::missing() const {
    const auto columns = static_cast<std::size_t>(entry_of(description_.what).columns);
    return {description_.name, std::vector<double>(columns, no_reading)};
}

std::vector<double> Probe::read_body() const {
    const auto values = [](const std::optional<Vec3>& v) {
        return v ? std::vector<double>{v->x(), v->y(), v->z()} : std::vector<double>();
    };
    const auto spin = [&](Vec3 Spin::*part) {
        const std::optional<Spin> own = body_->spin();
        return own ? values((*own).*part) : std::vector<double>();
    };
    switch (description_.what) {
        case ProbeQuantity::Position:
            return values(point_ < 0 ? body_->center_of_mass() : body_->point_position(point_));
        case ProbeQuantity::Velocity:
            return values(point_ < 0 ? body_->mean_velocity() : body_->point_velocity(point_));
        case ProbeQuantity::Rotation:
            return values(rotation_log(body_->rotation()));
        case ProbeQuantity::Volume:
            return {body_->volume()};
        case ProbeQuantity::Mass:
            return {body_->mass()};
        case ProbeQuantity::Momentum:
            return values(Vec3(body_->mass() * body_->mean_velocity()));
        case ProbeQuantity::AngularVelocity:
            return spin(&Spin::angular_velocity);
        case ProbeQuantity::AngularMomentum:
            return spin(&Spin::angular_momentum);
        case ProbeQuantity::StrainEnergy:
            return {body_->energies({}).elastic};
        case ProbeQuantity::ReactionForce:
            return values(body_->reaction_force());
        case ProbeQuantity::Stress: {
            std::optional<Vec3> place;
            if (description_.nearest) place = to_vec3(*description_.nearest);
            const std::optional<Mat3> s = body_->stress(place);
            if (!s) return {};
            return {(*s)(0, 0), (*s)(1, 1), (*s)(2, 2), (*s)(0, 1), (*s)(1, 2), (*s)(2, 0)};
        }
        default:
            return {};
    }
}

ProbeReading Probe::read(const Step& step) const {
    if (!body_) return missing();
    switch (description_.what) {
        case ProbeQuantity::SlipVelocity:
        case ProbeQuantity::Sticking:
            return read_slip(step.contacts);
        case ProbeQuantity::Slip:
            return read_path(step.slid);
        case ProbeQuantity::Bonds:
        case ProbeQuantity::BondedArea:
        case ProbeQuantity::MeanBeta:
        case ProbeQuantity::AdhesiveForce:
        case ProbeQuantity::AdhesiveEnergy:
            return read_bonds(step.contacts);
        case ProbeQuantity::AdhesiveDissipation:
            return read_dissipation(step.dissipated);
        case ProbeQuantity::CollidingShare:
        case ProbeQuantity::Zones:
            return read_zones(step.members[static_cast<std::size_t>(index_)]);
        case ProbeQuantity::ContactForce:
        case ProbeQuantity::ContactArea:
        case ProbeQuantity::Gap:
            return read_contacts(step.contacts);
        case ProbeQuantity::NormalForce:
        case ProbeQuantity::TangentialForce:
        case ProbeQuantity::ContactTorque:
            return read_parts(step.contacts);
        default:
            break;
    }
    std::vector<double> values = read_body();
    return values.empty() ? missing() : ProbeReading{description_.name, std::move(values)};
}

bool Probe::counts(int first_body, int second_body) const {
    const bool first = first_body == index_;
    const int other = first ? second_body : first_body;
    return (first || second_body == index_) && (!with_ || other == *with_);
}

ProbeReading Probe::read_zones(const ZoneMembers& members) const {
    if (description_.what == ProbeQuantity::Zones)
        return {description_.name, {static_cast<double>(members.in_zones.size())}};
    const int particles = body_->particles();
    const auto colliding = std::count(members.colliding.begin(), members.colliding.end(), 1);
    return {description_.name, {particles > 0 ? static_cast<double>(colliding) / particles : no_reading}};
}

/// Of all bodies that it slides on, the longest way.
ProbeReading Probe::read_path(const ByPair& slid) const {
    double longest = 0;
    for (const auto& [pair, path] : slid)
        if (counts(pair.first, pair.second)) longest = std::max(longest, path);
    return {description_.name, {longest}};
}

/// Both sides of a self-contact are the body's own: their forces cancel.
ProbeReading Probe::read_parts(const std::vector<ContactFrame>& contacts) const {
    Vec3 along = Vec3::Zero(), across = Vec3::Zero(), torque = Vec3::Zero();
    const Vec3 center = body_->center_of_mass();
    for (const ContactFrame& c : contacts) {
        if (!counts(c) || c.first_body == c.second_body) continue;
        const Vec3 force = side(c) * to_vec3(c.force), n = to_vec3(c.normal);
        along += force.dot(n) * n;
        across += force - force.dot(n) * n;
        torque += (to_vec3(c.first_body == index_ ? c.first_point : c.second_point) - center).cross(force);
    }
    return reading(description_.what == ProbeQuantity::NormalForce       ? along
                   : description_.what == ProbeQuantity::TangentialForce ? across
                                                                         : torque);
}

ProbeReading Probe::read_dissipation(const ByPair& dissipated) const {
    double sum = 0;
    for (const auto& [pair, heat] : dissipated)
        if (counts(pair.first, pair.second)) sum += heat;
    return {description_.name, {sum}};
}

ProbeReading Probe::read_slip(const std::vector<ContactFrame>& contacts) const {
    Vec3 slip = Vec3::Zero();
    double pressing = 0, sticking = 0;
    for (const ContactFrame& c : contacts) {
        if (!counts(c) || c.status == ContactStatus::Open) continue;
        const double normal_force = to_vec3(c.force).dot(to_vec3(c.normal));
        slip += side(c) * normal_force * to_vec3(c.slip);
        pressing += normal_force;
        if (c.status == ContactStatus::Stick) sticking += normal_force;
    }
    slip = pressing > 0 ? Vec3(slip / pressing) : Vec3::Constant(no_reading);
    if (description_.what == ProbeQuantity::SlipVelocity) return reading(slip);
    return {description_.name, {pressing > 0 ? sticking / pressing : no_reading}};
}

ProbeReading Probe::read_bonds(const std::vector<ContactFrame>& contacts) const {
    Vec3 force = Vec3::Zero();
    double area = 0, bonded_area = 0, weighted_beta = 0, energy = 0;
    int bonds = 0;
    for (const ContactFrame& c : contacts) {
        if (!counts(c) || !c.adhesive) continue;
        if (c.first_body != c.second_body) force += side(c) * to_vec3(c.pull);
        area += c.area;
        weighted_beta += c.area * c.beta;
        if (c.beta > 0) bonded_area += c.area;
        bonds += c.beta > 0;
        energy += c.energy;
    }
    switch (description_.what) {
        case ProbeQuantity::Bonds:
            return {description_.name, {static_cast<double>(bonds)}};
        case ProbeQuantity::BondedArea:
            return {description_.name, {bonded_area}};
        case ProbeQuantity::MeanBeta:
            return {description_.name, {area > 0 ? weighted_beta / area : no_reading}};
        case ProbeQuantity::AdhesiveForce:
            return reading(force);
        default:
            return {description_.name, {energy}};
    }
}

ProbeReading Probe::read_contacts(const std::vector<ContactFrame>& contacts) const {
    Vec3 force = Vec3::Zero();
    double area = 0, gap = std::numeric_limits<double>::infinity();
    for (const ContactFrame& c : contacts) {
        if (!counts(c)) continue;
        // Both sides of a self-contact are the body's own: their forces cancel.
        if (c.first_body != c.second_body) force += side(c) * to_vec3(c.force);
        const Vec3 traction = to_vec3(c.traction);
        if (traction.dot(to_vec3(c.normal)) > min_pressing_share * traction.norm()) area += c.area;
        gap = std::min(gap, c.gap);
    }
    if (description_.what == ProbeQuantity::ContactForce) return reading(force);
    if (description_.what == ProbeQuantity::ContactArea) return {description_.name, {area}};
    return {description_.name, {gap < std::numeric_limits<double>::infinity() ? gap : no_reading}};
}

bool asks_for_slip(const Scene& scene) {
    return std::any_of(scene.probes.begin(), scene.probes.end(),
                       [](const ProbeDescription& probe) { return probe.what == ProbeQuantity::Slip; });
}

}  // namespace limpet
