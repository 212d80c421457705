/// How bonds of volumes and the contacts that images find go together: a bond holds by its own patches, and
/// has a contact of its own in every step. Of the contacts that images find
///   - those on patches of bonds that touch say the same once more, and are left out;
///   - those on patches of bonds that are open, as where a rim is pressed, stay, but make no bonds;
///   - others stay and may bond.

#include <algorithm>

#include "contact/bonds.h"
#include "contact/volume/bond_cover.h"
#include "contact/volume/make_volume_contacts.h"

namespace limpet {
namespace {

/// Of the reference gap: bonds that are less open touch.
constexpr double touching_gap = 0.01;
/// Of a contact's area that lies on bonds which touch: it says nothing new. And of a bond's area: it touches
/// as a whole, not at its rim.
constexpr double most = 0.5;
/// Of a bond's area: by so much its contact's must be larger for the bond to take it.
constexpr double larger = 1.1;

/// Of a bond's area: less in a contact is rather in another.
constexpr double little = 0.1;

}  // namespace

Vec3 Bonds::middle(const ContactKey& key, const VolumeAnchors& anchors) const {
    return anchors.middle(*bodies_[key.first_body], *bodies_[key.second_body]);
}

bool Bonds::is_open(const ContactKey& key, const LiveBond& bond) const {
    const Vec3 n = bond.anchors.volume.turned_normal(*bodies_[key.first_body], *bodies_[key.second_body])
                       .value_or(bond.normal);
    const double reference = law_.between(key.first_body, key.second_body)->reference_gap;
    return gap_vector(key, bond.anchors).dot(n) > touching_gap * reference;
}

/// A bond that is pressed takes what has come to touch beside it, with β the mean of both: that is not bonded
/// yet.
bool Bonds::widen(double area, const ContactKey& key, Contact& contact, LiveBond& bond) {
    const bool may_grow = bond.pressed && contact.adhesion->bonding_rate > 0;
    if (!may_grow || area < larger * bond.area) return false;
    // Within one body neither side is the first: the bond's stays the first.
    if (key.first_body == key.second_body && contact.normal().dot(bond.normal) < 0) turn_over(contact);
    const Vec3 gap = gap_vector(key, bond.anchors), n = contact.normal(), drag = gap - gap.dot(n) * n;
    const double share = bond.area / area;
    dissipate(key, bond, (1 - share) * bond_energy(*contact.adhesion, bond.beta, bond.strain, bond.area));
    bond.anchors = drawn_by(-drag, key, touching_points(contact));
    bond.beta *= share;
    bond.area = area;
    bond.normal = n;
    return true;
}

/// What touches a body that does not deform turns with it; within and between others, the images tell.
void Bonds::turn_normals(const PairBonds& bonds, const std::vector<Contact*>& contacts,
                         const std::vector<CoveredContact>& covered) const {
    std::vector<double> largest(bonds.size(), 0.0);
    for (std::size_t i = 0; i < contacts.size(); ++i)
        for (const auto& [k, area] : covered[i].bonds) {
            if (area <= largest[k]) continue;
            largest[k] = area;
            const Vec3 n = contacts[i]->normal();
            bonds[k]->second.normal = n.dot(bonds[k]->second.normal) < 0 ? Vec3(-n) : n;
        }
    for (const auto& bond : bonds) {
        const auto& [key, live] = *bond;
        const auto turned =
            live.anchors.volume.turned_normal(*bodies_[key.first_body], *bodies_[key.second_body]);
        if (turned) bond->second.normal = *turned;
    }
}

/// Contacts that say nothing new are left without area.
void Bonds::share_contacts(const PairBonds& bonds, const std::vector<Contact*>& contacts) {
    std::vector<BondPatch> held, found;
    for (const auto& bond : bonds)
        held.push_back({middle(bond->first, bond->second.anchors.volume), bond->second.area,
                        is_open(bond->first, bond->second)});
    for (const Contact* c : contacts) found.push_back({middle(c->key, {c->volume}), c->area});
    const std::vector<CoveredContact> covered = cover(held, found);
    turn_normals(bonds, contacts, covered);
    std::vector<int> contacts_of(bonds.size(), 0);
    std::vector<double> seen(bonds.size(), 0.0);
    for (const CoveredContact& c : covered)
        for (const auto& [k, area] : c.bonds) {
            contacts_of[k] += area > little * held[k].area;
            seen[k] += area;
        }
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        Contact& c = *contacts[i];
        double touching = 0;
        int only = -1, count = 0;
        for (const auto& [k, area] : covered[i].bonds) {
            if (held[k].is_open || seen[k] < most * held[k].area) continue;
            touching += area;
            if (area <= little * held[k].area) continue;
            only = k;
            ++count;
        }
        const bool is_wider =
            count == 1 && contacts_of[only] == 1 &&
            widen(held[only].area + covered[i].free, bonds[only]->first, c, bonds[only]->second);
        if (is_wider || touching > most * c.area)
            c.area = 0;
        else if (covered[i].is_new)
            c.area = covered[i].free;
        else
            c.adhesion = nullptr;
    }
}

void Bonds::find_volume_contacts(std::vector<Contact>& contacts) {
    std::map<std::pair<int, int>, std::pair<PairBonds, std::vector<Contact*>>> pairs;
    for (auto bond = bonds_.begin(); bond != bonds_.end(); ++bond)
        pairs[{bond->first.first_body, bond->first.second_body}].first.push_back(bond);
    for (Contact& c : contacts)
        if (const auto pair = pairs.find({c.key.first_body, c.key.second_body}); pair != pairs.end())
            pair->second.second.push_back(&c);
    for (auto& [bodies, pair] : pairs) share_contacts(pair.first, pair.second);
    std::erase_if(contacts, [](const Contact& c) { return c.area == 0; });
    ByKey with_contacts;
    // Those that had a contact of their own before keep its key.
    for (const bool before : {true, false})
        for (auto& [key, bond] : bonds_) {
            Contact c = own_contact(key, bond);
            if ((c.key == key) != before) continue;
            while (with_contacts.contains(c.key)) ++c.key.feature;
            with_contacts.emplace(c.key, bond);
            contacts.push_back(std::move(c));
        }
    bonds_ = std::move(with_contacts);
}

}  // namespace limpet
