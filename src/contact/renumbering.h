#pragma once

#include <optional>

#include "contact/contact.h"
#include "core/body_renumbering.h"

namespace limpet {

/// The key of a contact under the new indices of its bodies, if both are still there.
inline std::optional<ContactKey> renumbered(const ContactKey& before, const BodyRenumbering& bodies) {
    const auto both = bodies.pair({before.first_body, before.second_body});
    if (!both) return {};
    return ContactKey{both->first, both->second, before.features, before.feature, before.ordinal};
}

}  // namespace limpet
