#include "contact/common_point.h"

#include "contact/material_point.h"

namespace limpet {

void push_at_common_point(Contact& contact, const std::vector<std::unique_ptr<Body>>& bodies) {
    if (contact.key.first_body == contact.key.second_body || contact.volume) return;
    const Body &first = *bodies[contact.key.first_body], &second = *bodies[contact.key.second_body];
    if (!first.can_move() || !second.can_move()) return;
    Vec3 apart = contact_point(contact, second, false) - contact_point(contact, first, true);
    if (!first.deforms() && !second.deforms()) apart /= 2;
    if (!first.deforms()) contact.first_offset += apart;
    if (!second.deforms()) contact.second_offset -= apart;
}

}  // namespace limpet
