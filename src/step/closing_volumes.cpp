#include "step/closing_volumes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "compliance/group_problem.h"
#include "contact/volume/make_volume_contacts.h"
#include "step/step_constants.h"
#include "step/volume_depths.h"

namespace limpet {
namespace {

/// Where the place of a contact was at the start of the step, less where it is in the images. [m]
Vec3 taken_back(const Contact& c, const Body& first, const Body& second, const SurfacePlaces& places,
                double ahead) {
    const auto own = [&](const Body& body, int index, const std::vector<VolumeTerm>& terms) {
        return Vec3(patch_center(terms, body.surface().positions) -
                    patch_center(terms, places.positions(index)));
    };
    if (first.deforms()) return own(first, c.key.first_body, c.volume->first);
    if (second.deforms()) return own(second, c.key.second_body, c.volume->second);
    Vec3 velocity = Vec3::Zero();
    double weight = 0;
    for (const Body* body : {&first, &second}) {
        if (!body->can_move()) continue;
        velocity += body->mean_velocity() / body->mass();
        weight += 1 / body->mass();
    }
    return -ahead * velocity / weight;
}

/// The forces' places on a rigid body: where images saw its vertices, moved by `back`.
std::vector<Vec3> offsets_on(const Body& body, int index, const std::vector<VolumeTerm>& terms,
                             const SurfacePlaces& places, const Vec3& back) {
    std::vector<Vec3> offsets;
    if (body.type() != BodyType::Rigid) return offsets;
    for (const VolumeTerm& t : terms)
        offsets.push_back(places.positions(index)[t.vertex] + back - body.surface().positions[t.vertex]);
    return offsets;
}

}  // namespace

ClosingVolumes::Closing ClosingVolumes::closing(std::vector<Contact> contacts, const SurfacePlaces& places,
                                                double ahead, double deeper, double h) const {
    const VolumeDepths depths = volume_depths(detector_.pixel());
    const auto depth = [](const Contact& c) { return std::max(-c.gap, c.volume->deepest / wedge_depth); };
    std::erase_if(contacts, [&](const Contact& c) { return !(depth(c) > deeper); });
    std::vector<int> all;
    for (Contact& c : contacts) {
        const int i = c.key.first_body, j = c.key.second_body;
        const Vec3 back = taken_back(c, *context_.bodies[i], *context_.bodies[j], places, ahead);
        VolumeRows rows = *c.volume;
        rows.first_offsets = offsets_on(*context_.bodies[i], i, rows.first, places, back);
        rows.second_offsets = offsets_on(*context_.bodies[j], j, rows.second, places, back);
        put_on_one_line(*context_.bodies[i], *context_.bodies[j], c.normal(), rows);
        c.volume = std::make_shared<const VolumeRows>(std::move(rows));
        all.push_back(static_cast<int>(all.size()));
    }
    Closing closing{{}, ahead};
    if (all.empty()) return closing;
    const VecX u = row_velocities(contacts, all, context_.bodies);
    for (const int i : all) {
        Contact& c = contacts[i];
        const double u_n = u[3 * static_cast<Eigen::Index>(i)], deepest = c.volume->deepest;
        c.gap = -(1 - depths.kept / depth(c)) * deepest - ahead * u_n;
        if (!(std::max(c.gap, 0.0) + h * u_n < depths.kept - depths.most)) continue;
        closing.contacts.push_back(c);
        if (const double more = deepest - meeting_depth_pixels * detector_.pixel(); more > 0)
            closing.met = std::min(closing.met, ahead + more / u_n);
    }
    return closing;
}

std::vector<Contact> ClosingVolumes::where_they_met(const FastPair& pair, Closing found, double ahead,
                                                    double h) {
    if (!(found.met > 0 && found.met < ahead)) return std::move(found.contacts);
    const SurfacePlaces places =
        SurfacePlaces::after(detector_.colliders(), found.met, {pair.first, pair.second});
    Closing first = closing(volume_contacts(detector_.cells_between(pair.first, pair.second, places)), places,
                            found.met, 0, h);
    return std::move((first.contacts.empty() ? found : first).contacts);
}

bool ClosingVolumes::take(const FastPair& pair, Closing found, double ahead, double h,
                          std::vector<Contact>& closing) {
    const std::vector<Contact> own =
        rounds_ == 0 ? where_they_met(pair, std::move(found), ahead, h) : std::move(found.contacts);
    closing.insert(closing.end(), own.begin(), own.end());
    return !own.empty();
}

std::vector<Contact> ClosingVolumes::find_closing(const std::vector<FastPair>& fast, double h) {
    const double most = volume_depths(detector_.pixel()).most;
    std::vector<Contact> found;
    std::vector<FastPair> at_end;
    for (const FastPair& pair : fast) {
        bool any = false;
        for (int k = 1; k < pair.looks && !any; ++k) {
            const double ahead = h * k / pair.looks;
            const SurfacePlaces places =
                SurfacePlaces::after(detector_.colliders(), ahead, {pair.first, pair.second});
            std::vector<Contact> contacts =
                volume_contacts(detector_.cells_between(pair.first, pair.second, places));
            any = take(pair, closing(std::move(contacts), places, ahead, most, h), ahead, h, found);
        }
        if (!any) at_end.push_back(pair);
    }
    std::set<std::pair<int, int>> asked;
    std::set<int> bodies;
    for (const FastPair& pair : at_end) {
        asked.insert({pair.first, pair.second});
        bodies.insert({pair.first, pair.second});
    }
    const SurfacePlaces end = SurfacePlaces::after(detector_.colliders(), h, bodies);
    std::map<std::pair<int, int>, std::vector<Contact>> contacts;
    for (Contact& c : volume_contacts(detector_.cells_ahead(asked, end)))
        contacts[{c.key.first_body, c.key.second_body}].push_back(std::move(c));
    for (const FastPair& pair : at_end)
        if (const auto own = contacts.find({pair.first, pair.second}); own != contacts.end())
            take(pair, closing(std::move(own->second), end, h, most, h), h, h, found);
    return found;
}

void ClosingVolumes::begin() {
    rounds_ = 0;
    // In the first round contacts are of where bodies met, and say nothing of how deep they would be.
    last_depth_ = 0;
    least_depth_ = std::numeric_limits<double>::infinity();
}

/// Volumes of curved surfaces may be linearised to and fro: of two answers in turn the one that is less deep
/// is taken.
std::optional<std::vector<Contact>> ClosingVolumes::look(double h) {
    if (rounds_ == max_volume_rounds) return {};
    const std::vector<FastPair> fast = fast_pairs(context_, detector_, long_steps_, h);
    if (fast.empty()) return {};
    std::vector<Contact> found = find_closing(fast, h);
    if (found.empty()) return {};
    double depth = 0;
    for (const Contact& c : found) depth = std::max(depth, c.volume->deepest);
    if (rounds_ > 1 && depth <= last_depth_ && depth > min_round_progress_ratio * least_depth_ &&
        !set_.any_new(found))
        return {};
    if (rounds_ > 0) least_depth_ = std::min(least_depth_, depth);
    last_depth_ = depth;
    ++rounds_;
    return found;
}

}  // namespace limpet
