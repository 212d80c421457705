#include "step/volume_detection.h"

#include <algorithm>
#include <set>

#include "bodies/make_body.h"
#include "contact/volume/make_volume_contacts.h"
#include "core/parallel.h"
#include "detect/ldi/ldi_check.h"
#include "limpet/error.h"
#include "shapes/meshes/lost_rays.h"
#include "shapes/meshes/meshes.h"

namespace limpet {
namespace {

/// Of most_pixels_away: a body's vertices differ by less than the rest.
constexpr double far_pixels_ratio = 0.9;

bool has_left_the_world(const Body& body, double pixel) {
    const std::vector<Vec3>& positions = body.surface().positions;
    return !positions.empty() &&
           positions.front().cwiseAbs().maxCoeff() > far_pixels_ratio * most_pixels_away * pixel;
}

/// Of the pixel: what has moved by less since its images is not drawn again. One contact that carries a body
/// has to follow its rocking, or rocks it.
constexpr double same_place = 0.01;
/// The same for what was moved while bodies were parted, until the step after, and while they are, of pairs
/// that are not too deep.
constexpr double same_when_parted = 0.25, roughly_same = 1;

void add_report(const LdiReport& report, LdiReport& sum) {
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < 2; ++k) sum.size[axis][k] = std::max(sum.size[axis][k], report.size[axis][k]);
    sum.layers = std::max(sum.layers, report.layers);
}

}  // namespace

VolumeDetection::VolumeDetection(const Scene& scene, const Bodies& bodies, const std::vector<bool>& moves,
                                 double pixel, std::vector<Warning>& warnings)
    : bodies_(bodies),
      settings_{pixel, scene.contact->detection.cell, scene.contact->detection.self},
      at_center_(scene.contact->detection.at_center),
      versions_(bodies.size(), 1),
      motion_(bodies.size()),
      skipped_rays_(bodies.size()) {
    for (std::size_t i = 0; i < bodies.size(); ++i) takes_part_.push_back(moves[i] || bodies[i]->deforms());
    refuse_what_has_no_volume(scene, warnings);
}

void VolumeDetection::refuse_what_has_no_volume(const Scene& scene, std::vector<Warning>& warnings) const {
    std::vector<LdiBody> boxes;
    for (const auto& body : bodies_) {
        const std::vector<Vec3>& positions = body->surface().positions;
        boxes.push_back({body->name(), bounds(positions), own_sides(positions)});
    }
    std::vector<Complaint> complaints =
        ldi_complaints(settings_, boxes, [&](int first, int second) { return is_tested(first, second); });
    for (const auto& body : bodies_) {
        const std::string text = open_surface_text(*body);
        if (text.empty()) continue;
        if (scene.contact->detection.open_surfaces == OpenSurfaces::Refuse)
            complaints.push_back(
                {.file = "",
                 .line = 0,
                 .field = "contact.detection.open_surfaces",
                 .message = text + "; allowed: closed surfaces whose triangles face alike, or \"skip\""});
        else
            warnings.push_back({"open-surface",
                                {body->name()},
                                text + ": such rays are left out, and where they are nothing pushes along "
                                       "them"});
    }
    for (Complaint& complaint : complaints) complaint = in_scene_file(std::move(complaint), scene);
    if (!complaints.empty()) throw InputError(std::move(complaints));
}

bool VolumeDetection::is_tested(int first, int second) const {
    if (first == second) return settings_.self && bodies_[first]->deforms();
    return takes_part_[first] || takes_part_[second];
}

void VolumeDetection::surface_changed(int body) {
    std::erase_if(pairs_,
                  [&](const auto& pair) { return pair.first.first == body || pair.first.second == body; });
    motion_[body].forget();
    ++versions_[body];
    forget();
}

const VolumeDetection::Pairs& VolumeDetection::pairs() {
    if (!known_) look(SurfacePlaces(bodies_), restored_ ? same_when_parted : same_place, {});
    known_ = true;
    restored_ = false;
    return pairs_;
}

std::vector<Contact> VolumeDetection::contacts_while_parting(double deep) {
    look(SurfacePlaces(bodies_), roughly_same, deep);
    return listed();
}

std::vector<Contact> VolumeDetection::contacts_after_parting() {
    look(SurfacePlaces(bodies_), same_when_parted, {});
    known_ = true;
    return listed();
}

/// Pairs that were moved and not asked for are drawn when somebody asks for them.
std::vector<Contact> VolumeDetection::contacts_ahead(const BodyPairs& asked, const SurfacePlaces& places) {
    look(places, same_place, {}, &asked);
    forget();
    return listed(&asked);
}

std::vector<Contact> VolumeDetection::contacts_between(int first, int second, const SurfacePlaces& places) {
    LdiReport report;
    const auto chosen = [&](int i, int j) { return i == first && j == second; };
    return make_volume_contacts(draw(places, chosen, report), places.all_positions(), settings_.pixel,
                                at_center_);
}

void VolumeDetection::look(const SurfacePlaces& places, double same, std::optional<double> deep,
                           const BodyPairs* asked) {
    follow_bodies(places, asked);
    follow_rows(places, same * settings_.pixel);
    if (deep)
        std::erase_if(pairs_, [&](const auto& entry) {
            const std::vector<Contact>& contacts = entry.second.contacts;
            const auto is_deep = [&](const Contact& c) { return -c.gap > *deep; };
            return entry.second.moved > same_place * settings_.pixel &&
                   std::any_of(contacts.begin(), contacts.end(), is_deep);
        });
    draw_missing(places, asked);
}

void VolumeDetection::follow_bodies(const SurfacePlaces& places, const BodyPairs* asked) {
    std::vector<char> stays(bodies_.size(), asked != nullptr);
    if (asked)
        for (const auto& [i, j] : *asked) stays[i] = stays[j] = false;
    parallel_blocks(static_cast<int>(bodies_.size()), 1, [&](int i, int) {
        if (stays[i])
            motion_[i].stay();
        else if (const auto& place = places.rigid(i))
            motion_[i].update(places.positions(i), *place);
        else
            motion_[i].update(places.positions(i));
    });
}

void VolumeDetection::follow_rows(const SurfacePlaces& places, double most) {
    std::vector<bool> divided(bodies_.size(), false);
    std::erase_if(pairs_, [&](const auto& entry) {
        const auto& [i, j] = entry.first;
        if (!motion_[i].box().intersects(motion_[j].box())) return true;
        if (!(entry.second.moved + std::max(motion_[i].least(), motion_[j].least()) <= most)) return true;
        for (const int body : {i, j}) divided[body] = motion_[body].most() > 0;
        return false;
    });
    parallel_blocks(static_cast<int>(bodies_.size()), 1, [&](int i, int) {
        if (divided[i]) motion_[i].divide(bodies_[i]->surface().triangles);
    });
    for (auto& [bodies, pair] : pairs_) {
        const auto& [i, j] = bodies;
        const Box3 common = motion_[i].box().intersection(motion_[j].box());
        pair.moved += motion_[i].within(common) + (i != j ? motion_[j].within(common) : 0.0);
        // Drawn again, an overlap that has not moved would have the same bytes.
        if (pair.moved == 0) continue;
        for (std::size_t k = 0; k < pair.contacts.size(); ++k)
            pair.contacts[k].gap = pair.zero[k] + along_rows(pair.contacts[k], places);
    }
    std::erase_if(pairs_, [&](const auto& entry) { return !(entry.second.moved <= most); });
}

std::vector<OverlapVolume> VolumeDetection::draw(const SurfacePlaces& places, const LdiFilter& filter,
                                                 LdiReport& report) {
    std::vector<LdiSurface> surfaces;
    for (int i = 0; i < static_cast<int>(bodies_.size()); ++i)
        surfaces.push_back(
            {&places.positions(i), &bodies_[i]->surface().triangles, i, versions_[i], places.rigid(i)});
    try {
        return images_.overlaps(surfaces, settings_, &report, filter);
    } catch (const InputError& error) {
        // The settings were good for the bodies at the start.
        throw BreakdownError(error.what());
    }
}

void VolumeDetection::draw_missing(const SurfacePlaces& places, const BodyPairs* asked) {
    gone_.clear();
    const auto any_gone = [&](int first, int second) {
        for (const int body : {first, second})
            if (has_left_the_world(*bodies_[body], settings_.pixel)) gone_.insert(body);
        return gone_.contains(first) || gone_.contains(second);
    };
    BodyPairs drawn;
    for (int i = 0; i < static_cast<int>(bodies_.size()); ++i)
        for (int j = i; j < static_cast<int>(bodies_.size()); ++j)
            if (is_tested(i, j) && (!asked || asked->contains({i, j})) &&
                motion_[i].box().intersects(motion_[j].box()) && !pairs_.contains({i, j}) && !any_gone(i, j))
                drawn.insert({i, j});
    if (drawn.empty()) return;
    LdiReport report;
    const std::vector<OverlapVolume> overlaps = draw(
        places,
        [&](int i, int j) {
            return drawn.contains({i, j});
        },
        report);
    add_report(report, report_);
    note_skipped(report, drawn);
    for (const auto& pair : drawn) pairs_[pair] = {};
    for (const OverlapVolume& overlap : overlaps)
        pairs_[{overlap.first, overlap.second}].volume += overlap.volume;
    for (Contact& c : make_volume_contacts(overlaps, places.all_positions(), settings_.pixel, at_center_)) {
        Pair& pair = pairs_[{c.key.first_body, c.key.second_body}];
        pair.zero.push_back(c.gap - along_rows(c, places));
        pair.contacts.push_back(std::move(c));
    }
}

void VolumeDetection::note_skipped(const LdiReport& report, const BodyPairs& drawn) {
    for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
        if (report.unbalanced[i] <= skipped_rays_[i].skipped) continue;
        Box3 met;
        for (const auto& [first, second] : drawn)
            if (first == i || second == i)
                met.extend(motion_[first].box().intersection(motion_[second].box()));
        const auto& surface = bodies_[i]->surface();
        skipped_rays_[i] = {report.rays[i], report.unbalanced[i],
                            lost_rays(surface.positions, surface.triangles, met)};
    }
}

double VolumeDetection::along_rows(const Contact& contact, const SurfacePlaces& places) {
    const auto sum = [&](int body, const std::vector<VolumeTerm>& terms) {
        const std::vector<Vec3>& x = places.positions(body);
        double along = 0;
        for (const VolumeTerm& t : terms) along += t.normal.dot(x[t.vertex]);
        return along;
    };
    return sum(contact.key.first_body, contact.volume->first) +
           sum(contact.key.second_body, contact.volume->second);
}

void VolumeDetection::describe(StepRecord& record) const {
    const auto pixels = [](const std::array<int, 2>& size) { return std::int64_t{size[0]} * size[1]; };
    for (const std::array<int, 2>& size : report_.size)
        if (pixels(size) > pixels(record.image_size)) record.image_size = size;
    record.image_layers = report_.layers;
}

std::vector<Contact> VolumeDetection::contacts() {
    pairs();
    return listed();
}

std::vector<Contact> VolumeDetection::listed(const BodyPairs* asked) const {
    std::vector<Contact> all;
    for (const auto& [bodies, pair] : pairs_)
        if (!asked || asked->contains(bodies))
            all.insert(all.end(), pair.contacts.begin(), pair.contacts.end());
    return all;
}

}  // namespace limpet
