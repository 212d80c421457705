#pragma once

/// What is remembered of touches: what each particle touched last, and which ones were released and are near
/// yet what they left.
///
/// A particle is not captured again by the body that it left while it moves away from it within the detection
/// distance.

#include <span>
#include <vector>

#include "contact/zones/particle_topology.h"
#include "contact/zones/touch.h"
#include "core/body_renumbering.h"

namespace limpet {

/// Of a particle in a zone, or released from it.
struct HeldParticle {
    Vec3 away = Vec3::Zero();   ///< unit vector, from what it touched last
    Vec3 aside = Vec3::Zero();  ///< the same from what else it touched, most across that; zero: nothing
    double area = 0;            ///< that it held there [m^2]
    int partner = -1;           ///< the body that it touched last, the nearest one
    int whole = -1;             ///< the rigid or static body that it touched last
    bool is_attached = false;   ///< for good
};

class TouchNotes {
public:
    TouchNotes() = default;
    explicit TouchNotes(int particles);

    const HeldParticle& held(int particle) const { return held_[particle]; }
    HeldParticle& held(int particle) { return held_[particle]; }
    /// Body that a particle was released from and is near yet; −1: none.
    int released_from(int particle) const { return released_from_[particle]; }
    void set_released_from(int particle, int body) { released_from_[particle] = body; }
    bool collides(int particle) const { return collides_[particle]; }
    void set_collides(int particle, bool collides) { collides_[particle] = collides; }

    /// None touches yet in this step.
    void begin_step();
    /// Particles of these touches collide, but for those that part from what they were released from. Returns
    /// the others. `zone_of`: of each particle, −1: none.
    std::vector<const Touch*> note(std::span<const Touch> touches, const std::vector<WholeBody>& wholes,
                                   const std::vector<int>& zone_of);
    /// What a particle of another list of bodies has.
    void inherit(int particle, const TouchNotes& before, int from, const BodyRenumbering& bodies);

private:
    bool is_blocked(const Touch& touch);
    void note_side(const Touch& touch, bool is_first, const std::vector<WholeBody>& wholes,
                   const std::vector<int>& zone_of);
    void note_aside(const Touch& touch);

    std::vector<HeldParticle> held_;
    std::vector<int> released_from_;
    std::vector<char> collides_;
    std::vector<double> nearest_;    ///< gap of the nearest touch in this step; infinite: none
    std::vector<char> is_near_yet_;  ///< of released particles, in this step
};

/// Visits those that the side has.
template <class Visit>
void for_each_particle(const Touch::Side& side, const Visit& visit) {
    for (const int p : side.particles)
        if (p >= 0) visit(p);
}

}  // namespace limpet
