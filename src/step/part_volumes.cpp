#include "step/part_volumes.h"

#include <algorithm>

#include "compliance/group_problem.h"
#include "contact/contact_groups.h"
#include "core/parallel.h"
#include "solve/pgs.h"

namespace limpet {
namespace {

/// The movable contacts of a group.
std::vector<int> movable(const GroupProblem& part) {
    std::vector<int> kept;
    for (std::size_t i = 0; i < part.contacts.size(); ++i) {
        const int index = static_cast<int>(i);
        if (part.W.block(part.W.pattern().find(index, index))[0] > 0) kept.push_back(part.contacts[i]);
    }
    return kept;
}

/// Contacts that share no body that moves with one that is too deep.
std::vector<bool> far_from_deep(const std::vector<Contact>& contacts, const std::vector<bool>& moves,
                                double most) {
    std::vector<bool> pushed(moves.size(), false);
    for (const Contact& c : contacts)
        for (const int body : {c.key.first_body, c.key.second_body})
            if (-c.gap > most && moves[body]) pushed[body] = true;
    std::vector<bool> far;
    far.reserve(contacts.size());
    for (const Contact& c : contacts) far.push_back(!pushed[c.key.first_body] && !pushed[c.key.second_body]);
    return far;
}

}  // namespace

bool part_volumes(const std::vector<Contact>& contacts, const std::vector<std::unique_ptr<Body>>& bodies,
                  const std::vector<bool>& moves, const VolumeDepths& depths, double h,
                  const SolveLimits& limits) {
    std::vector<std::vector<int>> groups =
        contact_groups(contacts, moves, far_from_deep(contacts, moves, depths.most));
    parallel_blocks(static_cast<int>(groups.size()), 1, [&](int g, int) {
        GroupProblem part = build_group(contacts, groups[g], bodies, h);
        std::vector<int> chosen = movable(part);
        if (chosen.empty()) return;
        if (chosen.size() < part.contacts.size()) part = build_group(contacts, std::move(chosen), bodies, h);
        Problem overlap;
        overlap.u0 = VecX::Zero(part.u0.size());
        for (std::size_t i = 0; i < part.contacts.size(); ++i)
            overlap.u0[3 * static_cast<Eigen::Index>(i)] =
                std::max(contacts[part.contacts[i]].gap + depths.kept, -depths.push) / h;
        overlap.friction.assign(part.contacts.size(), 0.0);
        overlap.W = std::move(part.W);
        const Report report = solve_pgs(overlap, limits);
        for (const BodyRows& body : part.bodies) body.body->add_displacements(body.rows, report.lambda, h);
    });
    return !groups.empty();
}

}  // namespace limpet
