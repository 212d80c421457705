#include "verify/bond_sums.h"

#include <algorithm>
#include <cassert>

namespace limpet::verification {
double dot(const Vector3& a, const Vector3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

BondSums bond_sums(const World& world) {
    BondSums sums;
    for (const ContactFrame& c : world.contacts()) {
        if (!c.adhesive || !(c.area > 0)) continue;
        const Vector3 apart{c.first_point[0] - c.second_point[0], c.first_point[1] - c.second_point[1],
                            c.first_point[2] - c.second_point[2]};
        ++sums.contacts;
        sums.area += c.area;
        sums.gap += c.area * dot(apart, c.normal);
        sums.pull -= dot(c.force, c.normal);
        sums.pressure += c.area * dot(c.traction, c.normal);
        sums.least_beta = std::min(sums.least_beta, c.beta);
        sums.most_beta = std::max(sums.most_beta, c.beta);
        if (!(c.beta > 0)) continue;
        ++sums.bonds;
        sums.bonded_area += c.area;
    }
    if (sums.contacts == 0) return {.least_beta = 0};
    sums.gap /= sums.area;
    sums.pressure /= sums.area;
    return sums;
}

double mechanical_energy(const World& world) {
    const StepRecord& s = world.last_step();
    return s.kinetic + s.elastic + s.potential + s.adhesive_energy;
}

AdhesionDescription& adhesion_of(Scene& scene) {
    assert(scene.contact && scene.contact->law.adhesion && "the benchmark's scene has adhesion");
    return *scene.contact->law.adhesion;
}

}  // namespace limpet::verification
