#pragma once

/// Pressures under round bodies that do not deform: they touch at a point, which has no area, and mechanics
/// knows no pressure there. What lets bonds grow is the pressure in the film between the surfaces, which
/// reaches as far as the reference gap: an elastic foundation as thick as that, without a stiffness of its
/// own, since the force is known.
///
///   p_k = s_k (a + b·x_k),   Σ A_k p_k = F,   Σ A_k p_k x_k = M,   p_k ≥ 0,    s_k = 1 − g_k/g_ref ≥ 0
///
///   A_k, x_k, g_k  area [m²], place [m] and gap at the end of the step [m] of sample k
///   F, M           sum of the normal forces of exact contacts that push about the same way [N], and of force
///                  times place [N m]
///   g_ref          reference gap of the pair's adhesion [m]
///
/// Of all pressures with that force and moment, it is the one with the smallest Σ A p²/s: under a ball b = 0,
/// and p falls as E. Winkler's foundation has it, from the middle to the rim of the cap that is nearer than
/// g_ref. Tangential tractions follow in proportion. Neither depends on how far apart samples are.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"

namespace limpet {

/// Adds the pressures to the tractions of samples.
void add_sample_pressures(const std::vector<Contact>& contacts, const ContactSolution& solution, double h,
                          const std::vector<std::unique_ptr<Body>>& bodies, std::vector<Vec3>& traction);

}  // namespace limpet
