#include "contact/zones/zone_set.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>

namespace limpet {
namespace {

constexpr double no_touch = std::numeric_limits<double>::infinity();
/// A zone of less holds nothing together.
constexpr int min_zone_members = 2;
/// Of the angle between two normals: with less in common they are those of two surfaces, or of a corner's
/// two. [-]
constexpr double max_common_cosine = 0.5;

template <class Visit>
void for_each_particle(const Touch::Side& side, const Visit& visit) {
    for (const int p : side.particles)
        if (p >= 0) visit(p);
}

}  // namespace

ParticleNumbers::ParticleNumbers(const std::vector<int>& counts) {
    for (const int count : counts) {
        body_of_.insert(body_of_.end(), count, bodies());
        first_.push_back(first_.back() + count);
    }
}

ParticleNeighbours mesh_neighbours(const ParticleNumbers& numbers,
                                   const std::vector<std::span<const Triangle>>& triangles) {
    std::vector<std::array<int, 2>> edges;
    for (int b = 0; b < numbers.bodies(); ++b) {
        if (!numbers.has(b)) continue;
        for (const Triangle& t : triangles[b])
            for (int k = 0; k < 3; ++k) {
                const int i = numbers.first(b) + t[k], j = numbers.first(b) + t[(k + 1) % 3];
                edges.push_back({i, j});
                edges.push_back({j, i});
            }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    ParticleNeighbours all;
    all.start.assign(numbers.total() + 1, 0);
    for (const auto& edge : edges) ++all.start[edge[0] + 1];
    std::partial_sum(all.start.begin(), all.start.end(), all.start.begin());
    all.neighbour.reserve(edges.size());
    for (const auto& edge : edges) all.neighbour.push_back(edge[1]);
    return all;
}

/// Zones, new particles and rigid bodies as elements of sets that become zones. A set's root is its first
/// element, so that the oldest zone goes on.
class ZoneSet::Joining {
public:
    explicit Joining(const ZoneSet& set)
        : set_(set),
          zones_(static_cast<int>(set.zones_.size())),
          sets_(set.zones_.size() + set.numbers_.total() + set.wholes_.size()),
          driver_(set.zones_.size() + set.numbers_.total() + set.wholes_.size(), -1) {
        for (std::size_t z = 0; z < set.zones_.size(); ++z) {
            driver_[z] = set.zones_[z].driver;
            for (const int body : set.zones_[z].rigid) join(static_cast<int>(z), of_rigid(body));
        }
    }

    int zones() const { return zones_; }  ///< before any begin
    int of_particle(int p) const { return set_.zone_of_[p] >= 0 ? set_.zone_of_[p] : zones() + p; }
    int of_rigid(int body) const { return zones() + set_.numbers_.total() + body; }
    int root(int element) { return sets_.root(element); }
    int driver(int root) const { return driver_[root]; }

    /// False where static bodies hold both, and not the same one.
    bool join(int a, int b) {
        a = root(a);
        b = root(b);
        if (a == b) return true;
        if (driver_[a] >= 0 && driver_[b] >= 0 && driver_[a] != driver_[b]) return false;
        if (a < b) std::swap(a, b);
        driver_[b] = std::max(driver_[a], driver_[b]);
        sets_.join(a, b);
        return true;
    }
    void hold(int element, int body) {
        if (int& driver = driver_[root(element)]; driver < 0) driver = body;
    }

private:
    const ZoneSet& set_;
    int zones_;
    DisjointSets sets_;
    std::vector<int> driver_;  ///< of roots
};

ZoneSet::ZoneSet(ParticleNumbers numbers, ParticleNeighbours neighbours, std::vector<WholeBody> wholes)
    : numbers_(std::move(numbers)),
      neighbours_(std::move(neighbours)),
      wholes_(std::move(wholes)),
      zone_of_(numbers_.total(), -1),
      zone_of_rigid_(wholes_.size(), -1),
      held_(numbers_.total()),
      released_from_(numbers_.total(), -1),
      collides_(numbers_.total(), false),
      nearest_(numbers_.total(), no_touch),
      is_near_yet_(numbers_.total(), false) {}

void ZoneSet::attach(int whole, std::span<const int> particles) {
    int zone = zone_of_rigid_[whole];
    if (zone < 0) {
        zone = static_cast<int>(zones_.size());
        zones_.push_back({next_id_++});
        if (wholes_[whole] == WholeBody::Static) {
            zones_.back().driver = whole;
        } else {
            zones_.back().rigid = {whole};
            zone_of_rigid_[whole] = zone;
        }
    }
    for (const int p : particles) {
        zone_of_[p] = zone;
        held_[p].partner = held_[p].whole = whole;
        held_[p].is_attached = true;
    }
    prune();
}

/// A particle that was released from the other body and moves away from it keeps its freedom.
bool ZoneSet::is_blocked(const Touch& touch) {
    bool blocked = false;
    const auto look = [&](const Touch::Side& side, int other) {
        for_each_particle(side, [&](int p) {
            if (released_from_[p] != other) return;
            is_near_yet_[p] = true;
            if (touch.parts) blocked = true;
        });
    };
    look(touch.first, touch.second.body);
    look(touch.second, touch.first.body);
    return blocked;
}

void ZoneSet::note(const Touch& touch) {
    const auto note_side = [&](const Touch::Side& side, const Touch::Side& other, double sign) {
        for_each_particle(side, [&](int p) {
            HeldParticle& held = held_[p];
            if (nearest_[p] == no_touch) {
                // What it touched before it was free is forgotten.
                if (zone_of_[p] < 0) held = {};
                held.area = 0;
                held.aside.setZero();
            }
            collides_[p] = true;
            held.area += side.area;
            released_from_[p] = -1;
            if (wholes_[other.body] != WholeBody::None && !held.is_attached) held.whole = other.body;
            if (touch.gap >= nearest_[p]) return;
            nearest_[p] = touch.gap;
            if (held.is_attached) return;
            held.away = sign * touch.normal;
            held.partner = other.body;
        });
    };
    note_side(touch.first, touch.second, 1);
    note_side(touch.second, touch.first, -1);
}

/// After note() of all: a particle between two surfaces has a normal on each.
void ZoneSet::note_aside(const Touch& touch) {
    const auto note_side = [&](const Touch::Side& side, double sign) {
        for_each_particle(side, [&](int p) {
            HeldParticle& held = held_[p];
            const Vec3 normal = sign * touch.normal;
            const double across = normal.dot(held.away);
            if (across < max_common_cosine && (held.aside.isZero() || across < held.aside.dot(held.away)))
                held.aside = normal;
        });
    };
    note_side(touch.first, 1);
    note_side(touch.second, -1);
}

void ZoneSet::join(std::span<const Touch> touches) {
    std::fill(nearest_.begin(), nearest_.end(), no_touch);
    std::fill(is_near_yet_.begin(), is_near_yet_.end(), false);
    std::fill(collides_.begin(), collides_.end(), false);
    merges_ = releases_ = 0;
    settle();
    join_more(touches);
}

bool ZoneSet::join_more(std::span<const Touch> touches) {
    std::vector<const Touch*> held;
    for (const Touch& touch : touches)
        if (!is_blocked(touch)) held.push_back(&touch);
    for (const Touch* touch : held) note(*touch);
    for (const Touch* touch : held) note_aside(*touch);
    for (int p = 0; p < numbers_.total(); ++p)
        if (!is_near_yet_[p]) released_from_[p] = -1;

    Joining joining(*this);
    for (const Touch* touch : held) {
        int element = -1;
        const auto take = [&](int other) {
            if (element < 0)
                element = other;
            else
                joining.join(element, other);
        };
        for (const Touch::Side* side : {&touch->first, &touch->second}) {
            for_each_particle(*side, [&](int p) { take(joining.of_particle(p)); });
            if (wholes_[side->body] == WholeBody::Rigid) take(joining.of_rigid(side->body));
        }
        for (const Touch::Side* side : {&touch->first, &touch->second})
            if (wholes_[side->body] == WholeBody::Static) joining.hold(element, side->body);
    }
    for (int p = 0; p < numbers_.total(); ++p) {
        if (!collides_[p] || zone_of_[p] >= 0) continue;
        for (const int q : neighbours_.of(p))
            if (collides_[q] || zone_of_[q] >= 0)
                joining.join(joining.of_particle(p), joining.of_particle(q));
    }
    const bool any_change = adopt(joining);
    for (int p = 0; p < numbers_.total(); ++p)
        if (zone_of_[p] >= 0 && !held_[p].is_attached) collides_[p] = true;
    return any_change;
}

bool ZoneSet::holds(const Touch& touch) const {
    std::optional<int> zone;
    const auto is_in = [&](int other) {
        if (!zone) zone = other;
        return other >= 0 && other == *zone;
    };
    bool all = true;
    for (const Touch::Side* side : {&touch.first, &touch.second}) {
        for_each_particle(*side, [&](int p) { all = all && is_in(zone_of_[p]); });
        if (wholes_[side->body] == WholeBody::Rigid) all = all && is_in(zone_of_rigid_[side->body]);
    }
    for (const Touch::Side* side : {&touch.first, &touch.second})
        if (wholes_[side->body] == WholeBody::Static) all = all && zone && zones_[*zone].driver == side->body;
    return all;
}

/// Sets become zones.
bool ZoneSet::adopt(Joining& joining) {
    bool any_change = false;
    const auto freshen = [&](int zone) { zones_[zone].is_fresh = any_change = true; };
    const int before = joining.zones();
    std::vector<int> zone_at(before + static_cast<std::size_t>(numbers_.total()) + wholes_.size(), -1);
    for (int z = 0; z < before; ++z) {
        const int root = joining.root(z);
        zone_at[root] = root;
        if (root == z) continue;
        ++merges_;
        freshen(root);
    }
    const auto zone_of_root = [&](int root) {
        if (zone_at[root] < 0) {
            zone_at[root] = static_cast<int>(zones_.size());
            zones_.push_back({next_id_++});
        }
        return zone_at[root];
    };
    for (int p = 0; p < numbers_.total(); ++p) {
        if (!collides_[p] && zone_of_[p] < 0) continue;
        const int root = joining.root(joining.of_particle(p)), zone = zone_of_root(root);
        if (zone_of_[p] != zone) freshen(zone);
        zone_of_[p] = zone;
        if (zones_[zone].driver != joining.driver(root)) freshen(zone);
        zones_[zone].driver = joining.driver(root);
    }
    for (Zone& zone : zones_) zone.rigid.clear();
    for (int b = 0; b < static_cast<int>(wholes_.size()); ++b) {
        if (wholes_[b] != WholeBody::Rigid) continue;
        const int zone = zone_at[joining.root(joining.of_rigid(b))];
        if (zone >= 0 && zone_of_rigid_[b] != zone) freshen(zone);
        zone_of_rigid_[b] = zone;
        if (zone >= 0) zones_[zone].rigid.push_back(b);
    }
    prune();
    return any_change;
}

void ZoneSet::release(std::span<const int> particles) {
    for (const int p : particles) free_particle(p);
    prune();
}

void ZoneSet::settle() {
    for (Zone& zone : zones_) zone.is_fresh = false;
}

void ZoneSet::free_particle(int p) {
    zone_of_[p] = -1;
    released_from_[p] = held_[p].partner;
    held_[p].is_attached = false;
    ++releases_;
}

void ZoneSet::drop_wholes(int z) {
    Zone& zone = zones_[z];
    if (zone.driver < 0 && zone.rigid.empty()) return;
    std::vector<int> touched;
    for (int k = zone.first_part; k < zone.end; ++k)
        for (int m = parts_[k].begin; m < parts_[k].end; ++m)
            if (const int whole = held_[members_[m]].whole; whole >= 0) touched.push_back(whole);
    std::sort(touched.begin(), touched.end());
    const auto is_gone = [&](int body) { return !std::binary_search(touched.begin(), touched.end(), body); };
    if (zone.driver >= 0 && is_gone(zone.driver)) zone.driver = -1;
    for (const int body : zone.rigid)
        if (is_gone(body)) zone_of_rigid_[body] = -1;
    std::erase_if(zone.rigid, is_gone);
}

bool ZoneSet::holds_together(const Zone& zone) const {
    int particles = 0;
    for (int k = zone.first_part; k < zone.end; ++k) particles += parts_[k].end - parts_[k].begin;
    const int wholes = static_cast<int>(zone.rigid.size()) + (zone.driver >= 0);
    if (particles == 0 || particles + wholes < min_zone_members) return false;
    if (zone.end - zone.first_part + wholes > 1) return true;
    const ZonePart& only = parts_[zone.first_part];
    for (int k = only.begin; k < only.end; ++k)
        if (held_[members_[k]].partner == only.body) return true;
    return false;
}

void ZoneSet::prune() {
    list_members();
    std::vector<int> now_at(zones_.size(), -1);
    std::size_t kept = 0;
    for (std::size_t z = 0; z < zones_.size(); ++z) {
        drop_wholes(static_cast<int>(z));
        if (holds_together(zones_[z])) {
            now_at[z] = static_cast<int>(kept);
            if (kept != z) zones_[kept] = std::move(zones_[z]);
            ++kept;
            continue;
        }
        for (int k = zones_[z].first_part; k < zones_[z].end; ++k)
            for (int m = parts_[k].begin; m < parts_[k].end; ++m) free_particle(members_[m]);
        for (const int body : zones_[z].rigid) zone_of_rigid_[body] = -1;
    }
    if (kept == zones_.size()) return;
    zones_.resize(kept);
    for (int& zone : zone_of_)
        if (zone >= 0) zone = now_at[zone];
    for (int& zone : zone_of_rigid_)
        if (zone >= 0) zone = now_at[zone];
    list_members();
}

void ZoneSet::list_members() {
    std::vector<int> start(zones_.size() + 1, 0);
    for (const int zone : zone_of_)
        if (zone >= 0) ++start[zone + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
    members_.resize(start.back());
    std::vector<int> next(start.begin(), start.end() - 1);
    for (int p = 0; p < numbers_.total(); ++p)
        if (zone_of_[p] >= 0) members_[next[zone_of_[p]]++] = p;
    parts_.clear();
    for (int z = 0; z < static_cast<int>(zones_.size()); ++z) {
        zones_[z].first_part = static_cast<int>(parts_.size());
        for (int k = start[z]; k < start[z + 1]; ++k) {
            const int body = numbers_.body_of(members_[k]);
            if (k == start[z] || parts_.back().body != body) parts_.push_back({z, body, k, k});
            parts_.back().end = k + 1;
        }
        zones_[z].end = static_cast<int>(parts_.size());
    }
}

std::vector<ZoneMembers> ZoneSet::describe(const std::vector<int>& vertices) const {
    std::vector<ZoneMembers> all(numbers_.bodies());
    for (int b = 0; b < numbers_.bodies(); ++b) {
        if (!numbers_.has(b)) continue;
        for (int i = 0; i < vertices[b]; ++i) {
            const int p = numbers_.first(b) + i;
            all[b].zones.push_back(zone_of_[p] >= 0 ? static_cast<int>(zones_[zone_of_[p]].id) : -1);
            all[b].colliding.push_back(collides_[p]);
        }
    }
    for (const Zone& zone : zones_) {
        const int id = static_cast<int>(zone.id);
        for (int k = zone.first_part; k < zone.end; ++k) all[parts_[k].body].in_zones.push_back(id);
        for (const int body : zone.rigid) all[body].in_zones.push_back(id);
        if (zone.driver >= 0) all[zone.driver].in_zones.push_back(id);
    }
    return all;
}

}  // namespace limpet
