#include "step/contact_frames.h"

#include <tuple>

#include "contact/material_point.h"

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

void ShownContacts::inherit(const CarriedState& before, const BodyRenumbering& bodies) {
    for (ContactFrame frame : static_cast<const ShownContacts&>(before).frames_)
        if (const auto now = bodies.pair({frame.first_body, frame.second_body})) {
            std::tie(frame.first_body, frame.second_body) = *now;
            frames_.push_back(std::move(frame));
        }
}

}  // namespace limpet
