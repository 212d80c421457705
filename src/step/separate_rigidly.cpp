#include "step/separate_rigidly.h"

#include <algorithm>

#include "compliance/group_problem.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// λ is a mass times a displacement here.
constexpr double unit_step = 1;

BlockMatrix rigid_compliance(const std::vector<BodyRows>& parts, int count) {
    BlockPattern all{count, count, {0}, {}};
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j) all.column.push_back(j);
        all.row_start.push_back(static_cast<int>(all.column.size()));
    }
    BlockMatrix W(all);
    for (const BodyRows& part : parts) part.body->add_rigid_compliance(part.rows, W);
    return W;
}

/// No rigid motion separates a body from itself. What W has of such a contact is how far images see the
/// lines of its two normal forces apart: by that little arm, λ would turn the body over.
bool is_movable(const Contact& contact, const BlockMatrix& W, int row) {
    return contact.key.first_body != contact.key.second_body && W.block(W.pattern().find(row, row))[0] > 0;
}

bool separates_all(const std::vector<double>& gaps, const BlockMatrix& W, const VecX& lambda,
                   const VolumeDepths& depths) {
    double asked = 0, remains = 0;
    for (const double gap : gaps) asked = std::max(asked, std::min(-gap - depths.kept, depths.push));
    for (const double left : gaps_left(gaps, W, lambda, depths, unit_step))
        remains = std::max(remains, -left - depths.kept);
    return remains <= max_rigid_remainder_ratio * asked;
}

enum class Extent { Wholly, AsFarAsMayBe };

bool separate_group(const std::vector<Contact>& contacts, const std::vector<int>& group,
                    const std::vector<double>& gaps_of_group,
                    const std::vector<std::unique_ptr<Body>>& bodies, const VolumeDepths& depths,
                    const SolveLimits& limits, Extent extent) {
    const BlockMatrix all =
        rigid_compliance(rows_on_bodies(contacts, group, bodies), static_cast<int>(group.size()));
    std::vector<int> chosen;
    std::vector<double> gaps;
    for (std::size_t i = 0; i < group.size(); ++i)
        if (is_movable(contacts[group[i]], all, static_cast<int>(i))) {
            chosen.push_back(group[i]);
            gaps.push_back(gaps_of_group[i]);
        } else if (extent == Extent::Wholly && depths.too_deep(gaps_of_group[i])) {
            return false;
        }
    if (chosen.empty()) return false;
    const std::vector<BodyRows> parts = rows_on_bodies(contacts, chosen, bodies);
    const BlockMatrix W = rigid_compliance(parts, static_cast<int>(chosen.size()));
    const VecX lambda = separating_impulses(gaps, W, depths, unit_step, limits);
    if (extent == Extent::Wholly && !separates_all(gaps, W, lambda, depths)) return false;
    for (const BodyRows& part : parts) part.body->move_rigidly(part.rows, lambda);
    return true;
}

}  // namespace

bool separate_group_rigidly(const std::vector<Contact>& contacts, const std::vector<int>& group,
                            const std::vector<double>& gaps, const std::vector<std::unique_ptr<Body>>& bodies,
                            const VolumeDepths& depths, const SolveLimits& limits) {
    return separate_group(contacts, group, gaps, bodies, depths, limits, Extent::Wholly);
}

bool separate_rigidly(const std::vector<Contact>& contacts, const std::vector<std::unique_ptr<Body>>& bodies,
                      const std::vector<bool>& moves, const VolumeDepths& depths, const SolveLimits& limits) {
    bool any = false;
    for (const std::vector<int>& group : groups_to_separate(contacts, moves, depths))
        any = separate_group(contacts, group, gaps_of(contacts, group), bodies, depths, limits,
                             Extent::AsFarAsMayBe) ||
              any;
    return any;
}

}  // namespace limpet
