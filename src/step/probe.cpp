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

/// Of a body that is not there.
ProbeReading Probe::missing() const {
    switch (description_.what) {
        case ProbeQuantity::Position:
        case ProbeQuantity::Velocity:
        case ProbeQuantity::Rotation:
        case ProbeQuantity::ContactForce:
        case ProbeQuantity::SlipVelocity:
        case ProbeQuantity::AdhesiveForce:
            return {description_.name, std::vector<double>(3, no_reading)};
        default:
            return {description_.name, {no_reading}};
    }
}

ProbeReading Probe::read(const std::vector<ContactFrame>& contacts, const Dissipation& dissipated,
                         const std::vector<ZoneMembers>& members) const {
    if (!body_) return missing();
    const auto vector = [&](const Vec3& v) { return ProbeReading{description_.name, {v.x(), v.y(), v.z()}}; };
    switch (description_.what) {
        case ProbeQuantity::Position:
            return vector(point_ < 0 ? body_->center_of_mass() : body_->point_position(point_));
        case ProbeQuantity::Velocity:
            return vector(point_ < 0 ? body_->mean_velocity() : body_->point_velocity(point_));
        case ProbeQuantity::Rotation:
            return vector(rotation_log(body_->rotation()));
        case ProbeQuantity::Volume:
            return {description_.name, {body_->volume()}};
        case ProbeQuantity::SlipVelocity:
        case ProbeQuantity::Sticking:
            return read_slip(contacts);
        case ProbeQuantity::Bonds:
        case ProbeQuantity::BondedArea:
        case ProbeQuantity::MeanBeta:
        case ProbeQuantity::AdhesiveForce:
        case ProbeQuantity::AdhesiveEnergy:
            return read_bonds(contacts);
        case ProbeQuantity::AdhesiveDissipation:
            return read_dissipation(dissipated);
        case ProbeQuantity::CollidingShare:
        case ProbeQuantity::Zones:
            return read_zones(members[static_cast<std::size_t>(index_)]);
        case ProbeQuantity::ContactForce:
        case ProbeQuantity::ContactArea:
        case ProbeQuantity::Gap:
            break;
    }
    return read_contacts(contacts);
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

ProbeReading Probe::read_dissipation(const Dissipation& dissipated) const {
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
    if (description_.what == ProbeQuantity::SlipVelocity)
        return {description_.name, {slip.x(), slip.y(), slip.z()}};
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
            return {description_.name, {force.x(), force.y(), force.z()}};
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
    if (description_.what == ProbeQuantity::ContactForce)
        return {description_.name, {force.x(), force.y(), force.z()}};
    if (description_.what == ProbeQuantity::ContactArea) return {description_.name, {area}};
    return {description_.name, {gap < std::numeric_limits<double>::infinity() ? gap : no_reading}};
}

}  // namespace limpet
