#pragma once

#include "bodies/body.h"
#include "contact/contact.h"
#include "limpet/frame.h"

namespace limpet {

/// Contacts as frames and probes see them, with bodies where they are at the end of the step. λ impulses
/// [N s], u end-of-step velocities [m/s], three numbers a contact.
std::vector<ContactFrame> contact_frames(const std::vector<Contact>& contacts, const VecX& lambda,
                                         const VecX& u, double h,
                                         const std::vector<std::unique_ptr<Body>>& bodies);

}  // namespace limpet
