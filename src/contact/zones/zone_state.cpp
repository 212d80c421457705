/// What of zones is carried from step to step, in states and to another list of bodies.

#include <algorithm>
#include <cmath>

#include "contact/zones/zone_set.h"
#include "core/state_part.h"

namespace limpet {
namespace {

/// Takes whole numbers within bounds, one after the other.
class WholeNumbers {
public:
    explicit WholeNumbers(std::span<const double> values) : values_(values) {}

    /// −1 and `is_sound()` false from now on, if the next one is none from `least` to `most`.
    std::int64_t take(double least, double most) {
        if (values_.empty() || !(values_[0] >= least && values_[0] <= most) ||
            values_[0] != std::floor(values_[0])) {
            sound_ = false;
            return -1;
        }
        const auto value = static_cast<std::int64_t>(values_[0]);
        values_ = values_.subspan(1);
        return value;
    }
    double take_number() {
        if (values_.empty() || !std::isfinite(values_[0])) {
            sound_ = false;
            return 0;
        }
        const double value = values_[0];
        values_ = values_.subspan(1);
        return value;
    }
    bool is_sound() const { return sound_; }
    bool is_done() const { return values_.empty(); }

private:
    std::span<const double> values_;
    bool sound_ = true;
};

constexpr double largest_id = 1e15;

}  // namespace

void ZoneSet::append_state(std::vector<double>& values) const {
    std::vector<double> own = {static_cast<double>(next_id_), static_cast<double>(zones_.size())};
    for (const Zone& zone : zones_) {
        own.push_back(static_cast<double>(zone.id));
        own.push_back(zone.driver);
        own.push_back(static_cast<double>(zone.rigid.size()));
        own.insert(own.end(), zone.rigid.begin(), zone.rigid.end());
    }
    for (int p = 0; p < numbers().total(); ++p) {
        if (zone_of_[p] < 0 && notes_.released_from(p) < 0 && !notes_.collides(p)) continue;
        const HeldParticle& held = notes_.held(p);
        for (const double value :
             {static_cast<double>(p), static_cast<double>(zone_of_[p]),
              static_cast<double>(notes_.released_from(p)), static_cast<double>(notes_.collides(p)),
              held.away.x(), held.away.y(), held.away.z(), held.aside.x(), held.aside.y(), held.aside.z(),
              held.area, static_cast<double>(held.partner), static_cast<double>(held.whole),
              static_cast<double>(held.is_attached)})
            own.push_back(value);
    }
    append_part(own, values);
}

bool ZoneSet::take_state(std::span<const double>& values) {
    const auto part = take_part(values);
    if (!part) return false;
    WholeNumbers in(*part);
    const double last_body = static_cast<double>(zone_of_rigid_.size()) - 1;
    ZoneSet taken(topology_);
    taken.next_id_ = in.take(0, largest_id);
    const std::int64_t zones = in.take(0, static_cast<double>(part->size()));
    for (std::int64_t z = 0; z < zones && in.is_sound(); ++z) {
        Zone& zone = taken.zones_.emplace_back();
        zone.id = in.take(0, static_cast<double>(taken.next_id_) - 1);
        zone.driver = static_cast<int>(in.take(-1, last_body));
        const std::int64_t rigid = in.take(0, last_body + 1);
        for (std::int64_t k = 0; k < rigid && in.is_sound(); ++k) {
            const int body = static_cast<int>(in.take(0, last_body));
            if (body < 0) break;
            zone.rigid.push_back(body);
            taken.zone_of_rigid_[body] = static_cast<int>(z);
        }
    }
    while (in.is_sound() && !in.is_done()) {
        const int p = static_cast<int>(in.take(0, numbers().total() - 1.0));
        if (p < 0) break;
        HeldParticle& held = taken.notes_.held(p);
        taken.zone_of_[p] = static_cast<int>(in.take(-1, static_cast<double>(zones) - 1));
        taken.notes_.set_released_from(p, static_cast<int>(in.take(-1, last_body)));
        taken.notes_.set_collides(p, in.take(0, 1) != 0);
        for (double& c : held.away) c = in.take_number();
        for (double& c : held.aside) c = in.take_number();
        held.area = in.take_number();
        held.partner = static_cast<int>(in.take(-1, last_body));
        held.whole = static_cast<int>(in.take(-1, last_body));
        held.is_attached = in.take(0, 1) != 0;
    }
    if (!in.is_sound()) return false;
    taken.list_members();
    *this = std::move(taken);
    return true;
}

void ZoneSet::inherit(const ZoneSet& before, const BodyRenumbering& bodies) {
    const auto now_of = [&](int body) { return body >= 0 ? bodies.body(body).value_or(-1) : -1; };
    next_id_ = before.next_id_;
    zones_.clear();
    std::fill(zone_of_rigid_.begin(), zone_of_rigid_.end(), -1);
    for (const Zone& zone : before.zones_) {
        Zone& now = zones_.emplace_back(Zone{zone.id, now_of(zone.driver)});
        for (const int body : zone.rigid)
            if (const int at = now_of(body); at >= 0) {
                now.rigid.push_back(at);
                zone_of_rigid_[at] = static_cast<int>(zones_.size()) - 1;
            }
    }
    for (int b = 0; b < before.numbers().bodies(); ++b) {
        const int now = now_of(b);
        if (now < 0 || numbers().count(now) != before.numbers().count(b)) continue;
        for (int i = 0; i < numbers().count(now); ++i) {
            const int from = before.numbers().first(b) + i, to = numbers().first(now) + i;
            zone_of_[to] = before.zone_of_[from];
            notes_.inherit(to, before.notes_, from, bodies);
        }
    }
    prune();
}

}  // namespace limpet
