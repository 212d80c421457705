/// How bonds of volumes and the contacts that images find go together: a bond holds by its own patches, and
/// has a contact of its own in every step.
///   - A contact on just the patch of a bond that touches says the same once more, and is left out.
///   - Elsewhere contacts of images push and rub as without bonds, and bonds that touch there only pull, as
///     samples do (sample_contacts.h): a row of small bonds in the place of one contact would hold moments
///     that it does not, and lift what rolls.
///   - Of a contact without bonds all may bond; where much of it has none yet, that part has a contact that
///     only pulls.
/// So what rolls has a row of bonds behind it, each as large as a part of a contact. Bonds that only pull are
/// pressed by the contacts that push in their place.

#include <algorithm>

#include "contact/bonds.h"
#include "contact/contact_constants.h"
#include "contact/volume/bond_cover.h"
#include "contact/volume/make_volume_contacts.h"
#include "contact/volume/part_of_patch.h"

namespace limpet {
bool Bonds::is_open(const ContactKey& key, const LiveBond& bond) const {
    const Vec3 n = bond.anchors.volume.turned_normal(*bodies_[key.first_body], *bodies_[key.second_body])
                       .value_or(bond.normal);
    const double reference = law_.between(key.first_body, key.second_body)->reference_gap;
    return gap_vector(key, bond.anchors).dot(n) > touching_bond_ratio * reference;
}

/// A bond that is pressed takes what has come to touch beside it, with β the mean of both: that is not bonded
/// yet.
bool Bonds::widen(double area, const ContactKey& key, Contact& contact, LiveBond& bond) {
    const bool may_grow = bond.pressed && contact.adhesion->bonding_rate > 0;
    if (!may_grow || area < widening_area_ratio * bond.area) return false;
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

/// Its part without bonds, which bonds but does not push; none where one of its sides is all bonded.
std::optional<Contact> Bonds::free_part(const Contact& contact, const CoveredContact& covered) const {
    const int first = contact.key.first_body, second = contact.key.second_body;
    const auto shares = [&](int body, const std::vector<VolumeTerm>& terms) {
        std::vector<double> of_terms;
        for (const VolumeTerm& t : terms)
            of_terms.push_back(covered.free_share.at(places_->place(body, t.vertex)));
        return of_terms;
    };
    std::optional<std::vector<double>> on_first, on_second;
    if (places_->on_first(first, second)) on_first = shares(first, contact.volume->first);
    if (places_->on_second(first, second)) on_second = shares(second, contact.volume->second);
    PartOfPatch part =
        part_of_patch(*contact.volume, on_first, on_second, contact.normal(),
                      bodies_[first]->collision_positions(), bodies_[second]->collision_positions());
    if (part.rows.first.empty() || part.rows.second.empty()) return std::nullopt;
    Contact c = contact;
    c.key.ordinal = own_of_cell(contact.key.ordinal);
    c.area = covered.free;
    c.gap = std::min(part.gap, 0.0);
    c.volume = std::make_shared<const VolumeRows>(std::move(part.rows));
    c.sample = true;
    return c;
}

/// Contacts that say nothing new are left without area; `parts` are what may bond of others.
void Bonds::share_contacts(const PairBonds& bonds, const std::vector<Contact*>& contacts,
                           std::vector<Contact>& parts) {
    const auto on_places = [&](const ContactKey& key, const VolumeRows& rows, double area) {
        return places_->areas(key.first_body, key.second_body, rows, area);
    };
    std::vector<PlaceAreas> held, found;
    for (const auto& bond : bonds)
        held.push_back(on_places(bond->first, *bond->second.anchors.volume.rows, bond->second.area));
    for (const Contact* c : contacts) found.push_back(on_places(c->key, *c->volume, c->area));
    const std::vector<CoveredContact> covered = cover(held, found);
    turn_normals(bonds, contacts, covered);
    std::vector<double> seen(bonds.size(), 0.0);
    for (const CoveredContact& c : covered)
        for (const auto& [k, area] : c.bonds) seen[k] += area / bonds[k]->second.area;
    std::vector<bool> touches;
    for (std::size_t k = 0; k < bonds.size(); ++k)
        touches.push_back(seen[k] > min_share_of_bond && !is_open(bonds[k]->first, bonds[k]->second));
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        Contact& c = *contacts[i];
        for (const auto& [k, area] : covered[i].bonds) {
            LiveBond& bond = bonds[k]->second;
            if (!touches[k] || area < (1 - min_share_of_bond) * std::max(bond.area, c.area - covered[i].free))
                continue;
            // The only one here, and only here.
            if (area >= (1 - min_share_of_bond) * c.area ||
                widen(bond.area + covered[i].free, bonds[k]->first, c, bond))
                c.area = 0;
            break;
        }
        if (c.area == 0 || covered[i].bonds.empty()) continue;
        for (const auto& [k, area] : covered[i].bonds)
            if (touches[k]) pressers_[bonds[k]->first].push_back({c.key, area / bonds[k]->second.area});
        if (covered[i].free > min_unbonded_share * c.area)
            if (std::optional<Contact> part = free_part(c, covered[i])) parts.push_back(std::move(*part));
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
    pressers_.clear();
    std::vector<Contact> parts;
    for (auto& [bodies, pair] : pairs) share_contacts(pair.first, pair.second, parts);
    std::erase_if(contacts, [](const Contact& c) { return c.area == 0; });
    const std::map<ContactKey, Pressers> pressers = std::move(pressers_);
    pressers_.clear();
    ByKey with_contacts;
    // Those that had a contact of their own before keep its key.
    for (const bool before : {true, false})
        for (auto& [key, bond] : bonds_) {
            Contact c = own_contact(key, bond);
            if ((c.key == key) != before) continue;
            while (with_contacts.contains(c.key)) ++c.key.feature;
            with_contacts.emplace(c.key, bond);
            if (const auto found = pressers.find(key); found != pressers.end()) {
                c.sample = true;
                pressers_[c.key] = found->second;
            }
            contacts.push_back(std::move(c));
        }
    bonds_ = std::move(with_contacts);
    for (Contact& part : parts) {
        ContactKey of = part.key;
        of.ordinal = of_cell(of.ordinal);
        while (bonds_.contains(part.key) || pressers_.contains(part.key)) ++part.key.feature;
        pressers_[part.key] = {{of, 1.0}};
        contacts.push_back(std::move(part));
    }
}

/// Compressions of contacts that only pull, from those that push in their place [Pa].
void Bonds::press_parts(const std::vector<Contact>& contacts, std::vector<double>& compression) const {
    if (pressers_.empty()) return;
    std::map<ContactKey, double> pushed;
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (!contacts[i].sample) pushed[contacts[i].key] = std::max(compression[i], 0.0);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const auto found = pressers_.find(contacts[i].key);
        if (found == pressers_.end()) continue;
        compression[i] = 0;
        for (const auto& [key, share] : found->second)
            if (const auto by = pushed.find(key); by != pushed.end()) compression[i] += share * by->second;
    }
}

}  // namespace limpet
