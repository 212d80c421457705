#pragma once

#include <optional>
#include <vector>

#include "contact/contact.h"

namespace limpet {

/// Contacts of one pair of bodies from its proximities: keys, frames, and areas that tile. Where vertices of
/// both sides touch, the side whose touching triangles are cut less by the patch's rim owns the area, the
/// other has none: a small box on a large plate gives exactly the box's face. `kept_owner` has them, if
/// given.
std::vector<Contact> make_contacts(int first_body, int second_body, const DetectionSurface& first,
                                   const DetectionSurface& second, const std::vector<Proximity>& proximities,
                                   std::optional<FeaturePair> kept_owner = {});

/// The same within one surface: both sides of a fold own half of the area.
std::vector<Contact> make_self_contacts(int body, const DetectionSurface& surface,
                                        const std::vector<Proximity>& proximities);

/// One contact, of thickened surfaces.
Contact make_contact(const ContactKey& key, const Proximity& proximity, double first_radius,
                     double second_radius);
/// What of a proximity its contact's key names: the vertex, or the first edge.
int key_feature(const Proximity& proximity);

}  // namespace limpet
