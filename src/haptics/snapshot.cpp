#include "haptics/snapshot.h"

#include <algorithm>
#include <numeric>

namespace limpet::haptics {
namespace {

/// Blocks of W that a tick may go through: about a quarter of a millisecond. A budget in time would make
/// results depend on the machine.
constexpr int blocks_per_tick = 80'000;
constexpr int least_sweeps = 3, most_sweeps = 40;

int sweeps_for(int contacts) {
    if (contacts == 0) return 0;
    return std::clamp(blocks_per_tick / (contacts * contacts), least_sweeps, most_sweeps);
}

/// Indices of the contacts that the loop solves, by ascending id: those that push or hold, then the nearest.
std::vector<int> chosen_contacts(const ToolProblem& all) {
    std::vector<int> chosen(all.contacts.size());
    std::iota(chosen.begin(), chosen.end(), 0);
    const auto rank = [&](int i) {
        const ToolContact& c = all.contacts[i];
        return std::pair(c.lambda.squaredNorm() > 0 ? 0.0 : 1.0, c.u.x());
    };
    if (chosen.size() > most_contacts) {
        std::nth_element(chosen.begin(), chosen.begin() + most_contacts, chosen.end(),
                         [&](int a, int b) { return std::pair(rank(a), a) < std::pair(rank(b), b); });
        chosen.resize(most_contacts);
    }
    std::sort(chosen.begin(), chosen.end(),
              [&](int a, int b) { return all.contacts[a].id < all.contacts[b].id; });
    return chosen;
}

BlockMatrix dense_blocks(int n) {
    BlockPattern pattern;
    pattern.rows = pattern.columns = n;
    pattern.row_start = {0};
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) pattern.column.push_back(j);
        pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
    }
    return BlockMatrix(std::move(pattern));
}

}  // namespace

void fill(Snapshot& snapshot, ToolProblem& all, const Pose& tool, const Coupling& coupling) {
    const std::vector<int> chosen = chosen_contacts(all);
    const int n = static_cast<int>(chosen.size());
    snapshot.sweep.reset();
    snapshot.step = all.step;
    snapshot.h = all.h;
    snapshot.tool = tool;
    snapshot.coupling = coupling.matrices(tool.rotation);
    snapshot.sweeps = sweeps_for(n);
    snapshot.contacts.resize(chosen.size());
    snapshot.steady.setZero();
    for (const ToolContact& c : all.contacts)
        snapshot.steady += c.rows.transpose() * (c.viscous + c.lambda) / all.h;

    Problem& problem = snapshot.problem;
    if (problem.W.rows() != n) problem.W = dense_blocks(n);
    problem.u0.setZero(3 * n);
    problem.friction.resize(chosen.size());
    problem.bonds.clear();
    bool bonded = false;
    for (int i = 0; i < n; ++i) {
        const ToolContact& c = all.contacts[chosen[i]];
        Vec3 base = c.u;
        const ToolRows give = c.rows * snapshot.coupling.give / (all.h * all.h);
        for (int j = 0; j < n; ++j) {
            const ToolContact& other = all.contacts[chosen[j]];
            const Mat3 W = all.W.block<3, 3>(3 * chosen[i], 3 * chosen[j]);
            base -= W * other.lambda;
            Eigen::Map<Mat3>(problem.W.block(i * n + j)) = W + give * other.rows.transpose();
        }
        problem.friction[i] = c.friction;
        bonded = bonded || c.bond.k > 0;
        snapshot.contacts[i] = {c.id,        c.rows,
                                c.point,     c.lambda,
                                base,        {c.u.y(), c.u.z()},
                                c.friction,  {c.bond.drag_t, c.bond.drag_b},
                                c.bond.k > 0};
        snapshot.steady -= c.rows.transpose() * c.lambda / all.h;
    }
    if (bonded)
        for (const int i : chosen) problem.bonds.push_back(all.contacts[i].bond);
    if (n > 0) snapshot.sweep.emplace(problem);
}

}  // namespace limpet::haptics
