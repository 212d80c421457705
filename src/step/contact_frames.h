#pragma once

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "limpet/frame.h"

namespace limpet {

/// Contacts as frames and probes see them, with bodies where they are at the end of the step.
std::vector<ContactFrame> contact_frames(const std::vector<Contact>& contacts,
                                         const ContactSolution& solution, double h,
                                         const std::vector<std::unique_ptr<Body>>& bodies);

}  // namespace limpet
