#include "verify/bond_ledger.h"

#include <cmath>
#include <limits>

#include "verify/bond_sums.h"

namespace limpet::verification {
namespace {

Vector3 difference(const Vector3& a, const Vector3& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

struct Nearest {
    int vertex = -1;
    double squared_distance = std::numeric_limits<double>::infinity();
};

Nearest nearest_vertex(const BodyFrame& body, const Vector3& point) {
    Nearest best;
    for (std::size_t i = 0; i < body.vertices.size(); ++i) {
        const Vector3 d = difference(body.vertices[i], point);
        if (const double squared = dot(d, d); squared < best.squared_distance)
            best = {static_cast<int>(i), squared};
    }
    return best;
}

}  // namespace

std::map<BondLedger::Place, BondLedger::Seen> BondLedger::seen(const World& world) {
    struct Ends {
        const ContactFrame* contact;
        Nearest first, second;
    };
    const Frame frame = world.frame();
    std::map<std::pair<int, int>, std::vector<Ends>> pairs;
    for (const ContactFrame& c : frame.contacts)
        if (c.adhesive)
            pairs[{c.first_body, c.second_body}].push_back(
                {&c, nearest_vertex(frame.bodies[c.first_body], c.first_point),
                 nearest_vertex(frame.bodies[c.second_body], c.second_point)});
    std::map<Place, Seen> places;
    for (const auto& [pair, contacts] : pairs) {
        double first = 0, second = 0;
        for (const Ends& ends : contacts) {
            first += ends.first.squared_distance;
            second += ends.second.squared_distance;
        }
        const bool first_owns = first <= second;
        for (const auto& [c, on_first, on_second] : contacts) {
            const Place place = first_owns ? Place{pair.first, on_first.vertex, pair.second}
                                           : Place{pair.second, on_second.vertex, pair.first};
            Seen& at = places[place];
            doubled += at.bonded && c->beta > 0;
            at.bonded |= c->beta > 0;
            at.pressed |= dot(c->traction, c->normal) > 0;
            const Vector3 apart = difference(c->first_point, c->second_point);
            at.apart |= std::sqrt(dot(apart, apart)) > breaking_;
        }
    }
    return places;
}

void BondLedger::take(const World& world) {
    const std::map<Place, Seen> now = seen(world);
    std::erase_if(alive_, [&](const Place& place) {
        const auto found = now.find(place);
        if (found != now.end() && found->second.bonded) return false;
        const bool broken = found != now.end() && found->second.apart;
        deaths += broken;
        lost += !broken;
        return true;
    });
    for (const auto& [place, at] : now)
        if (at.bonded && alive_.insert(place).second) {
            births += at.pressed;
            from_nothing += !at.pressed;
        }
    unaccounted += world.last_step().bonds != births - deaths;
}

}  // namespace limpet::verification
