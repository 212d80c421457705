#include "step/constraint_response.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compliance/viscous_contact.h"
#include "contact/contact_groups.h"
#include "contact/smallest_pressure.h"
#include "core/parallel.h"
#include "detect/ldi/ldi_check.h"
#include "limpet/error.h"
#include "solve/residual.h"
#include "step/passive_impulses.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// The cone that the scene asks for, where the solver has it; check_scene() has said where it has not.
Cone cone_of(const SolverSettings& settings, const Solver& solver) {
    if (solver.cones.empty()) return Cone::Exact;
    const Cone asked = settings.cone == ConeType::Exact     ? Cone::Exact
                       : settings.cone == ConeType::Pyramid ? Cone::Pyramid
                                                            : Cone::Box;
    const auto found = std::find(solver.cones.begin(), solver.cones.end(), asked);
    return found != solver.cones.end() ? asked : solver.cones.front();
}

/// Solvers without W solve no problems that have it, but those that solve() gets have some solver.
const Solver& solver_of(SolverType type) {
    const bool without_W = type == SolverType::Anticipation || type == SolverType::Newton;
    const SolverType known = without_W ? SolverType::Nsgs : type;
    return find_solver(solver_names[static_cast<std::size_t>(known)]);
}

/// k = h² A C β², d/h in the contact's axes, and r/h.
Bond implicit_bond(const Contact& c, double h) {
    if (!(c.beta > 0)) return {};
    const Vec3 drag = c.frame.transpose() * c.drag / h;
    return {h * h * c.area * c.adhesion->stiffness * c.beta * c.beta, drag.y(), drag.z(), c.slack / h,
            c.sample};
}

}  // namespace

ConstraintResponse::ConstraintResponse(const SolverSettings& settings, const SolveLimits& limits,
                                       StepContext& context, const ContactSet& contacts)
    : context_(context),
      set_(contacts),
      solver_(solver_of(settings.type)),
      type_(settings.type),
      cone_(cone_of(settings, solver_)),
      limits_(limits),
      renewed_(context.bodies.size(), false),
      redirected_(context.bodies.size(), false) {}

void ConstraintResponse::begin_step(double h) {
    step_length_ = h;
    groups_.clear();
    answers_.clear();
}

void ConstraintResponse::assemble(double h) {
    build_groups(h);
    if (answers_.empty()) return;
    for (ContactGroup& group : groups_)
        if (!group.is_solved) put_impulses(group, answers_.back(), group.problem.start);
}

void ConstraintResponse::build_groups(double h) {
    const std::vector<Contact>& contacts = set_.all();
    std::vector<std::vector<int>> groups = contact_groups(contacts, context_.moves, set_.idle_flags());
    refuse_too_many(groups);
    groups_ = take_unchanged(groups);
    parallel_blocks(static_cast<int>(groups.size()), 1, [&](int i, int) {
        if (groups_[i].is_solved) return;
        groups_[i].route = route_of(groups[i]);
        groups_[i].part = (groups_[i].route == Route::Compliance ? build_group : build_rows)(
            contacts, std::move(groups[i]), context_.bodies, h);
    });
    for (ContactGroup& group : groups_) {
        if (group.is_solved) continue;
        if (group.route != Route::Compliance) {
            build_nodal(group, h);
            continue;
        }
        std::vector<bool> movable;
        for (int i = 0; i < group.part.W.rows(); ++i)
            movable.push_back(group.part.W.block(group.part.W.pattern().find(i, i))[0] > 0);
        if (drop_immovable(group, movable, h))
            group.part = build_group(contacts, std::move(group.part.contacts), context_.bodies, h);
        set_problem(group, h);
    }
}

/// One for each list of contacts: that of the last solve if nothing about it has changed, or an empty one.
std::vector<ContactGroup> ConstraintResponse::take_unchanged(const std::vector<std::vector<int>>& groups) {
    std::map<int, ContactGroup*> last;
    for (ContactGroup& group : groups_)
        if (group.report.status == SolveStatus::Converged && !group.part.contacts.empty())
            last[group.part.contacts.front()] = &group;
    const auto is_renewed = [&](int contact) {
        const int first = set_.all()[contact].key.first_body, second = set_.all()[contact].key.second_body;
        return (context_.moves[first] && renewed_[first]) || (context_.moves[second] && renewed_[second]);
    };
    std::vector<ContactGroup> all(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const auto found = last.find(groups[i].front());
        if (found == last.end() || found->second->part.contacts != groups[i]) continue;
        if (std::any_of(groups[i].begin(), groups[i].end(), is_renewed)) continue;
        all[i] = std::move(*found->second);
        all[i].is_solved = true;
    }
    renewed_.assign(context_.bodies.size(), false);
    return all;
}

/// Volume contacts in cells may be many: refused before their W takes more memory than there is.
void ConstraintResponse::refuse_too_many(const std::vector<std::vector<int>>& groups) const {
    std::vector<double> count(context_.bodies.size(), 0.0);
    for (const std::vector<int>& group : groups)
        for (const int i : group) {
            if (!set_.all()[i].volume || route_of(group) != Route::Compliance) continue;
            const ContactKey& key = set_.all()[i].key;
            count[key.first_body] += context_.moves[key.first_body];
            if (key.second_body != key.first_body) count[key.second_body] += context_.moves[key.second_body];
        }
    for (std::size_t b = 0; b < context_.bodies.size(); ++b)
        if (const double bytes = bytes_per_block * count[b] * count[b]; bytes > max_image_bytes)
            throw BreakdownError(
                fmt::format("body \"{}\" has {:.0f} volume contacts, whose equations would take about {:.3g} "
                            "GB; at most {:.3g} GB "
                            "are allowed: make contact.detection.cell larger",
                            context_.bodies[b]->name(), count[b], bytes / 1e9, max_image_bytes / 1e9));
}

/// Contacts where nothing can move, such as held nodes on a static body, take no part; warns where they are
/// driven into each other.
bool ConstraintResponse::drop_immovable(ContactGroup& group, const std::vector<bool>& movable, double h) {
    std::vector<int> kept;
    for (std::size_t i = 0; i < group.part.contacts.size(); ++i) {
        const int index = static_cast<int>(i), contact = group.part.contacts[i];
        if (movable[i]) {
            kept.push_back(contact);
            continue;
        }
        const Contact& c = set_.all()[contact];
        if (std::min(c.gap, 0.0) + h * group.part.u0[3 * index] <
            -context_.distance * overlap_tolerance_ratio)
            context_.warnings.about_pair("held", c.key.first_body, c.key.second_body, 0,
                                         "are driven into each other where neither can give way");
    }
    const bool any = kept.size() < group.part.contacts.size();
    if (any) group.part.contacts = std::move(kept);
    return any;
}

void ConstraintResponse::set_problem(ContactGroup& group, double h) const {
    for (const int i : group.part.contacts) group.problem.friction.push_back(set_.all()[i].friction);
    group.rebounds = find_rebounds(set_.all(), group.part, h);
    const auto bonded = [&](int i) { return set_.all()[i].beta > 0; };
    // Sheets are soft against their bonds; of others, sweeps are stopped by the natural map alone.
    group.problem.judges_work =
        std::any_of(group.part.bodies.begin(), group.part.bodies.end(),
                    [](const BodyRows& part) { return part.body->type() == BodyType::Cloth; });
    if (std::any_of(group.part.contacts.begin(), group.part.contacts.end(), bonded))
        for (const int i : group.part.contacts)
            group.problem.bonds.push_back(implicit_bond(set_.all()[i], h));
    group.problem.W = std::move(group.part.W);
    group.problem.u0 = std::move(group.part.u0);
    for (std::size_t k = 0; k < group.rebounds.size(); ++k)
        group.problem.u0[3 * static_cast<Eigen::Index>(k)] -= group.rebounds[k].shift;
    group.problem.start = set_.memory().start(set_.all(), group.part.contacts);
    bool viscous = false;
    for (const int i : group.part.contacts) {
        const Contact& c = set_.all()[i];
        const bool touches = c.gap <= 0 || set_.memory().pressed(c.key);
        group.damping.push_back(touches ? h * c.viscosity * c.area : 0.0);
        viscous = viscous || group.damping.back() > 0;
    }
    if (viscous) {
        add_viscosity(group.damping, group.problem.W, group.problem.u0);
        group.problem.W_is = DelassusOperator::ViscousCompliance;
    } else {
        group.damping.clear();
    }
}

std::vector<const Problem*> ConstraintResponse::problems() const {
    std::vector<const Problem*> all;
    for (const ContactGroup& group : groups_) all.push_back(&group.problem);
    return all;
}

void ConstraintResponse::solve() {
    parallel_blocks(static_cast<int>(groups_.size()), 1, [&](int i, int) {
        ContactGroup& group = groups_[i];
        if (group.is_solved) return;
        if (group.nodal) return solve_nodal(group);
        group.report = solver_.solve(group.problem, limits_, cone_);
        limit_rebounds(group);
        follow_impulses(group);
    });
    for (const ContactGroup& group : groups_)
        if (group.report.status == SolveStatus::Refused)
            throw BreakdownError(fmt::format("contact between \"{}\" and others cannot be solved: {}",
                                             group.part.bodies.front().body->name(), group.report.reason));
}

void ConstraintResponse::follow_impulses(ContactGroup& group) {
    group.u.resize(group.problem.u0.size());
    group.problem.W.multiply_rows(0, group.problem.contacts(), group.report.lambda.data(), group.u.data());
    group.u += group.problem.u0;
    group.kept_part = make_passive(group.problem, group.report.lambda, group.u);
    if (group.kept_part < 1)
        group.report.residual = group.report.law_residual =
            natural_map_error(group.problem, group.report.lambda);
    group.viscous = viscous_impulses(group.damping, group.u);
    add_rebounds(group);
}

/// Bodies without contacts take part too: free motion may have carried impulses of contacts that are gone.
/// Those of groups that were not solved again have what they need.
void ConstraintResponse::correct() {
    struct Share {
        const ContactRows* rows;
        const VecX* lambda;
        std::span<const double> velocities, impulses;  ///< of its nodes, where a solver without W found them
    };
    const ContactRows no_rows;
    const VecX no_lambda;
    std::map<const Body*, Share> shares;
    for (const auto& body : context_.bodies) shares[body.get()] = {&no_rows, &no_lambda, {}, {}};
    std::vector<VecX> applied;
    applied.reserve(groups_.size());
    for (const ContactGroup& group : groups_) {
        applied.push_back(group.report.lambda);
        if (group.viscous.size() > 0) applied.back() += group.viscous;
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        const ContactGroup& group = groups_[g];
        for (std::size_t k = 0; k < group.part.bodies.size(); ++k) {
            const BodyRows& part = group.part.bodies[k];
            if (!part.body->can_move()) continue;
            if (group.is_solved) {
                shares.erase(part.body);
                continue;
            }
            Share& share = shares[part.body] = {&part.rows, &applied[g], {}, {}};
            if (!group.nodal) continue;
            share.velocities = group.nodal->of_body(group.node_velocities, k);
            share.impulses = group.nodal->of_body(group.node_impulses, k);
        }
    }
    parallel_blocks(static_cast<int>(context_.bodies.size()), 1, [&](int i, int) {
        const auto found = shares.find(context_.bodies[i].get());
        if (found == shares.end()) return;
        const Share& share = found->second;
        if (share.rows != &no_rows) redirected_[i] = true;
        if (share.velocities.empty())
            context_.bodies[i]->add_impulses(*share.rows, *share.lambda);
        else
            context_.bodies[i]->take_velocities(share.velocities, share.impulses);
    });
}

Impulses ConstraintResponse::impulses() const {
    Impulses all;
    for (const ContactGroup& group : groups_)
        for (std::size_t i = 0; i < group.part.contacts.size(); ++i) {
            const Contact& c = set_.all()[group.part.contacts[i]];
            all[c.key] = c.frame * group.report.lambda.segment<3>(3 * static_cast<Eigen::Index>(i));
        }
    return all;
}

void ConstraintResponse::put_impulses(const ContactGroup& group, const Impulses& impulses,
                                      VecX& lambda) const {
    for (std::size_t i = 0; i < group.part.contacts.size(); ++i) {
        const Contact& c = set_.all()[group.part.contacts[i]];
        const auto found = impulses.find(c.key);
        if (found != impulses.end())
            lambda.segment<3>(3 * static_cast<Eigen::Index>(i)) = c.frame.transpose() * found->second;
    }
}

void ConstraintResponse::keep_answer() {
    answers_.push_back(impulses());
}

SolveCost ConstraintResponse::cost() const {
    SolveCost cost;
    for (const ContactGroup& group : groups_) {
        if (group.is_solved) continue;
        cost.blocks += group.problem.W.pattern().blocks();
        cost.iterations = std::max(cost.iterations, static_cast<double>(group.report.iterations));
    }
    return cost;
}

std::vector<char> ConstraintResponse::take_redirected() {
    return std::exchange(redirected_, std::vector<char>(context_.bodies.size(), false));
}

void ConstraintResponse::describe(ContactSolution& solution, double h, StepRecord& record) const {
    for (const ContactGroup& group : groups_) {
        for (int i = 0; i < group.problem.contacts(); ++i) {
            const int contact = group.part.contacts[i];
            const Vec3 lambda = group.report.lambda.segment<3>(3 * i), u = group.u.segment<3>(3 * i);
            solution[contact] = {
                lambda, u,
                contact_status(lambda, u, group.problem.diagonal(i), set_.all()[contact].friction,
                               resting_slip_ratio * context_.distance / h)};
            if (group.viscous.size() > 0) solution[contact].viscous = group.viscous.segment<3>(3 * i);
            record.sticking += solution[contact].status == ContactStatus::Stick;
            record.slipping += solution[contact].status == ContactStatus::Slip;
        }
        record.iterations = std::max(record.iterations, group.report.iterations);
        record.residual = std::max(record.residual, group.report.residual);
    }
}

void ConstraintResponse::spread_forces(const ContactSolution& solution, double h,
                                       std::vector<Vec3>& forces) const {
    for (const ContactGroup& group : groups_)
        spread_pressures({group.part.contacts, group.problem.W}, set_.all(), solution, h,
                         touching_gap_ratio * context_.distance, context_.bodies, forces);
}

}  // namespace limpet
