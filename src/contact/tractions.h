#pragma once

/// Tractions, from forces: what a patch feels, whichever of its contacts the solver gave the forces to.
///
///   t_i = (1/A_i) Σ_c s_ic f_c,   Σ_i s_ic = 1
///
///   f_c   force of contact c on its first body [N]     A_i  area of contact i [m²]
///   t_i   traction there [Pa]
///   s_ic  share of contact i in f_c: 1 for c itself if it has an area; otherwise the weights of c's points
///   on
///         those of their vertices that have one
///
/// Where edges cross between vertices, several contacts say nearly the same and their forces are not unique;
/// their sum at each vertex is, up to the mesh. Contacts without area, and with no such vertex beside them,
/// are in no traction.

#include "contact/contact.h"

namespace limpet {

/// One per contact; zero where the area is. `forces`, one per contact, are on the first bodies.
std::vector<Vec3> tractions(const std::vector<Contact>& contacts, const std::vector<Vec3>& forces);

}  // namespace limpet
