#pragma once

/// Zones, new particles and rigid bodies as elements of sets that become zones. A set's root is its first
/// element, so that the oldest zone goes on.

#include "contact/zones/zone_set.h"
#include "core/disjoint_sets.h"

namespace limpet {

class ZoneJoining {
public:
    explicit ZoneJoining(const ZoneSet& set);

    int zones() const { return zones_; }  ///< before any begin
    int of_particle(int p) const { return set_.zone_of(p) >= 0 ? set_.zone_of(p) : zones() + p; }
    int of_rigid(int body) const { return zones() + set_.numbers().total() + body; }
    int root(int element) { return sets_.root(element); }
    int driver(int root) const { return driver_[root]; }

    /// All that touches.
    void join(const Touch& touch);
    /// False where static bodies hold both, and not the same one.
    bool join(int a, int b);

private:
    void hold(int element, int body) {
        if (int& driver = driver_[root(element)]; driver < 0) driver = body;
    }

    const ZoneSet& set_;
    int zones_;
    DisjointSets sets_;
    std::vector<int> driver_;  ///< of roots
};

}  // namespace limpet
