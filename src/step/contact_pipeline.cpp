#include "step/contact_pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bodies/make_body.h"
#include "compliance/viscous_contact.h"
#include "contact/contact_groups.h"
#include "contact/make_contacts.h"
#include "contact/rigid_pressure.h"
#include "contact/tractions.h"
#include "core/parallel.h"
#include "detect/broad_phase.h"
#include "detect/depth.h"
#include "limpet/error.h"
#include "solve/pgs.h"
#include "step/contact_frames.h"

namespace limpet {
namespace {

/// Of `distance`: less overlap than this is left alone, so that resting bodies rest and impacts gain no
/// energy: pushing bodies apart that press on each other strains them.
constexpr double overlap_left_alone = 0.05;
/// Of `distance`: so much overlap is removed in a step, at most; more would tear soft bodies.
constexpr double most_push = 1;
/// Of the reference gap: how far bonds reach, and a little more.
constexpr double reach_of_bonds = 2.1;
/// Of `distance`: contacts of pairs with adhesion that end free motion further apart than this, and neither
/// press nor hold, take no part in the step.
constexpr double idle_gap = 0.1;
/// The same with continuous detection, which finds after the solve what comes nearer in spite of it.
constexpr double idle_gap_continuous = 0.01;
/// Of the smallest body's longest side.
constexpr double default_distance = 0.01;
/// Of the smallest body's longest side: a pixel of layered depth images.
constexpr double default_pixel = 0.02;
/// Of the smaller body's diagonal: how far motion in a step extends the search, at most.
constexpr double most_margin = 0.5;
/// Of a sheet's half thickness: how far motion in a step extends the search within the sheet, at most.
constexpr double most_self_travel = 8;
/// Of `distance`: where there was more overlap, the next step looks that much deeper.
constexpr double overlap_to_watch = 0.25;
/// Of `distance`: less slip in a step is none.
constexpr double resting_slip = 1e-6;
/// Of `distance`: surfaces that end a step nearer than this touch.
constexpr double touching = 1e-3;

/// The cone that the scene asks for, where the solver has it; check_scene() has said where it has not.
Cone cone_of(const SolverSettings& settings, const Solver& solver) {
    if (solver.cones.empty()) return Cone::Exact;
    const Cone asked = settings.cone == ConeType::Exact     ? Cone::Exact
                       : settings.cone == ConeType::Pyramid ? Cone::Pyramid
                                                            : Cone::Box;
    const auto found = std::find(solver.cones.begin(), solver.cones.end(), asked);
    return found != solver.cones.end() ? asked : solver.cones.front();
}

/// Anticipation solves no problems with W, but those that solve() gets have some solver.
const Solver& solver_of(SolverType type) {
    const SolverType known = type == SolverType::Anticipation ? SolverType::Nsgs : type;
    return find_solver(solver_names[static_cast<std::size_t>(known)]);
}

/// k = h² A C β² and d/h, in the contact's axes.
Bond implicit_bond(const Contact& c, double h) {
    if (!(c.beta > 0)) return {};
    const Vec3 drag = c.frame.transpose() * c.drag / h;
    return {h * h * c.area * c.adhesion->stiffness * c.beta * c.beta, drag.y(), drag.z()};
}

double smallest_size(const ContactPipeline::Bodies& bodies) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const auto& body : bodies) {
        Box3 box;
        for (const Vec3& x : body->surface().positions) box.extend(x);
        smallest = std::min(smallest, box.sizes().maxCoeff());
    }
    return smallest;
}

}  // namespace

ContactPipeline::ContactPipeline(const Scene& scene, const Bodies& bodies, std::vector<std::string>& warnings)
    : bodies_(bodies),
      detection_(scene.contact->detection),
      distance_(detection_.distance.value_or(default_distance * smallest_size(bodies))),
      friction_(scene, bodies),
      bonds_(scene, bodies),
      solver_(solver_of(scene.solver.type)),
      anticipates_(scene.solver.type == SolverType::Anticipation),
      cone_(cone_of(scene.solver, solver_)),
      limits_{.iterations = scene.solver.iterations, .tolerance = scene.solver.tolerance, .polish = true},
      warnings_(warnings) {
    if (!detection_.distance)
        distance_ = std::max(distance_, reach_of_bonds * bonds_.law().largest_reference_gap());
    for (const auto& body : bodies) {
        surfaces_.emplace_back(body->complex(), body->deforms());
        moves_.push_back(body->can_move());
    }
    if (detection_.type == DetectionType::LayeredDepth) {
        distance_ = detection_.pixel.value_or(default_pixel * smallest_size(bodies));
        volumes_.emplace(scene, bodies, moves_, distance_, warnings);
    }
    if (detection_.type == DetectionType::Continuous)
        continuous_.emplace(bodies, surfaces_, detection_.self, overlap_left_alone * distance_);
}

/// How far apart surfaces are looked at: `distance`, what they can move in the step, and how deep they were
/// in each other; in the first step, as deep as may be.
double ContactPipeline::reach(const Near& pair, const std::vector<VelocityBound>& speed, double h) const {
    const VelocityBound &a = speed[pair.first], &b = speed[pair.second];
    const double most = most_margin * std::min(surfaces_[pair.first].size(), surfaces_[pair.second].size());
    double depth = 0;
    if (first_step_) {
        const DetectionSurface &first = surfaces_[pair.first], &second = surfaces_[pair.second];
        depth = std::max(deepest_vertex(first, second), deepest_vertex(second, first));
    } else if (const auto known = depths_.find({pair.first, pair.second}); known != depths_.end()) {
        depth = known->second;
    }
    const double travel = h * ((a.mean - b.mean).norm() + a.deviation + b.deviation);
    return distance_ + std::min(travel + depth, most);
}

/// Motion within the step widens the search, so that what meets in it is found in time.
void ContactPipeline::detect(double h) {
    if (volumes_) {
        volumes_->overlaps();
        return;
    }
    const int count = static_cast<int>(bodies_.size());
    parallel_blocks(count, 1, [&](int i, int) {
        if (surfaces_[i].tree().empty() || !bodies_[i]->stands_still())
            surfaces_[i].update(bodies_[i]->collision_positions());
    });
    std::vector<VelocityBound> speed;
    for (const auto& body : bodies_) speed.push_back(body->velocity_bound());
    Vec3 common = Vec3::Zero();
    for (const VelocityBound& s : speed) common += s.mean / count;
    std::vector<Box3> boxes;
    for (int i = 0; i < count; ++i) {
        const double travel = h * ((speed[i].mean - common).norm() + speed[i].deviation);
        const double grown = surfaces_[i].complex().radius() + distance_ / 2 + travel;
        boxes.push_back(surfaces_[i].box());
        if (!boxes.back().isEmpty())
            boxes.back() = {boxes.back().min().array() - grown, boxes.back().max().array() + grown};
    }
    near_.clear();
    const auto soft = [&](int i) { return bodies_[i]->deforms(); };
    for (const auto& [i, j] : overlapping_boxes(boxes))
        if (moves_[i] || moves_[j] || soft(i) || soft(j)) near_.push_back({i, j, {}});
    if (detection_.self)
        for (int i = 0; i < count; ++i)
            if (soft(i)) near_.push_back({i, i, {}});
    parallel_blocks(static_cast<int>(near_.size()), 1, [&](int k, int) {
        Near& pair = near_[k];
        if (pair.first == pair.second) {
            const DetectionSurface& surface = surfaces_[pair.first];
            const double travel = surface.complex().is_sheet()
                                      ? std::min(2 * h * speed[pair.first].deviation,
                                                 most_self_travel * surface.complex().radius())
                                      : 0;
            pair.proximities = find_self_proximities(surface, distance_ + travel);
            return;
        }
        pair.proximities =
            find_proximities(surfaces_[pair.first], surfaces_[pair.second], reach(pair, speed, h));
    });
}

void ContactPipeline::make_contacts(double h) {
    contacts_.clear();
    if (volumes_) make_volume_contacts();
    for (const Near& pair : near_) {
        std::vector<Contact> made =
            pair.first == pair.second
                ? make_self_contacts(pair.first, surfaces_[pair.first], pair.proximities)
                : limpet::make_contacts(pair.first, pair.second, surfaces_[pair.first],
                                        surfaces_[pair.second], pair.proximities,
                                        bonds_.owner(pair.first, pair.second));
        contacts_.insert(contacts_.end(), made.begin(), made.end());
    }
    keep_closing(h);
    if (bonds_.possible()) bonds_.attach(contacts_, first_step_);
    give_laws(contacts_);
}

void ContactPipeline::give_laws(std::vector<Contact>& contacts) {
    memory_.identify(contacts);
    for (Contact& c : contacts) {
        c.friction = friction_.coefficient(c.key.first_body, c.key.second_body, memory_.slid(c.key));
        c.viscosity = friction_.viscosity(c.key.first_body, c.key.second_body);
    }
}

/// Of pairs that are not near yet, those stay that the step brings near.
void ContactPipeline::keep_closing(double h) {
    std::vector<int> far;
    for (int i = 0; i < static_cast<int>(contacts_.size()); ++i)
        if (contacts_[i].gap > distance_) far.push_back(i);
    if (far.empty()) return;
    const VecX u = row_velocities(rows_on_bodies(contacts_, far, bodies_), static_cast<int>(far.size()));
    std::vector<bool> drop(contacts_.size(), false);
    for (std::size_t k = 0; k < far.size(); ++k)
        drop[far[k]] = !(contacts_[far[k]].gap + h * u[3 * static_cast<Eigen::Index>(k)] <= distance_);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < contacts_.size(); ++i)
        if (!drop[i]) contacts_[kept++] = contacts_[i];
    contacts_.resize(kept);
}

/// Where bonds set how far detection looks, most of what it finds neither holds nor touches in the step:
/// contacts that did not press, are not bonded, and that free motion does not bring near, stay out of the
/// problem.
std::vector<bool> ContactPipeline::idle_contacts(double h) const {
    std::vector<bool> idle(contacts_.size(), false);
    const double near = idle_gap * distance_, least = continuous_ ? idle_gap_continuous * distance_ : near;
    std::vector<int> far;
    for (int i = 0; i < static_cast<int>(contacts_.size()); ++i) {
        const Contact& c = contacts_[i];
        if (c.adhesion && c.beta == 0 && c.gap > least && !memory_.pressed(c.key)) far.push_back(i);
    }
    if (far.empty()) return idle;
    const VecX u = row_velocities(rows_on_bodies(contacts_, far, bodies_), static_cast<int>(far.size()));
    for (std::size_t k = 0; k < far.size(); ++k) {
        const Contact& c = contacts_[far[k]];
        // Free motion of a rigid body that lies on something falls; what closes after all, continuous
        // detection finds after the solve.
        idle[far[k]] = c.gap + h * u[3 * static_cast<Eigen::Index>(k)] > near ||
                       (continuous_ && memory_.stays_open(c.key, c.gap, least));
    }
    return idle;
}

void ContactPipeline::build_problems(double h) {
    std::vector<std::vector<int>> groups = contact_groups(contacts_, moves_, idle_contacts(h));
    groups_.clear();
    groups_.resize(groups.size());
    parallel_blocks(static_cast<int>(groups.size()), 1, [&](int i, int) {
        groups_[i].part =
            (anticipates_ ? build_rows : build_group)(contacts_, std::move(groups[i]), bodies_, h);
    });
    for (Group& group : groups_) {
        if (anticipates_) {
            build_anticipated(group, h);
            continue;
        }
        std::vector<bool> movable;
        for (int i = 0; i < group.part.W.rows(); ++i)
            movable.push_back(group.part.W.block(group.part.W.pattern().find(i, i))[0] > 0);
        if (drop_immovable(group, movable, h))
            group.part = build_group(contacts_, std::move(group.part.contacts), bodies_, h);
        set_problem(group, h);
    }
}

/// Contacts where nothing can move, such as held nodes on a static body, have no say; if they are driven into
/// each other, that is worth a word.
bool ContactPipeline::drop_immovable(Group& group, const std::vector<bool>& movable, double h) {
    std::vector<int> kept;
    for (std::size_t i = 0; i < group.part.contacts.size(); ++i) {
        const int index = static_cast<int>(i), contact = group.part.contacts[i];
        if (movable[i]) {
            kept.push_back(contact);
            continue;
        }
        const Contact& c = contacts_[contact];
        if (std::min(c.gap, 0.0) + h * group.part.u0[3 * index] < -distance_ * overlap_left_alone)
            warn("held", c.key.first_body, c.key.second_body,
                 "are driven into each other where neither can give way");
    }
    const bool any = kept.size() < group.part.contacts.size();
    if (any) group.part.contacts = std::move(kept);
    return any;
}

void ContactPipeline::set_problem(Group& group, double h) {
    for (const int i : group.part.contacts) group.problem.friction.push_back(contacts_[i].friction);
    const auto bonded = [&](int i) { return contacts_[i].beta > 0; };
    if (std::any_of(group.part.contacts.begin(), group.part.contacts.end(), bonded))
        for (const int i : group.part.contacts) group.problem.bonds.push_back(implicit_bond(contacts_[i], h));
    group.problem.W = std::move(group.part.W);
    group.problem.u0 = std::move(group.part.u0);
    group.problem.start = memory_.start(contacts_, group.part.contacts);
    bool viscous = false;
    for (const int i : group.part.contacts) {
        const Contact& c = contacts_[i];
        const bool touches = c.gap <= 0 || memory_.pressed(c.key);
        group.damping.push_back(touches ? h * c.viscosity * c.area : 0.0);
        viscous = viscous || group.damping.back() > 0;
    }
    if (viscous)
        add_viscosity(group.damping, group.problem.W, group.problem.u0);
    else
        group.damping.clear();
}

std::vector<const Problem*> ContactPipeline::problems() const {
    std::vector<const Problem*> all;
    for (const Group& group : groups_) all.push_back(&group.problem);
    return all;
}

void ContactPipeline::solve() {
    parallel_blocks(static_cast<int>(groups_.size()), 1, [&](int i, int) {
        Group& group = groups_[i];
        if (anticipates_) return solve_anticipated(group);
        group.report = solver_.solve(group.problem, limits_, cone_);
        group.u.resize(group.problem.u0.size());
        group.problem.W.multiply_rows(0, group.problem.contacts(), group.report.lambda.data(),
                                      group.u.data());
        group.u += group.problem.u0;
        group.viscous = viscous_impulses(group.damping, group.u);
    });
    for (const Group& group : groups_)
        if (group.report.status == SolveStatus::Refused)
            throw BreakdownError(fmt::format("contact between \"{}\" and others cannot be solved: {}",
                                             group.part.bodies.front().body->name(), group.report.reason));
}

/// Bodies without contacts take part too: free motion may have carried impulses of contacts that are gone.
void ContactPipeline::correct() {
    struct Share {
        const ContactRows* rows;
        const VecX* lambda;
        std::span<const double> velocities;  ///< of its nodes, where anticipation found them
    };
    const ContactRows no_rows;
    const VecX no_lambda;
    std::map<const Body*, Share> shares;
    for (const auto& body : bodies_) shares[body.get()] = {&no_rows, &no_lambda, {}};
    std::vector<VecX> applied;
    applied.reserve(groups_.size());
    for (const Group& group : groups_) {
        applied.push_back(group.report.lambda);
        if (group.viscous.size() > 0) applied.back() += group.viscous;
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const Group& group = groups_[g];
        for (std::size_t k = 0; k < group.part.bodies.size(); ++k) {
            const BodyRows& part = group.part.bodies[k];
            if (!part.body->can_move()) continue;
            Share& share = shares[part.body] = {&part.rows, &applied[g], {}};
            if (anticipates_) share.velocities = group.anticipated->of_body(group.node_velocities, k);
        }
    }
    parallel_blocks(static_cast<int>(bodies_.size()), 1, [&](int i, int) {
        const Share& share = shares.at(bodies_[i].get());
        if (share.velocities.empty())
            bodies_[i]->add_impulses(*share.rows, *share.lambda);
        else
            bodies_[i]->take_velocities(*share.rows, *share.lambda, share.velocities);
    });
}

VecX ContactPipeline::overlap_shift(const Group& group, double h) const {
    VecX shift = VecX::Zero(group.u.size());
    bool any = false;
    for (int i = 0; i < group.problem.contacts(); ++i) {
        const double gap = std::min(contacts_[group.part.contacts[i]].gap, 0.0) + h * group.u[3 * i];
        any = any || gap < -overlap_left_alone * distance_;
        shift[3 * i] = std::max(gap, -most_push * distance_) / h;
    }
    return any ? shift : VecX();
}

/// 0 ≤ λ ⊥ W λ + gap/h ≥ 0 with the gaps that the step ends with, q += h A⁻¹ Jᵀ λ.
void ContactPipeline::stabilise(double h) {
    if (volumes_) return stabilise_volumes(h);
    parallel_blocks(static_cast<int>(groups_.size()), 1, [&](int g, int) {
        Group& group = groups_[g];
        VecX shift = overlap_shift(group, h);
        if (shift.size() == 0) return;
        if (anticipates_) {
            const VecX x = anticipated_shift(*group.anticipated, std::move(shift), limits_);
            for (std::size_t k = 0; k < group.part.bodies.size(); ++k)
                if (const auto own = group.anticipated->of_body(x, k); !own.empty())
                    group.part.bodies[k].body->shift_nodes(own, h);
            return;
        }
        Problem overlap;
        overlap.u0 = std::move(shift);
        overlap.friction.assign(group.problem.friction.size(), 0.0);
        const bool plain = group.damping.empty();
        if (plain)
            std::swap(overlap.W, group.problem.W);
        else
            overlap.W = build_group(contacts_, group.part.contacts, bodies_, h).W;
        const Report report = solve_pgs(overlap, limits_);
        if (plain) std::swap(overlap.W, group.problem.W);
        for (const BodyRows& part : group.part.bodies)
            part.body->add_displacements(part.rows, report.lambda, h);
    });
}

void ContactPipeline::remember(double h, StepRecord& record) {
    ContactSolution solution(contacts_.size());
    // Those that were left out stay where they are.
    for (std::size_t i = 0; i < contacts_.size(); ++i)
        solution[i].u.x() = std::max(contacts_[i].gap, 0.0) / h;
    record.contacts = static_cast<int>(contacts_.size());
    if (volumes_) volumes_->describe(record);
    record.intersection_volume = intersection_volume_;
    for (const Group& group : groups_) {
        for (int i = 0; i < group.problem.contacts(); ++i) {
            const int contact = group.part.contacts[i];
            const Vec3 lambda = group.report.lambda.segment<3>(3 * i), u = group.u.segment<3>(3 * i);
            solution[contact] = {lambda, u,
                                 contact_status(lambda, u, group.problem.diagonal(i),
                                                contacts_[contact].friction, resting_slip * distance_ / h)};
            if (group.viscous.size() > 0) solution[contact].viscous = group.viscous.segment<3>(3 * i);
            record.sticking += solution[contact].status == ContactStatus::Stick;
            record.slipping += solution[contact].status == ContactStatus::Slip;
        }
        record.iterations = std::max(record.iterations, group.report.iterations);
        record.residual = std::max(record.residual, group.report.residual);
    }
    depths_.clear();
    for (const Contact& c : contacts_) {
        record.penetration = std::max(record.penetration, -c.gap);
        if (-c.gap < overlap_to_watch * distance_) continue;
        double& depth = depths_[{c.key.first_body, c.key.second_body}];
        depth = std::max(depth, -c.gap);
    }
    first_step_ = false;
    memory_.remember(contacts_, solution);
    const std::vector<Vec3> forces = contact_forces(contacts_, solution, h);
    std::vector<Vec3> traction = tractions(contacts_, forces);
    spread_rigid_pressures(contacts_, solution, h, touching * distance_, bodies_, traction);
    if (bonds_.possible()) bonds_.evolve(contacts_, solution, traction, h, record);
    frames_ = contact_frames(contacts_, solution, forces, traction, bodies_);
    warn_of_overlap();
    warn_of_residuals();
}

}  // namespace limpet
