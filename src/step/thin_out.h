#pragma once

#include <vector>

#include "contact/contact.h"
#include "step/contact_set.h"
#include "step/step_context.h"

namespace limpet {

/// Contacts of bodies that move far in a step, where they are too many to be solved: true for those to leave
/// out.
///
/// Motion within the step widens the search (detect/proximity_detector.h): at ten times a good step it
/// reaches half of a body, and whole surfaces face each other. W has a block for each pair of a body's
/// contacts: with thousands of them a step would take minutes and gigabytes. Where a group's W would have
/// more than `most_blocks`, of contacts that are farther than `near` every k-th of each pair of bodies is
/// kept. What is nearer, overlaps or is bonded always takes part.
std::vector<bool> contacts_to_thin_out(const std::vector<Contact>& contacts, const std::vector<bool>& moves,
                                       const std::vector<bool>& idle, double near, double most_blocks);

/// Leaves them out of the step, with a warning.
void thin_out(const StepContext& context, ContactSet& contacts);

}  // namespace limpet
