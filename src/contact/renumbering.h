#pragma once

#include <optional>

#include "contact/contact.h"
#include "core/body_renumbering.h"

namespace limpet {

/// The same of contacts.
class Renumbering : public BodyRenumbering {
public:
    using BodyRenumbering::BodyRenumbering;

    std::optional<ContactKey> key(const ContactKey& before) const {
        const auto both = pair({before.first_body, before.second_body});
        if (!both) return {};
        return ContactKey{both->first, both->second, before.features, before.feature, before.ordinal};
    }
};

}  // namespace limpet
