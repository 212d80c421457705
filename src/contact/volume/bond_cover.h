#pragma once

/// Which contacts of volumes lie where bonds are already: cells stay where they are in the world, bonds go
/// with the bodies, so that a cell has parts of several bonds and a bond lies in several cells.
///
///   T_p = Σ_i a_ip        B_p = Σ_k b_kp
///   covered by bond k:  Σ_p a_ip b_kp/max(B_p, T_p)        free:  Σ_p a_ip max(1 − B_p/T_p, 0)
///
///   a_ip  area of contact i at place p (patch_places.h) [m²]      b_kp  of bond k [m²]
///
/// So over a face that is bonded hardly anything is free, however the cells cut it; and what comes to touch
/// beside bonds is, be they open or not.

#include <vector>

#include "contact/volume/patch_places.h"

namespace limpet {

struct CoveredContact {
    struct By {
        int bond;
        double area;  ///< of the bond that lies here [m²]
    };
    std::vector<By> bonds;  ///< by their numbers
    double free = 0;        ///< area without a bond [m²]
    PlaceAreas free_share;  ///< of each of its places, 0 to 1
};

/// One a contact.
std::vector<CoveredContact> cover(const std::vector<PlaceAreas>& bonds,
                                  const std::vector<PlaceAreas>& contacts);

}  // namespace limpet
