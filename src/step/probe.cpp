#include "step/probe.h"

#include <stdexcept>

#include "bodies/rigid/torque_free.h"

namespace limpet {

Probe::Probe(const ProbeDescription& description, const Body& body)
    : name_(description.name), what_(description.what), body_(&body) {
    if (description.nearest) point_ = body.nearest_point(to_vec3(*description.nearest));
}

ProbeReading Probe::read() const {
    const auto vector = [&](const Vec3& v) { return ProbeReading{name_, {v.x(), v.y(), v.z()}}; };
    switch (what_) {
        case ProbeQuantity::Position:
            return vector(point_ < 0 ? body_->center_of_mass() : body_->point_position(point_));
        case ProbeQuantity::Velocity:
            return vector(point_ < 0 ? body_->mean_velocity() : body_->point_velocity(point_));
        case ProbeQuantity::Rotation:
            return vector(rotation_log(body_->rotation()));
        case ProbeQuantity::ContactForce:
        case ProbeQuantity::ContactArea:
        case ProbeQuantity::Gap:
            throw std::logic_error("contact probes are refused by the reader of scenes");
        case ProbeQuantity::Volume:
            break;
    }
    return {name_, {body_->volume()}};
}

}  // namespace limpet
