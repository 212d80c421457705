#pragma once

#include <vector>

#include "contact/contact.h"

namespace limpet {

/// Contacts that must be solved together: those that moving bodies link (C. Duriez et al. 2004, eq. 27–28).
/// Each group lists indices of `contacts`, ascending; groups are in the order of their first contact. Bodies
/// with moves[body] = false link nothing; contacts with idle[contact] = true are in no group.
std::vector<std::vector<int>> contact_groups(const std::vector<Contact>& contacts,
                                             const std::vector<bool>& moves, const std::vector<bool>& idle);

}  // namespace limpet
