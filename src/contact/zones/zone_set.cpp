#include "contact/zones/zone_set.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "contact/zones/zone_joining.h"

namespace limpet {
namespace {

/// A zone of less holds nothing together.
constexpr int min_zone_members = 2;

}  // namespace

ZoneSet::ZoneSet(ParticleNumbers numbers, ParticleNeighbours neighbours, std::vector<WholeBody> wholes)
    : ZoneSet(std::make_shared<ParticleTopology>(
          ParticleTopology{std::move(numbers), std::move(neighbours), std::move(wholes)})) {}

ZoneSet::ZoneSet(std::shared_ptr<const ParticleTopology> topology)
    : topology_(std::move(topology)),
      notes_(topology_->numbers.total()),
      zone_of_(topology_->numbers.total(), -1),
      zone_of_rigid_(topology_->wholes.size(), -1) {}

void ZoneSet::attach(int whole, std::span<const int> particles) {
    int zone = zone_of_rigid_[whole];
    if (zone < 0) {
        zone = static_cast<int>(zones_.size());
        zones_.push_back({next_id_++});
        if (kind_of(whole) == WholeBody::Static) {
            zones_.back().driver = whole;
        } else {
            zones_.back().rigid = {whole};
            zone_of_rigid_[whole] = zone;
        }
    }
    for (const int p : particles) {
        zone_of_[p] = zone;
        notes_.held(p).partner = notes_.held(p).whole = whole;
        notes_.held(p).is_attached = true;
    }
    prune();
}

void ZoneSet::join(std::span<const Touch> touches) {
    notes_.begin_step();
    merges_ = releases_ = 0;
    settle();
    join_more(touches);
}

bool ZoneSet::join_more(std::span<const Touch> touches) {
    const std::vector<const Touch*> held = notes_.note(touches, topology_->wholes, zone_of_);
    ZoneJoining joining(*this);
    for (const Touch* touch : held) joining.join(*touch);
    for (int p = 0; p < numbers().total(); ++p) {
        if (!notes_.collides(p) || zone_of_[p] >= 0) continue;
        for (const int q : topology_->neighbours.of(p))
            if (notes_.collides(q) || zone_of_[q] >= 0)
                joining.join(joining.of_particle(p), joining.of_particle(q));
    }
    const bool any_change = adopt(joining);
    for (int p = 0; p < numbers().total(); ++p)
        if (zone_of_[p] >= 0 && !notes_.held(p).is_attached) notes_.set_collides(p, true);
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
        if (kind_of(side->body) == WholeBody::Rigid) all = all && is_in(zone_of_rigid_[side->body]);
    }
    for (const Touch::Side* side : {&touch.first, &touch.second})
        if (kind_of(side->body) == WholeBody::Static) all = all && zone && zones_[*zone].driver == side->body;
    return all;
}

/// Sets become zones.
bool ZoneSet::adopt(ZoneJoining& joining) {
    bool any_change = false;
    const auto freshen = [&](int zone) { zones_[zone].is_fresh = any_change = true; };
    const int before = joining.zones();
    std::vector<int> zone_at(before + static_cast<std::size_t>(numbers().total()) + zone_of_rigid_.size(),
                             -1);
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
    for (int p = 0; p < numbers().total(); ++p) {
        if (!notes_.collides(p) && zone_of_[p] < 0) continue;
        const int root = joining.root(joining.of_particle(p)), zone = zone_of_root(root);
        if (zone_of_[p] != zone) freshen(zone);
        zone_of_[p] = zone;
        if (zones_[zone].driver != joining.driver(root)) freshen(zone);
        zones_[zone].driver = joining.driver(root);
    }
    for (Zone& zone : zones_) zone.rigid.clear();
    for (int b = 0; b < static_cast<int>(zone_of_rigid_.size()); ++b) {
        if (kind_of(b) != WholeBody::Rigid) continue;
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
    notes_.set_released_from(p, notes_.held(p).partner);
    notes_.held(p).is_attached = false;
    ++releases_;
}

void ZoneSet::drop_wholes(int z) {
    Zone& zone = zones_[z];
    if (zone.driver < 0 && zone.rigid.empty()) return;
    std::vector<int> touched;
    for (int k = zone.first_part; k < zone.end; ++k)
        for (int m = parts_[k].begin; m < parts_[k].end; ++m)
            if (const int whole = notes_.held(members_[m]).whole; whole >= 0) touched.push_back(whole);
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
        if (notes_.held(members_[k]).partner == only.body) return true;
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
    for (int p = 0; p < numbers().total(); ++p)
        if (zone_of_[p] >= 0) members_[next[zone_of_[p]]++] = p;
    parts_.clear();
    for (int z = 0; z < static_cast<int>(zones_.size()); ++z) {
        zones_[z].first_part = static_cast<int>(parts_.size());
        for (int k = start[z]; k < start[z + 1]; ++k) {
            const int body = numbers().body_of(members_[k]);
            if (k == start[z] || parts_.back().body != body) parts_.push_back({z, body, k, k});
            parts_.back().end = k + 1;
        }
        zones_[z].end = static_cast<int>(parts_.size());
    }
}

std::vector<ZoneMembers> ZoneSet::describe(const std::vector<int>& vertices) const {
    std::vector<ZoneMembers> all(numbers().bodies());
    for (int b = 0; b < numbers().bodies(); ++b) {
        if (!numbers().has(b)) continue;
        for (int i = 0; i < vertices[b]; ++i) {
            const int p = numbers().first(b) + i;
            all[b].zones.push_back(zone_of_[p] >= 0 ? static_cast<int>(zones_[zone_of_[p]].id) : -1);
            all[b].colliding.push_back(notes_.collides(p));
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
