#include "solve/newton/law_system.h"

#include <algorithm>

namespace limpet {

int LawSystem::acting(const std::vector<LawRows>& rows) {
    return static_cast<int>(
        std::count_if(rows.begin(), rows.end(), [](const LawRows& own) { return !own.open; }));
}

LawSystem::LawSystem(const Problem& problem, std::vector<LawRows> rows, double added)
    : problem_(problem), rows_(std::move(rows)), place_(rows_.size(), -1) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (rows_[i].open) continue;
        place_[i] = 3 * static_cast<Eigen::Index>(acting_.size());
        acting_.push_back(static_cast<int>(i));
    }
    const BlockPattern& pattern = problem.W.pattern();
    const auto size = 3 * static_cast<Eigen::Index>(acting_.size());
    MatX M = MatX::Zero(size, size);
    for (const int a : acting_) {
        const Eigen::Index i = place_[a];
        for (int k = pattern.row_start[a]; k < pattern.row_start[a + 1]; ++k)
            if (const Eigen::Index j = place_[pattern.column[k]]; j >= 0)
                M.block<3, 3>(i, j) = rows_[a].by_velocity * Eigen::Map<const Mat3>(problem.W.block(k));
        M.block<3, 3>(i, i) += rows_[a].by_impulse + added * rows_[a].by_velocity;
    }
    if (size > 0) lu_.factorise(M);
}

VecX LawSystem::step(const VecX& F, VecX change) const {
    if (acting_.empty()) return change;
    VecX by_opening(change.size());
    problem_.W.multiply_rows(0, problem_.contacts(), change.data(), by_opening.data());
    VecX right(3 * static_cast<Eigen::Index>(acting_.size()));
    for (const int a : acting_)
        right.segment<3>(place_[a]) =
            F.segment<3>(3 * a) + rows_[a].by_velocity * by_opening.segment<3>(3 * a);
    const VecX solved = lu_.solve(right);
    for (const int a : acting_) change.segment<3>(3 * a) = -solved.segment<3>(place_[a]);
    return change;
}

}  // namespace limpet
