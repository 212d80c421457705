#include "contact/zones/touch_notes.h"

#include <algorithm>
#include <limits>

namespace limpet {
namespace {

constexpr double no_touch = std::numeric_limits<double>::infinity();
/// Of the angle between two normals: with less in common they are those of two surfaces, or of a corner's
/// two. [-]
constexpr double max_common_cosine = 0.5;

}  // namespace

TouchNotes::TouchNotes(int particles)
    : held_(particles),
      released_from_(particles, -1),
      collides_(particles, false),
      nearest_(particles, no_touch),
      is_near_yet_(particles, false) {}

void TouchNotes::begin_step() {
    std::fill(nearest_.begin(), nearest_.end(), no_touch);
    std::fill(is_near_yet_.begin(), is_near_yet_.end(), false);
    std::fill(collides_.begin(), collides_.end(), false);
}

/// A particle that was released from the other body and moves away from it keeps its freedom.
bool TouchNotes::is_blocked(const Touch& touch) {
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

void TouchNotes::note_side(const Touch& touch, bool is_first, const std::vector<WholeBody>& wholes,
                           const std::vector<int>& zone_of) {
    const Touch::Side &side = is_first ? touch.first : touch.second,
                      &other = is_first ? touch.second : touch.first;
    for_each_particle(side, [&](int p) {
        HeldParticle& held = held_[p];
        if (nearest_[p] == no_touch) {
            // What it touched before it was free is forgotten.
            if (zone_of[p] < 0) held = {};
            held.area = 0;
            held.aside.setZero();
        }
        collides_[p] = true;
        held.area += side.area;
        released_from_[p] = -1;
        if (wholes[other.body] != WholeBody::None && !held.is_attached) held.whole = other.body;
        if (touch.gap >= nearest_[p]) return;
        nearest_[p] = touch.gap;
        if (held.is_attached) return;
        held.away = is_first ? touch.normal : Vec3(-touch.normal);
        held.partner = other.body;
    });
}

/// After note_side() of all: a particle between two surfaces has a normal on each.
void TouchNotes::note_aside(const Touch& touch) {
    const auto note = [&](const Touch::Side& side, double sign) {
        for_each_particle(side, [&](int p) {
            HeldParticle& held = held_[p];
            const Vec3 normal = sign * touch.normal;
            const double across = normal.dot(held.away);
            if (across < max_common_cosine && (held.aside.isZero() || across < held.aside.dot(held.away)))
                held.aside = normal;
        });
    };
    note(touch.first, 1);
    note(touch.second, -1);
}

std::vector<const Touch*> TouchNotes::note(std::span<const Touch> touches,
                                           const std::vector<WholeBody>& wholes,
                                           const std::vector<int>& zone_of) {
    std::vector<const Touch*> held;
    for (const Touch& touch : touches)
        if (!is_blocked(touch)) held.push_back(&touch);
    for (const Touch* touch : held) {
        note_side(*touch, true, wholes, zone_of);
        note_side(*touch, false, wholes, zone_of);
    }
    for (const Touch* touch : held) note_aside(*touch);
    for (std::size_t p = 0; p < is_near_yet_.size(); ++p)
        if (!is_near_yet_[p]) released_from_[p] = -1;
    return held;
}

void TouchNotes::inherit(int particle, const TouchNotes& before, int from, const BodyRenumbering& bodies) {
    const auto now_of = [&](int body) { return body >= 0 ? bodies.body(body).value_or(-1) : -1; };
    released_from_[particle] = now_of(before.released_from_[from]);
    collides_[particle] = before.collides_[from];
    HeldParticle& held = held_[particle] = before.held_[from];
    held.partner = now_of(held.partner);
    held.whole = now_of(held.whole);
}

}  // namespace limpet
