#pragma once

/// An account of bonds that is kept from outside, by where they are: bonds that are lost or doubled show in
/// it, whatever the engine's own list says.
///
/// A bond's place is the vertex that owns its area. A pair's areas are on one side, whose vertices its
/// contacts lie on. From one step to the next
///
///   a birth    has a pressure,
///   a death    is seen: a contact at the place, without a bond, whose surfaces have come so far apart that
///              bonds break,
///
/// and births less deaths must be what the step's record says there is.

#include <map>
#include <set>

#include "limpet/world.h"

namespace limpet::verification {

class BondLedger {
public:
    /// `breaking`: surfaces that are nearer than this break no bond [m].
    explicit BondLedger(double breaking) : breaking_(breaking) {}

    /// After every step of one world, from before its first bonds on.
    void take(const World& world);

    int doubled = 0;       ///< bonds at a place that has another one with the same body
    int lost = 0;          ///< bonds that nothing broke
    int from_nothing = 0;  ///< bonds that no pressure made
    int unaccounted = 0;   ///< steps whose record has another number of bonds than births less deaths
    long births = 0, deaths = 0;

private:
    struct Place {
        int body, vertex, other;
        auto operator<=>(const Place&) const = default;
    };
    struct Seen {
        bool bonded = false, pressed = false, apart = false;
    };
    std::map<Place, Seen> seen(const World& world);

    double breaking_;
    std::set<Place> alive_;
};

}  // namespace limpet::verification
