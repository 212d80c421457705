#include "contact/zones/zone_release.h"

#include "contact/zones/linear_traction.h"

namespace limpet {
namespace {

/// A particle with its zone and without it.
struct Clone {
    int particle;
    bool slides;
    Vec3 x, start_velocity, end_velocity;  ///< with the zone
    Vec3 velocity_before;                  ///< joining: its own
    double mass;
    Vec3 impulse;  ///< of its forces, with the pressure [N s]

    Vec3 zone_impulse() const { return mass * (end_velocity - start_velocity) - impulse; }
    /// Would it move into what is behind it, along `away`, if its zone let it go?
    bool presses_on(const Vec3& away) const {
        return (mass * (end_velocity - velocity_before) - impulse).dot(away) >= 0;
    }
};

Clone clone_of(const PartInSubstep& part, const ZoneSet& zones, const ZonePart& members, int member) {
    Clone c;
    c.particle = zones.members()[members.begin + member];
    const int i = c.particle - zones.numbers().first(members.body);
    const ParticleSubstep& start = part.start;
    c.slides = part.sliding[c.particle];
    c.x = start.x[i];
    c.velocity_before = start.v[i];
    c.mass = start.mass[i];
    c.impulse = start.impulse[i];
    if (!start.volume_gradient.empty()) c.impulse += part.pressure * start.volume_gradient[i];
    c.end_velocity = part.end_velocities[member];
    if (part.zone.is_free())
        c.start_velocity = part.zone.start_velocity(c.x);
    else
        c.start_velocity = part.is_fresh ? c.end_velocity : start.v[i];
    if (c.slides) {
        const Vec3& n = zones.held(c.particle).away;
        c.start_velocity = start.v[i] + n * n.dot(c.start_velocity - start.v[i]);
    }
    return c;
}

bool leaves_by_kappa(const PartInSubstep& part, const Clone& c, const HeldParticle& held,
                     const AdhesiveLaw& law) {
    const Vec3 alone = part.k * (c.start_velocity + c.impulse / c.mass);
    const Vec3 imposed = part.zone.end_position(c.x) - c.x;
    const double steps = static_cast<double>(part.substeps) * part.substeps;
    const Vec3 difference = steps * (alone - imposed);
    const bool opposed = law.as_printed ? alone.dot(imposed) < 0
                                        : difference.dot(held.away) > 0 && difference.dot(held.aside) >= 0;
    return opposed && difference.norm() > *law.kappa;
}

/// What its law no longer holds leaves, unless it moves into what it touches: that slides. Between two
/// surfaces it may only leave both, and does not slide.
void let_go(const Clone& c, const HeldParticle& held, bool pulls, Departures& found) {
    const bool is_between = !held.aside.isZero();
    if (pulls && !c.presses_on(held.away) && !(is_between && c.presses_on(held.aside)))
        found.leaving.push_back(c.particle);
    else if (!c.slides && !is_between)
        found.slipping.push_back(c.particle);
}

/// A body's particles in a zone whose laws have a strength, or share its traction with such.
struct TractionPart {
    std::vector<Clone> clones;
    std::vector<Vec3> places, forces;
    std::vector<double> areas;
    double area = 0;
    bool has_strength = false;
};

void find_by_traction(const PartInSubstep& part, const ZoneSet& zones, const ZonePart& members,
                      TractionPart& held, Departures& found) {
    // Only edges touch: the areas about them.
    if (!(held.area > 0))
        for (std::size_t i = 0; i < held.clones.size(); ++i)
            held.areas[i] = part.rest_areas[held.clones[i].particle];
    const LinearTraction traction(held.places, held.areas, held.forces);
    for (const Clone& c : held.clones) {
        const HeldParticle& particle = zones.held(c.particle);
        const AdhesiveLaw& law = part.laws.of(members.body, particle.partner);
        if (!law.strength) continue;
        const Vec3 t = traction.at(c.x);
        const double normal = t.dot(particle.away);
        const bool pulls = normal < 0;
        const double loosening = pulls ? t.norm() : (t - normal * particle.away).norm();
        if (loosening <= *law.strength) continue;
        let_go(c, particle, pulls, found);
    }
}

}  // namespace

void find_departures(const PartInSubstep& part, const ZoneSet& zones, const ZonePart& members,
                     Departures& found) {
    const int first = zones.numbers().first(members.body);
    TractionPart held;
    for (int m = 0; m < members.end - members.begin; ++m) {
        const int p = zones.members()[members.begin + m];
        if (zones.held(p).is_attached) continue;
        if (!part.start.is_imposed.empty() && part.start.is_imposed[p - first]) continue;
        const AdhesiveLaw& law = part.laws.of(members.body, zones.held(p).partner);
        if (!law.kappa && !law.strength) continue;
        const Clone c = clone_of(part, zones, members, m);
        if (law.kappa && !c.slides && leaves_by_kappa(part, c, zones.held(p), law))
            let_go(c, zones.held(p), true, found);
        held.has_strength = held.has_strength || law.strength;
        held.clones.push_back(c);
        held.places.push_back(c.x);
        held.forces.push_back(c.zone_impulse() / part.k);
        held.areas.push_back(zones.held(p).area);
        held.area += held.areas.back();
    }
    if (held.has_strength) find_by_traction(part, zones, members, held, found);
}

}  // namespace limpet
