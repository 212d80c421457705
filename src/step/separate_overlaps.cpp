#include "step/separate_overlaps.h"

#include <algorithm>
#include <optional>

#include "compliance/group_problem.h"
#include "contact/contact_groups.h"
#include "core/parallel.h"
#include "solve/sweeps/pgs.h"
#include "step/separate_rigidly.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// Of each body; empty for those that do not deform, or cannot move.
using Displacements = std::vector<std::optional<Body::Displacement>>;

Displacements displacements(const std::vector<BodyRows>& bodies, const VecX& lambda, double h) {
    Displacements all(bodies.size());
    parallel_each(static_cast<int>(bodies.size()),
                  [&](int i) { all[i] = bodies[i].body->displacement(bodies[i].rows, lambda, h); });
    return all;
}

bool gains_energy_exactly(const std::vector<BodyRows>& bodies, const Displacements& displaced) {
    double had = 0, gain = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Energies energies = bodies[i].body->energies(Vec3::Zero());
        had += energies.kinetic + energies.elastic;
        if (!displaced[i]) continue;
        gain += bodies[i].body->elastic_energy_at(displaced[i]->q) - energies.elastic;
    }
    return gain > max_strain_energy_ratio * had;
}

/// Ranges of energies mostly tell, without decomposing a deformation gradient; energies are computed where
/// they do not.
bool gains_energy(const std::vector<BodyRows>& bodies, const Displacements& displaced) {
    EnergyRange had, gain;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!displaced[i]) {
            const Energies energies = bodies[i].body->energies(Vec3::Zero());
            had.low += energies.kinetic + energies.elastic;
            had.high += energies.kinetic + energies.elastic;
            continue;
        }
        const auto& [q, kinetic, before, after] = *displaced[i];
        had.low += kinetic + before.low;
        had.high += kinetic + before.high;
        gain.low += after.low - before.high;
        gain.high += after.high - before.low;
    }
    if (gain.high <= max_strain_energy_ratio * had.low) return false;
    if (gain.low > max_strain_energy_ratio * had.high) return true;
    return gains_energy_exactly(bodies, displaced);
}

/// The movable contacts of a group.
std::vector<int> movable(const GroupProblem& part) {
    std::vector<int> kept;
    for (std::size_t i = 0; i < part.contacts.size(); ++i) {
        const int index = static_cast<int>(i);
        if (part.W.block(part.W.pattern().find(index, index))[0] > 0) kept.push_back(part.contacts[i]);
    }
    return kept;
}

}  // namespace

std::vector<std::vector<int>> groups_to_separate(const std::vector<Contact>& contacts,
                                                 const std::vector<bool>& moves, const VolumeDepths& depths) {
    std::vector<bool> pushed(moves.size(), false);
    for (const Contact& c : contacts)
        for (const int body : {c.key.first_body, c.key.second_body})
            if (moves[body] && depths.too_deep(c)) pushed[body] = true;
    std::vector<bool> far_from_deep;
    far_from_deep.reserve(contacts.size());
    for (const Contact& c : contacts)
        far_from_deep.push_back(!pushed[c.key.first_body] && !pushed[c.key.second_body]);
    return contact_groups(contacts, moves, far_from_deep);
}

VecX separating_impulses(const std::vector<Contact>& contacts, const std::vector<int>& chosen, BlockMatrix W,
                         const VolumeDepths& depths, double h, const SolveLimits& limits) {
    Problem overlap;
    overlap.u0 = VecX::Zero(3 * static_cast<Eigen::Index>(chosen.size()));
    for (std::size_t i = 0; i < chosen.size(); ++i)
        overlap.u0[3 * static_cast<Eigen::Index>(i)] =
            std::max(contacts[chosen[i]].gap + depths.kept, -depths.push) / h;
    overlap.friction.assign(chosen.size(), 0.0);
    overlap.W = std::move(W);
    return solve_pgs(overlap, limits).lambda;
}

bool separate_overlaps(const std::vector<Contact>& contacts, const std::vector<std::unique_ptr<Body>>& bodies,
                       const std::vector<bool>& moves, const VolumeDepths& depths, double h,
                       const SolveLimits& limits) {
    std::vector<std::vector<int>> groups = groups_to_separate(contacts, moves, depths);
    parallel_blocks(static_cast<int>(groups.size()), 1, [&](int g, int) {
        GroupProblem part = build_normals(contacts, groups[g], bodies);
        std::vector<int> chosen = movable(part);
        if (chosen.empty()) return;
        if (chosen.size() < part.contacts.size()) part = build_normals(contacts, std::move(chosen), bodies);
        const VecX lambda =
            separating_impulses(contacts, part.contacts, std::move(part.W), depths, h, limits);
        Displacements displaced = displacements(part.bodies, lambda, h);
        if (gains_energy(part.bodies, displaced) &&
            separate_group_rigidly(contacts, part.contacts, bodies, depths, limits))
            return;
        parallel_blocks(static_cast<int>(part.bodies.size()), 1, [&](int i, int) {
            const BodyRows& own = part.bodies[i];
            if (!own.body->can_move()) return;
            if (displaced[i])
                own.body->take_displacement(std::move(*displaced[i]));
            else
                own.body->add_displacements(own.rows, lambda, h);
        });
    });
    return !groups.empty();
}

}  // namespace limpet
