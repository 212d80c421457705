#pragma once

/// Which particles and bodies each zone holds: the population of virtual adhesives.
///
///   join       particles that collide join the zone of what they touch and of their mesh neighbours; several
///              such zones become one, which has the id of the oldest; where there is none, a new one begins
///   release    a particle leaves, and is not captured again by the body that it left while it moves away
///              from it within the detection distance
///   remove     a zone that holds together nothing: fewer than two particles (a body that moves as a whole
///              counts as one), or particles of one body none of which touched that same body
///
/// A. Carra, J.-L. Martiel, E. Promayon, Virtual adhesive (VRIPHYS 2007), §4.2.2. We deviate: zones that
/// different static bodies hold never become one, since one rigid body cannot follow two; a rigid body is in
/// one zone at most, so that all that it touches is; and a zone of which one body alone is left ends, where
/// the paper keeps it while two particles are in it.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "contact/zone_members.h"
#include "contact/zones/touch_notes.h"

namespace limpet {

struct Zone {
    std::int64_t id = 0;
    int driver = -1;              ///< the static body that holds it
    std::vector<int> rigid = {};  ///< bodies in it, rising
    bool is_fresh = true;         ///< others joined it in this step, and it has not moved with them yet
    int first_part = 0, end = 0;  ///< of parts()
};

/// A body's particles in a zone: members() from `begin` to `end`.
struct ZonePart {
    int zone, body, begin, end;
};

class ZoneJoining;

class ZoneSet {
public:
    ZoneSet() = default;
    ZoneSet(ParticleNumbers numbers, ParticleNeighbours neighbours, std::vector<WholeBody> wholes);

    const ParticleTopology& topology() const { return *topology_; }
    const ParticleNumbers& numbers() const { return topology_->numbers; }
    const std::vector<Zone>& zones() const { return zones_; }
    const std::vector<ZonePart>& parts() const { return parts_; }
    const std::vector<int>& members() const { return members_; }
    int zone_of(int particle) const { return zone_of_[particle]; }  ///< index in zones(), −1: none
    int zone_of_rigid(int body) const { return zone_of_rigid_[body]; }
    const HeldParticle& held(int particle) const { return notes_.held(particle); }
    bool collides(int particle) const { return notes_.collides(particle); }
    int merges() const { return merges_; }      ///< in the last join()
    int releases() const { return releases_; }  ///< since the last join()

    /// Particles are on a body that moves as a whole, for good.
    void attach(int whole, std::span<const int> particles);
    /// At the start of a step: what touches is held together.
    void join(std::span<const Touch> touches);
    /// In the same step: these touches, too. Returns whether they hold together anything that was not.
    bool join_more(std::span<const Touch> touches);
    /// Is all that touches in one zone?
    bool holds(const Touch& touch) const;
    /// Particles leave their zones; zones that hold nothing together any more end.
    void release(std::span<const int> particles);
    /// All have moved together.
    void settle();

    /// Of each body.
    std::vector<ZoneMembers> describe(const std::vector<int>& vertices) const;

    void append_state(std::vector<double>& values) const;
    [[nodiscard]] bool take_state(std::span<const double>& values);
    /// Takes over the zones of another set, as far as their bodies are still there.
    void inherit(const ZoneSet& before, const BodyRenumbering& bodies);

private:
    explicit ZoneSet(std::shared_ptr<const ParticleTopology> topology);
    WholeBody kind_of(int body) const { return topology_->wholes[body]; }
    /// Returns whether any zone has changed.
    bool adopt(ZoneJoining& joining);
    void free_particle(int particle);
    /// Rigid and static bodies that no member of the zone has touched leave it.
    void drop_wholes(int zone);
    bool holds_together(const Zone& zone) const;
    /// After zone_of_ has changed: ends zones that hold nothing, and lists the members of the others.
    void prune();
    void list_members();

    std::shared_ptr<const ParticleTopology> topology_ = std::make_shared<ParticleTopology>();
    TouchNotes notes_;
    std::vector<Zone> zones_;  ///< by rising id
    std::int64_t next_id_ = 0;
    std::vector<int> zone_of_, zone_of_rigid_;
    int merges_ = 0, releases_ = 0;
    std::vector<int> members_;  ///< by zone, rising
    std::vector<ZonePart> parts_;
};

}  // namespace limpet
