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

/// What bodies have, and what their strain gains as they are displaced [J].
struct StrainGain {
    double had = 0, gain = 0;

    double allowed() const { return max_strain_energy_ratio * had; }
};

StrainGain strain_gain(const std::vector<BodyRows>& bodies, const Displacements& displaced) {
    StrainGain sum;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Energies energies = bodies[i].body->energies(Vec3::Zero());
        sum.had += energies.kinetic + energies.elastic;
        if (displaced[i]) sum.gain += bodies[i].body->elastic_energy_at(displaced[i]->q) - energies.elastic;
    }
    return sum;
}

/// Ranges of energies mostly tell, without decomposing a deformation gradient; energies are computed where
/// they do not.
bool is_gain_allowed_by_ranges(const std::vector<BodyRows>& bodies, const Displacements& displaced) {
    double had_at_least = 0, gain_at_most = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!displaced[i]) {
            const Energies energies = bodies[i].body->energies(Vec3::Zero());
            had_at_least += energies.kinetic + energies.elastic;
            continue;
        }
        const auto& [q, kinetic, before, after] = *displaced[i];
        had_at_least += kinetic + before.low;
        gain_at_most += after.high - before.low;
    }
    return gain_at_most <= max_strain_energy_ratio * had_at_least;
}

/// The part of a displacement that strains bodies by no more than they may gain; 0 where it is small. Strain
/// energy is convex but for rotations, so that the part s of a displacement gains at most s of what the whole
/// gains.
double allowed_part(const std::vector<BodyRows>& bodies, const Displacements& displaced) {
    if (is_gain_allowed_by_ranges(bodies, displaced)) return 1;
    const StrainGain strain = strain_gain(bodies, displaced);
    if (strain.gain <= strain.allowed()) return 1;
    const double part = strain.allowed() / strain.gain;
    return part < min_strained_part ? 0 : part;
}

void displace(const std::vector<BodyRows>& bodies, const VecX& lambda, double h, Displacements displaced) {
    parallel_blocks(static_cast<int>(bodies.size()), 1, [&](int i, int) {
        const BodyRows& own = bodies[i];
        if (!own.body->can_move()) return;
        if (displaced[i])
            own.body->take_displacement(std::move(*displaced[i]));
        else
            own.body->add_displacements(own.rows, lambda, h);
    });
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

std::vector<double> gaps_of(const std::vector<Contact>& contacts, const std::vector<int>& chosen) {
    std::vector<double> gaps;
    gaps.reserve(chosen.size());
    for (const int i : chosen) gaps.push_back(contacts[i].gap);
    return gaps;
}

std::vector<double> gaps_left(const std::vector<double>& gaps, const BlockMatrix& W, const VecX& lambda,
                              const VolumeDepths& depths, double h) {
    VecX velocities(lambda.size());
    W.multiply_rows(0, static_cast<int>(gaps.size()), lambda.data(), velocities.data());
    std::vector<double> left;
    left.reserve(gaps.size());
    for (const double gap : gaps) {
        const auto normal = 3 * static_cast<Eigen::Index>(left.size());
        left.push_back(std::max(gap, -depths.push - depths.kept) + h * velocities[normal]);
    }
    return left;
}

VecX separating_impulses(const std::vector<double>& gaps, BlockMatrix W, const VolumeDepths& depths, double h,
                         const SolveLimits& limits) {
    Problem overlap;
    overlap.u0 = VecX::Zero(3 * static_cast<Eigen::Index>(gaps.size()));
    for (std::size_t i = 0; i < gaps.size(); ++i)
        overlap.u0[3 * static_cast<Eigen::Index>(i)] = std::max(gaps[i] + depths.kept, -depths.push) / h;
    overlap.friction.assign(gaps.size(), 0.0);
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
        const std::vector<double> gaps = gaps_of(contacts, part.contacts);
        VecX lambda = separating_impulses(gaps, part.W, depths, h, limits);
        Displacements displaced = displacements(part.bodies, lambda, h);
        const double allowed = allowed_part(part.bodies, displaced);
        if (allowed < 1) {
            const VecX allowed_lambda = allowed * lambda;
            const std::vector<double> rest = gaps_left(gaps, part.W, allowed_lambda, depths, h);
            if (separate_group_rigidly(contacts, part.contacts, rest, bodies, depths, limits)) {
                lambda = allowed_lambda;
                displaced = displacements(part.bodies, lambda, h);
            }
        }
        displace(part.bodies, lambda, h, std::move(displaced));
    });
    return !groups.empty();
}

}  // namespace limpet
