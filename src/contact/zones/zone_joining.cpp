#include "contact/zones/zone_joining.h"

#include <algorithm>

namespace limpet {

ZoneJoining::ZoneJoining(const ZoneSet& set)
    : set_(set),
      zones_(static_cast<int>(set.zones().size())),
      sets_(set.zones().size() + set.numbers().total() + set.topology().wholes.size()),
      driver_(set.zones().size() + set.numbers().total() + set.topology().wholes.size(), -1) {
    for (int z = 0; z < zones_; ++z) {
        driver_[z] = set.zones()[z].driver;
        for (const int body : set.zones()[z].rigid) join(z, of_rigid(body));
    }
}

bool ZoneJoining::join(int a, int b) {
    a = root(a);
    b = root(b);
    if (a == b) return true;
    if (driver_[a] >= 0 && driver_[b] >= 0 && driver_[a] != driver_[b]) return false;
    if (a < b) std::swap(a, b);
    driver_[b] = std::max(driver_[a], driver_[b]);
    sets_.join(a, b);
    return true;
}

void ZoneJoining::join(const Touch& touch) {
    const std::vector<WholeBody>& wholes = set_.topology().wholes;
    int element = -1;
    const auto take = [&](int other) {
        if (element < 0)
            element = other;
        else
            join(element, other);
    };
    for (const Touch::Side* side : {&touch.first, &touch.second}) {
        for_each_particle(*side, [&](int p) { take(of_particle(p)); });
        if (wholes[side->body] == WholeBody::Rigid) take(of_rigid(side->body));
    }
    for (const Touch::Side* side : {&touch.first, &touch.second})
        if (wholes[side->body] == WholeBody::Static) hold(element, side->body);
}

}  // namespace limpet
