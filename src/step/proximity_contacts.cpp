#include "step/proximity_contacts.h"

#include <fmt/format.h>

#include <algorithm>

#include "compliance/group_problem.h"
#include "contact/common_point.h"
#include "contact/make_contacts.h"
#include "contact/sample_contacts.h"
#include "core/parallel.h"
#include "core/state_part.h"
#include "detect/pierced_sheet.h"
#include "step/step_constants.h"

namespace limpet {

ProximityContacts::ProximityContacts(StepContext& context, const ProximityDetector& detector,
                                     const ContactLaws& laws, std::optional<LongSteps> long_steps)
    : context_(context), detector_(detector), laws_(laws), long_steps_(std::move(long_steps)) {}

std::vector<Contact> ProximityContacts::contacts(double h) {
    warn_of_short_search(h);
    warn_of_pierced_sheets();
    if (long_steps_) long_steps_->warn(h, context_.warnings);
    const std::vector<NearPair>& near = detector_.near();
    std::vector<std::vector<Contact>> made(near.size());
    parallel_blocks(static_cast<int>(near.size()), 1, [&](int k, int) { made[k] = contacts_of(near[k]); });
    std::vector<Contact> all;
    for (const std::vector<Contact>& own : made) all.insert(all.end(), own.begin(), own.end());
    return keep_closing(std::move(all), h);
}

std::vector<Contact> ProximityContacts::contacts_of(const NearPair& pair) const {
    // Zones hold what touches; at the start they do not part what overlaps.
    if (context_.responses.has_zones(pair.first, pair.second)) return {};
    return contacts_between(pair);
}

std::vector<Contact> ProximityContacts::contacts_between(const NearPair& pair) const {
    const DetectionSurface &first = detector_.surfaces()[pair.first],
                           &second = detector_.surfaces()[pair.second];
    if (pair.first == pair.second) return make_self_contacts(pair.first, first, pair.proximities);
    std::vector<Contact> made = make_contacts(pair.first, pair.second, first, second, pair.proximities,
                                              laws_.bonds().owner(pair.first, pair.second));
    // A lever of `distance` is what contact tolerates; bonds have their own points, which stay where they
    // began.
    if (!laws_.bonds().possible())
        for (Contact& c : made)
            if (c.gap > context_.distance) push_at_common_point(c, context_.bodies);
    return with_samples_of(pair, std::move(made));
}

std::vector<Contact> ProximityContacts::with_samples_of(const NearPair& pair,
                                                        std::vector<Contact> exact) const {
    const std::optional<FeaturePair> owner =
        sample_owner(pair.first, pair.second, context_.bodies, laws_.bonds().law());
    if (!owner) return exact;
    const bool first_owns = owner == FeaturePair::VertexFace;
    const DetectionSurface& other = detector_.surfaces()[first_owns ? pair.second : pair.first];
    std::vector<SampleProximity> samples;
    if (!pair.proximities.empty())
        samples = find_sample_proximities(
            placed_samples(*context_.bodies[first_owns ? pair.first : pair.second]), other, pair.searched);
    return with_samples(std::move(exact), samples, {pair.first, pair.second, *owner, 0, 0}, context_.bodies,
                        other);
}

std::vector<Contact> ProximityContacts::keep_closing(std::vector<Contact> contacts, double h) {
    far_.clear();
    std::vector<int> far;
    for (int i = 0; i < static_cast<int>(contacts.size()); ++i)
        if (contacts[i].gap > context_.distance) far.push_back(i);
    if (far.empty()) return contacts;
    const VecX u =
        row_velocities(rows_on_bodies(contacts, far, context_.bodies), static_cast<int>(far.size()));
    std::vector<bool> drop(contacts.size(), false);
    for (std::size_t k = 0; k < far.size(); ++k)
        drop[far[k]] = !(contacts[far[k]].gap + h * u[3 * static_cast<Eigen::Index>(k)] <= context_.distance);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (drop[i])
            far_.push_back(contacts[i]);
        else
            contacts[kept++] = contacts[i];
    contacts.resize(kept);
    return contacts;
}

/// Issued again when a step of half the length is advised.
void ProximityContacts::warn_of_short_search(double h) {
    const std::optional<ShortenedSearch>& search = detector_.shortened();
    if (!search || search->part * h > advice_renewal_ratio * advised_step_) return;
    advised_step_ = search->part * h;
    context_.warnings.about_pair("short-search", search->first, search->second, 0, [&] {
        return fmt::format(
            "move so far in a step of {:.3g} s that too many of their triangles are in each other's reach: "
            "they are only looked at up to {:.3g} m apart, and what is farther may be met too late; a "
            "time.step of {:.2g} s would do",
            h, search->searched, search->part * h);
    });
}

/// Cloth that a solid's edge or corner goes through: contacts follow it into the sheet by its thickness alone
/// (detect/pierced_sheet.h), so that nothing holds what is farther through. Large triangles over an edge do
/// that. Steps do not part it; the start does (gap_separation.h).
void ProximityContacts::warn_of_pierced_sheets() {
    if (context_.first_step()) return;
    const std::vector<NearPair>& near = detector_.near();
    std::vector<double> through(near.size(), 0);
    parallel_blocks(static_cast<int>(near.size()), 1, [&](int k, int) {
        if (near[k].first == near[k].second) return;
        const DetectionSurface &first = detector_.surfaces()[near[k].first],
                               &second = detector_.surfaces()[near[k].second];
        if (first.complex().is_sheet() == second.complex().is_sheet()) return;
        std::vector<Proximity> inside;
        settle_pierced_sheet(first, second, proximity_reach(first, second, 0), inside);
        for (const Proximity& p : inside) through[k] = std::max(through[k], -p.gap);
    });
    for (std::size_t k = 0; k < near.size(); ++k)
        if (through[k] > context_.distance)
            context_.warnings.about_pair("overlap", near[k].first, near[k].second, through[k], [&] {
                return fmt::format(
                    "pass through each other by up to {:.3g} m, more than contact.detection.distance ({:.3g} "
                    "m), and contact does not part them: smaller triangles of the cloth (surface), a smaller "
                    "time.step or continuous detection help",
                    through[k], context_.distance);
            });
}

void ProximityContacts::warn() {
    for (const auto& [bodies, depth] : context_.depths.all())
        if (depth > context_.distance)
            context_.warnings.about_pair("overlap", bodies.first, bodies.second, depth, [&, depth = depth] {
                return fmt::format(
                    "overlap by {:.3g} m, more than contact.detection.distance ({:.3g} m); what is deeper "
                    "than that may not be found",
                    depth, context_.distance);
            });
}

void ProximityContacts::inherit(const CarriedState& source, const BodyRenumbering& bodies) {
    const auto& before = static_cast<const ProximityContacts&>(source);
    advised_step_ = before.advised_step_;
    if (long_steps_ && before.long_steps_) long_steps_->inherit(*before.long_steps_, bodies);
}

void ProximityContacts::append_state(std::vector<double>& values) const {
    append_part({}, values);
}

bool ProximityContacts::take_state(std::span<const double>& values) {
    const auto part = take_part(values);
    return part && part->empty();
}

}  // namespace limpet
