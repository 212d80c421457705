#include "step/probe.h"

#include <limits>

#include "bodies/rigid/torque_free.h"

namespace limpet {
namespace {

/// Of a traction: less along the normal than this is none. Bonds that only hold sideways do not press.
constexpr double rounding = 1e-9;

}  // namespace

Probe::Probe(const ProbeDescription& description, const BodyReading& body, int index, std::optional<int> with)
    : name_(description.name), what_(description.what), body_(&body), index_(index), with_(with) {
    if (description.nearest) point_ = body.nearest_point(to_vec3(*description.nearest));
}

ProbeReading Probe::read(const std::vector<ContactFrame>& contacts, const Dissipation& dissipated) const {
    const auto vector = [&](const Vec3& v) { return ProbeReading{name_, {v.x(), v.y(), v.z()}}; };
    switch (what_) {
        case ProbeQuantity::Position:
            return vector(point_ < 0 ? body_->center_of_mass() : body_->point_position(point_));
        case ProbeQuantity::Velocity:
            return vector(point_ < 0 ? body_->mean_velocity() : body_->point_velocity(point_));
        case ProbeQuantity::Rotation:
            return vector(rotation_log(body_->rotation()));
        case ProbeQuantity::Volume:
            return {name_, {body_->volume()}};
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

ProbeReading Probe::read_dissipation(const Dissipation& dissipated) const {
    double sum = 0;
    for (const auto& [pair, heat] : dissipated)
        if (counts(pair.first, pair.second)) sum += heat;
    return {name_, {sum}};
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
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    slip = pressing > 0 ? Vec3(slip / pressing) : Vec3::Constant(none);
    if (what_ == ProbeQuantity::SlipVelocity) return {name_, {slip.x(), slip.y(), slip.z()}};
    return {name_, {pressing > 0 ? sticking / pressing : none}};
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
    switch (what_) {
        case ProbeQuantity::Bonds:
            return {name_, {static_cast<double>(bonds)}};
        case ProbeQuantity::BondedArea:
            return {name_, {bonded_area}};
        case ProbeQuantity::MeanBeta:
            return {name_, {area > 0 ? weighted_beta / area : std::numeric_limits<double>::quiet_NaN()}};
        case ProbeQuantity::AdhesiveForce:
            return {name_, {force.x(), force.y(), force.z()}};
        default:
            return {name_, {energy}};
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
        if (traction.dot(to_vec3(c.normal)) > rounding * traction.norm()) area += c.area;
        gap = std::min(gap, c.gap);
    }
    if (what_ == ProbeQuantity::ContactForce) return {name_, {force.x(), force.y(), force.z()}};
    if (what_ == ProbeQuantity::ContactArea) return {name_, {area}};
    return {name_,
            {gap < std::numeric_limits<double>::infinity() ? gap : std::numeric_limits<double>::quiet_NaN()}};
}

}  // namespace limpet
