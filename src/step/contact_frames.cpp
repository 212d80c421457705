#include "step/contact_frames.h"

#include <tuple>

#include "contact/material_point.h"
#include "core/state_part.h"

namespace limpet {

std::vector<Vec3> contact_forces(const std::vector<Contact>& contacts, const ContactSolution& solution,
                                 double h) {
    std::vector<Vec3> forces(contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i)
        forces[i] = contacts[i].frame * (solution[i].lambda + solution[i].viscous) / h;
    return forces;
}

std::vector<ContactFrame> contact_frames(const std::vector<Contact>& contacts,
                                         const ContactSolution& solution, const std::vector<Vec3>& forces,
                                         const std::vector<Vec3>& traction,
                                         const std::vector<std::unique_ptr<Body>>& bodies) {
    std::vector<ContactFrame> frames;
    frames.reserve(contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const Contact& c = contacts[i];
        Vec3 tangential = solution[i].u;
        tangential.x() = 0;
        ContactFrame f;
        f.id = c.id;
        f.first_body = c.key.first_body;
        f.second_body = c.key.second_body;
        f.first_point = to_array(contact_point(c, *bodies[f.first_body], true));
        f.second_point = to_array(contact_point(c, *bodies[f.second_body], false));
        f.normal = to_array(c.normal());
        f.gap = c.gap;
        f.area = c.area;
        f.force = to_array(forces[i]);
        f.traction = to_array(traction[i]);
        f.slip = to_array(c.frame * tangential);
        f.status = solution[i].status;
        f.adhesive = c.adhesion != nullptr && c.area > 0;
        f.beta = c.beta;
        f.energy = c.energy;
        f.pull = to_array(c.pull);
        f.dissipated = c.dissipated;
        frames.push_back(f);
    }
    return frames;
}

namespace {

/// Visits all numbers of a contact, in the order that states have them in.
template <class ContactFrameOrConst, class Visit>
void for_each_number(ContactFrameOrConst& f, const Visit& visit) {
    const auto each = [&](auto& vector) {
        for (auto& number : vector) visit(number);
    };
    visit(f.id), visit(f.first_body), visit(f.second_body);
    each(f.first_point), each(f.second_point), each(f.normal);
    visit(f.gap), visit(f.area);
    each(f.force), each(f.traction), each(f.slip);
    visit(f.status);
    visit(f.beta), visit(f.energy);
    each(f.pull);
    visit(f.dissipated), visit(f.adhesive);
}

std::size_t numbers_of_a_contact() {
    std::size_t count = 0;
    ContactFrame none;
    for_each_number(none, [&](auto&) { ++count; });
    return count;
}

}  // namespace

void ShownContacts::append_shown(std::vector<double>& values) const {
    for (const ContactFrame& frame : frames_)
        for_each_number(frame, [&](const auto& number) { values.push_back(static_cast<double>(number)); });
}

bool ShownContacts::take_shown(std::span<const double> values, std::size_t bodies) {
    const std::size_t numbers = numbers_of_a_contact();
    if (values.size() % numbers != 0) return false;
    frames_.assign(values.size() / numbers, {});
    const double* next = values.data();
    bool fits = true;
    const auto is_body = [&](int i) { return i >= 0 && static_cast<std::size_t>(i) < bodies; };
    for (ContactFrame& frame : frames_) {
        for_each_number(frame, [&](auto& number) { fits = take_number(*next++, number) && fits; });
        fits = fits && is_body(frame.first_body) && is_body(frame.second_body) &&
               frame.status >= ContactStatus::Open && frame.status <= ContactStatus::Slip;
    }
    return fits;
}

void ShownContacts::inherit(const CarriedState& before, const BodyRenumbering& bodies) {
    for (ContactFrame frame : static_cast<const ShownContacts&>(before).frames_)
        if (const auto now = bodies.pair({frame.first_body, frame.second_body})) {
            std::tie(frame.first_body, frame.second_body) = *now;
            frames_.push_back(std::move(frame));
        }
}

}  // namespace limpet
