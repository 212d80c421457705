#include "step/contact_laws.h"

#include "core/state_part.h"

namespace limpet {

void ContactLaws::give(std::vector<Contact>& contacts, const ContactMemory& memory) const {
    for (Contact& c : contacts) {
        if (c.sample) continue;
        c.friction = friction_.coefficient(c.key.first_body, c.key.second_body, memory.slid(c.key));
        c.restitution = restitution_.coefficient(c.key.first_body, c.key.second_body);
        c.bounce_speed = restitution_.threshold();
        c.viscosity = friction_.viscosity(c.key.first_body, c.key.second_body);
    }
}

void ContactLaws::append_state(std::vector<double>& values) const {
    append_part_of([&](auto& all) { bonds_.append_state(all); }, values);
}

bool ContactLaws::take_state(std::span<const double>& values) {
    const auto part = take_part(values);
    return part && bonds_.set_state(*part);
}

}  // namespace limpet
