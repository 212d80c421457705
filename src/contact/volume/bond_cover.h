#pragma once

/// Which contacts of volumes lie where bonds are already: cells stay where they are in the world, bonds go
/// with the bodies, so that a cell has parts of several bonds and a bond lies in several cells.
///
/// Of a patch only middle and area are known. Bonds are dealt out to contacts as areas: first about as much
/// as squares there would overlap, nearest first and those that touch before those that are open; then what
/// is left of them, to small contacts first, which may be long and thin. What then is left of a contact has
/// no bond yet. So over a face that is bonded hardly anything is left, however the cells cut it.

#include <vector>

#include "core/types.h"

namespace limpet {

/// A bond's or a contact's part of the surfaces.
struct BondPatch {
    Vec3 center;  ///< [m]
    double area;  ///< [m²]
    bool is_open = false;
};

struct CoveredContact {
    struct By {
        int bond;
        double area;  ///< of the bond that lies here [m²]
    };
    std::vector<By> bonds;  ///< a bond may be there twice
    double free = 0;        ///< area without a bond; 0 if it may be an inaccuracy [m²]
    bool is_new = false;    ///< most of it is free
};

/// One a contact.
std::vector<CoveredContact> cover(const std::vector<BondPatch>& bonds,
                                  const std::vector<BondPatch>& contacts);

}  // namespace limpet
