#include "step/virtual_adhesive_response.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "limpet/error.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// Of `distance`, and of one radian: rigid bodies that are nearer to where their zones took them were moved
/// by nothing else.
constexpr double follow_tolerance_ratio = 1e-9;
/// Of the volume.
constexpr double shifted_volume_tolerance = 1e-13;
constexpr int max_volume_shifts = 20;

using Bodies = StepContext::Bodies;

ZoneSet make_zone_set(const Bodies& bodies) {
    std::vector<int> counts;
    std::vector<std::span<const Triangle>> triangles;
    std::vector<WholeBody> wholes;
    for (const auto& body : bodies) {
        counts.push_back(body->particles());
        triangles.emplace_back(body->surface().triangles);
        wholes.push_back(body->type() == BodyType::Rigid    ? WholeBody::Rigid
                         : body->type() == BodyType::Static ? WholeBody::Static
                                                            : WholeBody::None);
    }
    ParticleNumbers numbers(counts);
    ParticleNeighbours neighbours = mesh_neighbours(numbers, triangles);
    return {std::move(numbers), std::move(neighbours), std::move(wholes)};
}

std::vector<double> vertex_areas(const Bodies& bodies, const ParticleNumbers& numbers) {
    std::vector<double> areas(numbers.total(), 0.0);
    for (int b = 0; b < numbers.bodies(); ++b) {
        if (!numbers.has(b)) continue;
        const Surface& surface = bodies[b]->surface();
        for (const Triangle& t : surface.triangles) {
            const Vec3 &x = surface.positions[t[0]], &y = surface.positions[t[1]],
                       &z = surface.positions[t[2]];
            const double area = (y - x).cross(z - x).norm() / 2;
            for (const int vertex : t) areas[numbers.first(b) + vertex] += area / 3;
        }
    }
    return areas;
}

int index_of(const Bodies& bodies, const std::string& name) {
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (bodies[i]->name() == name) return static_cast<int>(i);
    return -1;
}

}  // namespace

VirtualAdhesiveResponse::VirtualAdhesiveResponse(const Scene& scene, const StepContext& context,
                                                 const ProximityDetector* detector)
    : context_(context), zones_(make_zone_set(context.bodies)) {
    if (detector) search_.emplace(context, *detector);
    rest_areas_ = vertex_areas(context.bodies, zones_.numbers());
    for (const auto& body : context.bodies)
        if (body->particles() > 0) substeps_ = std::max(substeps_, body->substeps());
    for (std::size_t i = 0; i < scene.attachments.size(); ++i)
        attach(scene.attachments[i], fmt::format("attachments[{}]", i));
}

void VirtualAdhesiveResponse::attach(const AttachmentDescription& attachment, const std::string& path) {
    const int elastic = index_of(context_.bodies, attachment.bodies[0]),
              whole = index_of(context_.bodies, attachment.bodies[1]);
    if (elastic < 0 || whole < 0) return;  // a body that was removed
    std::vector<int> held;
    for (int i = 0; i < context_.bodies[elastic]->particles(); ++i) {
        const Vec3 own = context_.bodies[elastic]->rest_position(i);
        bool inside = true;
        for (int axis = 0; axis < 3; ++axis)
            inside = inside && own[axis] >= attachment.box.min[axis] && own[axis] <= attachment.box.max[axis];
        if (!inside) continue;
        const int particle = zones_.numbers().first(elastic) + i;
        if (zones_.held(particle).is_attached && zones_.held(particle).whole != whole)
            throw InputError(path + ".box",
                             fmt::format("holds particles that are attached to \"{}\" already; allowed: "
                                         "boxes that do not overlap",
                                         context_.bodies[zones_.held(particle).whole]->name()));
        held.push_back(particle);
    }
    if (held.empty())
        throw InputError(path + ".box",
                         fmt::format("holds none of the particles of \"{}\"; allowed: a box around some, in "
                                     "the body's own frame",
                                     attachment.bodies[0]));
    zones_.attach(whole, held);
}

/// What free motion lets pass may overlap for what zones do to its bodies.
void VirtualAdhesiveResponse::begin_step(double h) {
    rigid_.assign(context_.count(), std::nullopt);
    std::vector<Touch> touches;
    if (search_) {
        search_->begin_step();
        touches = search_->at_start(zones_.numbers(), motions(&VirtualAdhesiveResponse::expected_motion, h));
    }
    zones_.join(touches);
    freedom_.assign(zones_.numbers().total(), Freedom::MayLeave);
    if (search_)
        move_until_apart(h);
    else
        move(h);
    lead_rigid(h);
}

void VirtualAdhesiveResponse::move_until_apart(double h) {
    for (int tries = 1;; ++tries) {
        ZoneSet joined = zones_;
        move(h);
        const std::vector<VertexShifts> tried = motions(&VirtualAdhesiveResponse::tried_motion, h);
        const bool is_last = tries == max_tries;
        if (is_last || !hold(search_->late(zones_.numbers(), tried), joined)) {
            // Asked in the last try, too: it notes what is left, for a warning.
            const std::vector<Touch> left = search_->at_end(zones_.numbers(), tried);
            if (is_last || !hold(left, joined)) return;
        }
        zones_ = std::move(joined);
    }
}

/// What touches late joins. What had joined, and has left or slid into something, may do so no more.
bool VirtualAdhesiveResponse::hold(std::vector<Touch> late, ZoneSet& joined) {
    bool any_change = false;
    const auto restrict = [&](int p) {
        Freedom& freedom = freedom_[p];
        const bool has_left = zones_.zone_of(p) < 0;
        if (freedom == Freedom::Sticks || (!has_left && !motion_.slid(p))) return;
        freedom = has_left && freedom == Freedom::MayLeave ? Freedom::MaySlide : Freedom::Sticks;
        any_change = true;
    };
    std::erase_if(late, [&](const Touch& touch) {
        if (!joined.holds(touch)) return false;
        for (const Touch::Side* side : {&touch.first, &touch.second})
            for (const int p : side->particles)
                if (p >= 0) restrict(p);
        return true;
    });
    return (!late.empty() && joined.join_more(late)) || any_change;
}

std::vector<VertexShifts> VirtualAdhesiveResponse::motions(MotionOf motion_of, double h) const {
    std::vector<VertexShifts> motion(context_.count());
    parallel_each(context_.count(), [&](int b) {
        if (search_->bodies()[b] && !context_.bodies[b]->stands_still()) motion[b] = (this->*motion_of)(b, h);
    });
    return motion;
}

/// Particles in zones go on as they are: alone they will not go.
VertexShifts VirtualAdhesiveResponse::expected_motion(int b, double h) const {
    const Body& body = *context_.bodies[b];
    VertexShifts motion = body.end_positions(h);
    flat(motion) -= flat(body.collision_positions());
    if (zones_.numbers().has(b))
        for (std::size_t i = 0; i < motion.size(); ++i)
            if (zones_.zone_of(zones_.numbers().first(b) + static_cast<int>(i)) >= 0)
                motion[i] = h * body.surface().velocities[i];
    return motion;
}

VertexShifts VirtualAdhesiveResponse::tried_motion(int b, double h) const {
    const Body& body = *context_.bodies[b];
    VertexShifts motion = body.collision_positions();
    if (rigid_[b]) {
        const RigidPlace start = *body.place();
        const RigidShift shift{rigid_[b]->rotation * start.rotation.transpose(), start.center,
                               rigid_[b]->center};
        for (Vec3& x : motion) x = shift.of(x) - x;
    } else {
        flat(motion) = flat(body.end_positions(h)) - flat(motion);
    }
    return motion;
}

ZoneStep VirtualAdhesiveResponse::start_step(double h) {
    const int count = context_.count();
    ZoneStep step;
    step.substeps = substeps_;
    step.k = h / substeps_;
    step.laws = &context_.responses.laws();
    step.rest_areas = &rest_areas_;
    step.bodies.assign(count, nullptr);
    step.volumes.assign(count, 0.0);
    step.rigid.assign(count, nullptr);
    step.drives.resize(count);
    rigid_.assign(count, std::nullopt);
    for (const ZonePart& part : zones_.parts()) step.bodies[part.body] = context_.bodies[part.body].get();
    for (const Zone& zone : zones_.zones())
        for (const int body : zone.rigid) {
            rigid_[body] = context_.bodies[body]->start_as_whole();
            step.rigid[body] = &*rigid_[body];
        }
    parallel_each(count, [&](int b) {
        if (!step.bodies[b]) return;
        step.volumes[b] = context_.bodies[b]->volume();
        step.bodies[b]->begin_step_again(substeps_);
    });
    return step;
}

void VirtualAdhesiveResponse::move(double h) {
    motion_.begin_step(context_.count(), zones_.numbers().total());
    if (zones_.zones().empty()) return;
    ZoneStep step = start_step(h);
    step.freedom = freedom_;
    for (int i = 0; i < substeps_; ++i) {
        for (const Zone& zone : zones_.zones())
            if (zone.driver >= 0)
                step.drives[zone.driver] = context_.bodies[zone.driver]->shift_in_step(
                    static_cast<double>(i) / substeps_, static_cast<double>(i + 1) / substeps_);
        motion_.substep(step, zones_);
        zones_.settle();
    }
}

void VirtualAdhesiveResponse::lead_rigid(double h) {
    for (std::size_t b = 0; b < rigid_.size(); ++b)
        if (rigid_[b]) context_.bodies[b]->lead(*rigid_[b], h);
}

void VirtualAdhesiveResponse::stabilise(double /*h*/) {
    if (!rigid_.empty()) follow_rigid();
}

void VirtualAdhesiveResponse::follow_rigid() {
    std::vector<std::optional<RigidShift>> moved(context_.count());
    bool any = false;
    for (int b = 0; b < context_.count(); ++b) {
        if (!rigid_[b]) continue;
        const RigidPlace now = *context_.bodies[b]->place();
        const RigidShift shift{now.rotation * rigid_[b]->rotation.transpose(), rigid_[b]->center, now.center};
        const double turned = (shift.rotation - Mat3::Identity()).norm();
        if ((shift.to - shift.from).norm() <= follow_tolerance_ratio * context_.distance &&
            turned <= follow_tolerance_ratio)
            continue;
        moved[b] = shift;
        any = true;
    }
    if (!any) return;
    std::vector<std::vector<Vec3>> shifts(context_.count());
    for (const ZonePart& part : zones_.parts()) {
        const Zone& zone = zones_.zones()[part.zone];
        if (zone.rigid.empty()) continue;
        const Body& body = *context_.bodies[part.body];
        for (int m = part.begin; m < part.end; ++m) {
            const int p = zones_.members()[m], i = p - zones_.numbers().first(part.body);
            const int own = zones_.held(p).whole;
            const int led = std::find(zone.rigid.begin(), zone.rigid.end(), own) != zone.rigid.end()
                                ? own
                                : zone.rigid.front();
            if (!moved[led]) continue;
            std::vector<Vec3>& all = shifts[part.body];
            if (all.empty()) all.assign(body.particles(), Vec3::Zero());
            all[i] = moved[led]->of(body.point_position(i)) - body.point_position(i);
        }
    }
    parallel_each(context_.count(), [&](int b) {
        if (!shifts[b].empty()) shift(b, std::move(shifts[b]));
    });
}

/// Along the gradient of the volume, by Newton's method on the one number that V − V₀ asks for.
void VirtualAdhesiveResponse::shift(int b, std::vector<Vec3> shift) const {
    Body& body = *context_.bodies[b];
    const int first = zones_.numbers().first(b), count = body.particles();
    std::vector<Vec3> x(count), gradient;
    for (int i = 0; i < count; ++i) x[i] = body.point_position(i) + shift[i];
    const double enough = shifted_volume_tolerance * body.volume();
    for (int iteration = 0; iteration < max_volume_shifts; ++iteration) {
        const double excess = body.volume_excess(x, &gradient);
        if (gradient.empty() || std::abs(excess) <= enough) break;
        double square = 0;
        for (int i = 0; i < count; ++i)
            if (zones_.zone_of(first + i) < 0) square += gradient[i].squaredNorm();
        if (!(square > 0)) break;
        for (int i = 0; i < count; ++i)
            if (zones_.zone_of(first + i) < 0) x[i] -= excess / square * gradient[i];
    }
    for (int i = 0; i < count; ++i) shift[i] = x[i] - body.point_position(i);
    body.shift_particles(shift);
}

void VirtualAdhesiveResponse::describe(StepRecord& record) const {
    const ParticleNumbers& numbers = zones_.numbers();
    record.zones = static_cast<int>(zones_.zones().size());
    for (int p = 0; p < numbers.total(); ++p) record.colliding_particles += zones_.collides(p);
    if (numbers.total() > 0)
        record.colliding_share = static_cast<double>(record.colliding_particles) / numbers.total();
    record.zone_merges = zones_.merges();
    record.releases = zones_.releases();
}

/// Zones hold what lies in each other as it is.
void VirtualAdhesiveResponse::warn() {
    if (!search_) return;
    for (const auto* overlaps : {&search_->overlaps_at_start(), &search_->overlaps_at_end()})
        for (const auto& [bodies, depth] : *overlaps)
            context_.warnings.about_pair("overlap", bodies.first, bodies.second, depth, [depth = depth] {
                return fmt::format(
                    "overlap by {:.3g} m, more than contact.detection.distance, where a virtual "
                    "adhesive holds them: a smaller time.step or a larger distance help",
                    depth);
            });
}

std::vector<ZoneMembers> VirtualAdhesiveResponse::zone_members() const {
    std::vector<int> vertices;
    for (const auto& body : context_.bodies)
        vertices.push_back(static_cast<int>(body->surface().positions.size()));
    return zones_.describe(vertices);
}

}  // namespace limpet
