#include "step/contact_pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bodies/make_body.h"
#include "compliance/viscous_contact.h"
#include "contact/contact_groups.h"
#include "core/parallel.h"
#include "limpet/error.h"
#include "solve/residual.h"
#include "step/passive_impulses.h"

namespace limpet {
namespace {

/// Of the reference gap: how far bonds reach, and a little more.
constexpr double reach_of_bonds = 2.1;
/// Of the smallest body's longest side.
constexpr double default_distance = 0.01;
/// Of the smallest body's longest side: a pixel of layered depth images.
constexpr double default_pixel = 0.02;

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

/// k = h² A C β², d/h in the contact's axes, and r/h.
Bond implicit_bond(const Contact& c, double h) {
    if (!(c.beta > 0)) return {};
    const Vec3 drag = c.frame.transpose() * c.drag / h;
    return {h * h * c.area * c.adhesion->stiffness * c.beta * c.beta, drag.y(), drag.z(), c.slack / h,
            c.sample};
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

/// The pixel of images; nothing without them [m].
std::optional<double> pixel_of(const DetectionSettings& detection, const ContactPipeline::Bodies& bodies) {
    if (detection.type != DetectionType::LayeredDepth) return {};
    return detection.pixel.value_or(default_pixel * smallest_size(bodies));
}

}  // namespace

ContactPipeline::ContactPipeline(const Scene& scene, const Bodies& bodies, std::vector<Warning>& warnings)
    : bodies_(bodies),
      detection_(scene.contact->detection),
      distance_(detection_.distance.value_or(default_distance * smallest_size(bodies))),
      friction_(scene, bodies),
      bonds_(scene, bodies, pixel_of(detection_, bodies)),
      solver_(solver_of(scene.solver.type)),
      anticipates_(scene.solver.type == SolverType::Anticipation),
      cone_(cone_of(scene.solver, solver_)),
      limits_{.iterations = scene.solver.iterations, .tolerance = scene.solver.tolerance, .polish = true},
      warnings_(bodies, warnings) {
    if (!detection_.distance)
        distance_ = std::max(distance_, reach_of_bonds * bonds_.law().largest_reference_gap());
    for (const auto& body : bodies) {
        surfaces_.emplace_back(body->complex(), body->deforms());
        moves_.push_back(body->can_move());
    }
    renewed_.assign(bodies.size(), false);
    redirected_ = renewed_;
    left_.emplace(bodies, moves_, to_vec3(scene.gravity));
    // Continuous detection sees the whole way.
    if (detection_.type != DetectionType::Continuous) long_steps_.emplace(bodies, moves_);
    if (detection_.type == DetectionType::LayeredDepth) {
        distance_ = *pixel_of(detection_, bodies);
        volumes_.emplace(scene, bodies, moves_, distance_, warnings);
    }
    if (detection_.type == DetectionType::Continuous)
        continuous_.emplace(bodies, surfaces_, detection_.self, overlap_left_alone * distance_);
}

void ContactPipeline::build_problems(double h) {
    groups_.clear();
    build_changed_problems(h);
}

void ContactPipeline::build_changed_problems(double h) {
    std::vector<std::vector<int>> groups = contact_groups(contacts_, moves_, idle_flags());
    refuse_too_many(groups);
    groups_ = take_unchanged(groups);
    parallel_blocks(static_cast<int>(groups.size()), 1, [&](int i, int) {
        if (groups_[i].is_solved) return;
        groups_[i].part =
            (anticipates_ ? build_rows : build_group)(contacts_, std::move(groups[i]), bodies_, h);
    });
    for (Group& group : groups_) {
        if (group.is_solved) continue;
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

/// One for each list of contacts: that of the last solve if nothing about it has changed, or an empty one.
std::vector<ContactPipeline::Group> ContactPipeline::take_unchanged(
    const std::vector<std::vector<int>>& groups) {
    std::map<int, Group*> last;
    for (Group& group : groups_)
        if (group.report.status == SolveStatus::Converged && !group.part.contacts.empty())
            last[group.part.contacts.front()] = &group;
    const auto is_renewed = [&](int contact) {
        const int first = contacts_[contact].key.first_body, second = contacts_[contact].key.second_body;
        return (moves_[first] && renewed_[first]) || (moves_[second] && renewed_[second]);
    };
    std::vector<Group> all(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto found = last.find(groups[i].front());
        if (found == last.end() || found->second->part.contacts != groups[i]) continue;
        if (std::any_of(groups[i].begin(), groups[i].end(), is_renewed)) continue;
        all[i] = std::move(*found->second);
        all[i].is_solved = true;
    }
    renewed_.assign(bodies_.size(), false);
    return all;
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
            warnings_.about_pair("held", c.key.first_body, c.key.second_body,
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
        if (group.is_solved) return;
        if (anticipates_) return solve_anticipated(group);
        group.report = solver_.solve(group.problem, limits_, cone_);
        follow_impulses(group);
    });
    for (const Group& group : groups_)
        if (group.report.status == SolveStatus::Refused)
            throw BreakdownError(fmt::format("contact between \"{}\" and others cannot be solved: {}",
                                             group.part.bodies.front().body->name(), group.report.reason));
}

void ContactPipeline::refine(double h, StageClock& clock) {
    clock_ = &clock;
    solve_idle(h);
    solve_closing(h);
    keep_apart(h);
    follow_large_motion(h);
}

void ContactPipeline::follow_impulses(Group& group) {
    group.u.resize(group.problem.u0.size());
    group.problem.W.multiply_rows(0, group.problem.contacts(), group.report.lambda.data(), group.u.data());
    group.u += group.problem.u0;
    group.kept_part = make_passive(group.problem, group.report.lambda, group.u);
    if (group.kept_part < 1)
        group.report.residual = group.report.law_residual =
            natural_map_error(group.problem, group.report.lambda);
    group.viscous = viscous_impulses(group.damping, group.u);
}

/// Bodies without contacts take part too: free motion may have carried impulses of contacts that are gone.
/// Those of groups that were not solved again have what they need.
void ContactPipeline::correct() {
    struct Share {
        const ContactRows* rows;
        const VecX* lambda;
        std::span<const double> velocities, impulses;  ///< of its nodes, where anticipation found them
    };
    const ContactRows no_rows;
    const VecX no_lambda;
    std::map<const Body*, Share> shares;
    for (const auto& body : bodies_) shares[body.get()] = {&no_rows, &no_lambda, {}, {}};
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
            if (group.is_solved) {
                shares.erase(part.body);
                continue;
            }
            Share& share = shares[part.body] = {&part.rows, &applied[g], {}, {}};
            if (!anticipates_) continue;
            share.velocities = group.anticipated->of_body(group.node_velocities, k);
            share.impulses = group.anticipated->of_body(group.node_impulses, k);
        }
    }
    parallel_blocks(static_cast<int>(bodies_.size()), 1, [&](int i, int) {
        const auto found = shares.find(bodies_[i].get());
        if (found == shares.end()) return;
        const Share& share = found->second;
        if (share.rows != &no_rows) redirected_[i] = true;
        if (share.velocities.empty())
            bodies_[i]->add_impulses(*share.rows, *share.lambda);
        else
            bodies_[i]->take_velocities(share.velocities, share.impulses);
    });
}

}  // namespace limpet
