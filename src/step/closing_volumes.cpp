/// Volumes that a step would make: bodies whose surfaces have nothing in common at the start of a step may be
/// deep in each other at its end.
///
///   g + h J v ≥ 0,     g = −(1 − ε/δ) d − s h J v′,     δ = max(d̄, d/2)
///
///   v′   velocities of the last solve [m/s]          s   part of the step after which images were made
///   d̄, d mean and greatest depth of the overlap in them, and ε the mean depth that is kept [m]
///
/// After the solve, images are made of where bodies would be at the end of the step, of fast bodies on the
/// way, too. The volume of a pair that would be too deep is linearised there; to contacts it is one with a
/// gap g at the start of the step, which the solve may close and no more. The mean depth of a cap, a wedge or
/// a corner goes with its greatest one, so that all but ε/d̄ of d is to go; of what is mostly flat, with a
/// part that is more than twice as deep, that part counts. Only the positive part of a gap counts
/// (compliance/group_problem.h), so that no contact pushes bodies apart faster than they should rest:
/// contacts take energy, as always.
///
/// What is deep says little of where and in which direction bodies met: in the first round, a pair that would
/// be deeper than some pixels is looked at again at the time when it was that deep, by its approach.
///
/// Normals and arms are those of where the images were made. For angular momentum, forces of a contact on two
/// bodies have to act at one place at the start of the step, too: images' places are taken back by what
/// bodies have moved till then, in the mean by their inverse masses, and by what the surface of a soft body
/// has.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "detect/broad_phase.h"
#include "step/contact_pipeline.h"
#include "step/volume_depths.h"

namespace limpet {
namespace {

/// A budget by count: a step of n rounds takes n + 1 solves.
constexpr int most_volume_rounds = 8;
/// Of the least depth that rounds have left: with the same contacts, more is no progress.
constexpr double min_progress_ratio = 0.9;
/// Pixels: pairs whose points move by less against each other in a step are left to stabilisation.
constexpr double least_travel = 1;
/// Pixels: how deep bodies are when the way in which they met is best seen. With less, few rays see it; with
/// more, walls of cells cut it, and forces of a contact are on two lines.
constexpr double meeting_depth = 3;
/// Of the thinner body's least thickness: how far pairs move between two looks at them. With half of it they
/// are seen before one has passed the middle of the other.
constexpr double look_spacing_ratio = 0.5;
/// A budget by count. Pairs that move further in a step have the warning `long-step`.
constexpr int most_looks = 16;

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

Vec3 normal_moment(const Body& body, const std::vector<VolumeTerm>& terms, const std::vector<Vec3>& offsets) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t k = 0; k < terms.size(); ++k) {
        const Vec3& x = body.surface().positions[terms[k].vertex];
        sum += (offsets.empty() ? x : Vec3(x + offsets[k])).cross(terms[k].normal);
    }
    return sum;
}

/// Images see the lines of a contact's two normal forces to a small part of a pixel; here they are made one,
/// by moving the places on rigid bodies by what is left of their moment, M: (δ₁ − δ₂) × n = −(1 − n nᵀ) M.
void put_on_one_line(const Body& first, const Body& second, const Vec3& n, VolumeRows& rows) {
    if (!first.can_move() || !second.can_move()) return;
    const auto mobility = [](const Body& body, const std::vector<Vec3>& offsets) {
        return offsets.empty() ? 0.0 : 1 / body.mass();
    };
    const double a = mobility(first, rows.first_offsets), b = mobility(second, rows.second_offsets);
    if (!(a + b > 0)) return;
    const Vec3 apart = (normal_moment(first, rows.first, rows.first_offsets) +
                        normal_moment(second, rows.second, rows.second_offsets))
                           .cross(n);
    for (Vec3& offset : rows.first_offsets) offset += a / (a + b) * apart;
    for (Vec3& offset : rows.second_offsets) offset -= b / (a + b) * apart;
}

}  // namespace

/// Pairs that move against each other by more than a pixel, and may meet. Two soft bodies give way to each
/// other as they meet: heaps of them end no less deep with these rounds, and take a third more time.
std::vector<ContactPipeline::FastPair> ContactPipeline::fast_pairs(double h) const {
    const double pixel = volumes_->pixel();
    std::vector<VelocityBound> speed;
    double fastest = 0;
    for (const auto& body : bodies_) {
        speed.push_back(body->velocity_bound());
        fastest = std::max(fastest, speed.back().mean.norm() + speed.back().deviation);
    }
    std::vector<FastPair> fast;
    if (!(2 * h * fastest > least_travel * pixel)) return fast;
    std::vector<Box3> boxes;
    for (int i = 0; i < static_cast<int>(bodies_.size()); ++i) {
        boxes.push_back(volumes_->box(i));
        const double way = h * (speed[i].mean.norm() + speed[i].deviation);
        if (!boxes[i].isEmpty()) boxes[i] = {boxes[i].min().array() - way, boxes[i].max().array() + way};
    }
    for (const auto& [i, j] : overlapping_boxes(boxes)) {
        const double travel =
            h * ((speed[i].mean - speed[j].mean).norm() + speed[i].deviation + speed[j].deviation);
        if (!volumes_->is_tested(i, j) || !(travel > least_travel * pixel)) continue;
        if (bodies_[i]->deforms() && bodies_[j]->deforms()) continue;
        const double spacing = look_spacing_ratio * long_steps_->least_thickness(i, j);
        const double looks = std::ceil(travel / std::max(spacing, pixel));
        fast.push_back({i, j, static_cast<int>(std::min<double>(looks, most_looks))});
    }
    return fast;
}

/// Rows and gaps for the start of the step of contacts of images `ahead` of it. Only those that the solve
/// would close too far, if they are deeper than `deeper` then.
ContactPipeline::ClosingVolumes ContactPipeline::closing_volumes(std::vector<Contact> contacts,
                                                                 const SurfacePlaces& places, double ahead,
                                                                 double deeper, double h) const {
    const VolumeDepths depths = volume_depths(volumes_->pixel());
    const auto depth = [](const Contact& c) { return std::max(-c.gap, c.volume->deepest / wedge_depth); };
    std::erase_if(contacts, [&](const Contact& c) { return !(depth(c) > deeper); });
    std::vector<int> all;
    for (Contact& c : contacts) {
        const int i = c.key.first_body, j = c.key.second_body;
        const Vec3 back = taken_back(c, *bodies_[i], *bodies_[j], places, ahead);
        VolumeRows rows = *c.volume;
        rows.first_offsets = offsets_on(*bodies_[i], i, rows.first, places, back);
        rows.second_offsets = offsets_on(*bodies_[j], j, rows.second, places, back);
        put_on_one_line(*bodies_[i], *bodies_[j], c.normal(), rows);
        c.volume = std::make_shared<const VolumeRows>(std::move(rows));
        all.push_back(static_cast<int>(all.size()));
    }
    ClosingVolumes closing{{}, ahead};
    if (all.empty()) return closing;
    const VecX u = row_velocities(contacts, all, bodies_);
    for (const int i : all) {
        Contact& c = contacts[i];
        const double u_n = u[3 * static_cast<Eigen::Index>(i)], deepest = c.volume->deepest;
        c.gap = -(1 - depths.kept / depth(c)) * deepest - ahead * u_n;
        if (!(std::max(c.gap, 0.0) + h * u_n < depths.kept - depths.most)) continue;
        closing.contacts.push_back(c);
        if (const double more = deepest - meeting_depth * volumes_->pixel(); more > 0)
            closing.met = std::min(closing.met, ahead + more / u_n);
    }
    return closing;
}

/// Of a pair that is too deep `ahead` of the step's start: its contacts when it has just begun to overlap.
std::vector<Contact> ContactPipeline::where_they_met(const FastPair& pair, ClosingVolumes found, double ahead,
                                                     double h) {
    if (!(found.met > 0 && found.met < ahead)) return std::move(found.contacts);
    const SurfacePlaces places = SurfacePlaces::after(bodies_, found.met, {pair.first, pair.second});
    ClosingVolumes first =
        closing_volumes(volumes_->contacts_between(pair.first, pair.second, places), places, found.met, 0, h);
    return std::move((first.contacts.empty() ? found : first).contacts);
}

std::vector<Contact> ContactPipeline::find_closing_volumes(const std::vector<FastPair>& fast, Round round,
                                                           double h) {
    const double most = volume_depths(volumes_->pixel()).most;
    std::vector<Contact> closing;
    const auto take = [&](const FastPair& pair, ClosingVolumes found, double ahead) {
        const std::vector<Contact> own = round == Round::First
                                             ? where_they_met(pair, std::move(found), ahead, h)
                                             : std::move(found.contacts);
        closing.insert(closing.end(), own.begin(), own.end());
        return !own.empty();
    };
    std::vector<FastPair> at_end;
    for (const FastPair& pair : fast) {
        bool found = false;
        for (int k = 1; k < pair.looks && !found; ++k) {
            const double ahead = h * k / pair.looks;
            const SurfacePlaces places = SurfacePlaces::after(bodies_, ahead, {pair.first, pair.second});
            found = take(pair,
                         closing_volumes(volumes_->contacts_between(pair.first, pair.second, places), places,
                                         ahead, most, h),
                         ahead);
        }
        if (!found) at_end.push_back(pair);
    }
    std::set<std::pair<int, int>> asked;
    std::set<int> bodies;
    for (const FastPair& pair : at_end) {
        asked.insert({pair.first, pair.second});
        bodies.insert({pair.first, pair.second});
    }
    const SurfacePlaces end = SurfacePlaces::after(bodies_, h, bodies);
    std::map<std::pair<int, int>, std::vector<Contact>> contacts;
    for (Contact& c : volumes_->contacts_ahead(asked, end))
        contacts[{c.key.first_body, c.key.second_body}].push_back(std::move(c));
    for (const FastPair& pair : at_end)
        if (const auto own = contacts.find({pair.first, pair.second}); own != contacts.end())
            take(pair, closing_volumes(std::move(own->second), end, h, most, h), h);
    return closing;
}

/// A hit ends in the step after the one in which bodies meet: till then they are no faster than to be there.
void ContactPipeline::align_fast_volumes(double h) {
    std::set<std::pair<int, int>> fast;
    for (const FastPair& pair : fast_pairs(h)) fast.insert({pair.first, pair.second});
    for (Contact& c : contacts_) {
        const int i = c.key.first_body, j = c.key.second_body;
        if (!fast.contains({i, j})) continue;
        VolumeRows rows = *c.volume;
        const auto on_its_vertices = [&](int body, const std::vector<VolumeTerm>& terms) {
            const bool rigid = bodies_[body]->type() == BodyType::Rigid;
            return std::vector<Vec3>(rigid ? terms.size() : 0, Vec3::Zero());
        };
        rows.first_offsets = on_its_vertices(i, rows.first);
        rows.second_offsets = on_its_vertices(j, rows.second);
        put_on_one_line(*bodies_[i], *bodies_[j], c.normal(), rows);
        c.volume = std::make_shared<const VolumeRows>(std::move(rows));
    }
}

/// Volumes of curved surfaces may be linearised to and fro: of two answers in turn the one that is less deep
/// is taken.
void ContactPipeline::solve_closing_volumes(double h) {
    // In the first round contacts are of where bodies met, and say nothing of how deep they would be.
    double last = 0, least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < most_volume_rounds; ++round) {
        const std::vector<FastPair> fast = fast_pairs(h);
        if (fast.empty()) return;
        clock_->finished(Stage::Correct);
        std::vector<Contact> closing =
            find_closing_volumes(fast, round == 0 ? Round::First : Round::Later, h);
        clock_->finished(Stage::Detect);
        if (closing.empty()) return;
        double depth = 0;
        for (const Contact& c : closing) depth = std::max(depth, c.volume->deepest);
        if (round > 1 && depth <= last && depth > min_progress_ratio * least && !any_new(closing)) return;
        if (round > 0) least = std::min(least, depth);
        last = depth;
        Impulses before = impulses();
        take_contacts(std::move(closing));
        if (!budget_.allows()) return take_best_answer(h, std::move(before));
        solve_again(h, std::move(before));
    }
}

}  // namespace limpet
