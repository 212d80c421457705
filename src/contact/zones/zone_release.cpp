#include "contact/zones/zone_release.h"

#include "contact/zones/linear_traction.h"

namespace limpet {
namespace {

/// A particle with its zone and without it.
struct Clone {
    Vec3 x, start_velocity;
    double mass;
    Vec3 impulse;       ///< of its forces, with the pressure [N s]
    Vec3 end_velocity;  ///< with the zone [m/s]
    Vec3 end;

    Vec3 zone_impulse() const { return mass * (end_velocity - start_velocity) - impulse; }
};

Clone clone_of(const PartInSubstep& part, int i) {
    const ParticleSubstep& start = part.start;
    Clone c;
    c.x = start.x[i];
    c.mass = start.mass[i];
    c.impulse = start.impulse[i];
    if (!start.volume_gradient.empty()) c.impulse += part.pressure * start.volume_gradient[i];
    c.end = part.zone.end_position(c.x);
    c.end_velocity = part.zone.end_velocity(c.x);
    if (part.zone.is_free())
        c.start_velocity = part.zone.start_velocity(c.x);
    else
        c.start_velocity = part.is_fresh ? c.end_velocity : start.v[i];
    return c;
}

bool leaves_by_kappa(const PartInSubstep& part, const Clone& c, const Vec3& away, const AdhesiveLaw& law) {
    const Vec3 alone = part.k * (c.start_velocity + c.impulse / c.mass), imposed = c.end - c.x;
    const double steps = static_cast<double>(part.substeps) * part.substeps;
    const Vec3 difference = steps * (alone - imposed);
    const bool opposed = law.as_printed ? alone.dot(imposed) < 0 : difference.dot(away) > 0;
    return opposed && difference.norm() > *law.kappa;
}

bool leaves_by_strength(const Vec3& traction, const Vec3& away, double strength) {
    const double normal = traction.dot(away);
    if (normal < 0) return traction.norm() > strength;
    return (traction - normal * away).norm() > strength;
}

}  // namespace

void find_leaving(const PartInSubstep& part, const ZoneSet& zones, const ZonePart& members,
                  std::vector<int>& leaving) {
    const int first = zones.numbers().first(members.body);
    std::vector<int> held;
    std::vector<Vec3> places, forces;
    std::vector<double> areas;
    double area = 0;
    bool by_strength = false;
    for (int m = members.begin; m < members.end; ++m) {
        const int p = zones.members()[m];
        if (zones.held(p).is_attached || part.start.is_imposed[p - first]) continue;
        const AdhesiveLaw& law = part.laws.of(members.body, zones.held(p).partner);
        if (!law.kappa && !law.strength) continue;
        const Clone c = clone_of(part, p - first);
        if (law.kappa && leaves_by_kappa(part, c, zones.held(p).away, law)) leaving.push_back(p);
        by_strength = by_strength || law.strength;
        held.push_back(p);
        places.push_back(c.x);
        forces.push_back(c.zone_impulse() / part.k);
        areas.push_back(zones.held(p).area);
        area += areas.back();
    }
    if (!by_strength) return;
    // Only edges touch: the areas about them.
    if (!(area > 0))
        for (std::size_t i = 0; i < held.size(); ++i) areas[i] = part.rest_areas[held[i]];
    const LinearTraction traction(places, areas, forces);
    for (std::size_t i = 0; i < held.size(); ++i) {
        const HeldParticle& particle = zones.held(held[i]);
        const AdhesiveLaw& law = part.laws.of(members.body, particle.partner);
        if (law.strength && leaves_by_strength(traction.at(places[i]), particle.away, *law.strength))
            leaving.push_back(held[i]);
    }
}

}  // namespace limpet
