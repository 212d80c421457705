#pragma once

/// Pressures between bodies that do not deform: mechanics leaves them open where more contacts touch than
/// carry, and a solver gives all the force to some. Of all pressures with the same force and moment, the
/// smallest:
///
///   min Σ A_i p_i²,   Σ A_i p_i = F,   Σ A_i p_i x_i = M,   p_i ≥ 0      ⇒   p_i = a + b·x_i where positive
///
///   A_i, x_i  area [m²] and place [m] of the touching contacts of a flat patch        p_i  pressure [Pa]
///   F, M      sum of the solver's normal forces [N], and of force times place [N m]
///
/// This is Navier's linear pressure under a rigid foot. Tangential tractions follow in proportion.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"

namespace limpet {

/// Changes the tractions of flat patches between bodies that do not deform; `near`: contacts whose gap ends
/// the step below this touch [m].
void spread_rigid_pressures(const std::vector<Contact>& contacts, const ContactSolution& solution, double h,
                            double near, const std::vector<std::unique_ptr<Body>>& bodies,
                            std::vector<Vec3>& traction);

}  // namespace limpet
