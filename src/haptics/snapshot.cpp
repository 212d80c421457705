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

}  // namespace

void fill(Snapshot& snapshot, ToolProblem& all, const Pose& tool, const Coupling& coupling) {
    const std::vector<int> chosen = chosen_contacts(all);
    const int n = static_cast<int>(chosen.size());
    snapshot.step = all.step;
    snapshot.h = all.h;
    snapshot.tool = tool;
    snapshot.coupling = coupling.matrices(tool.rotation);
    snapshot.sweeps = sweeps_for(n);
    snapshot.contacts.resize(chosen.size());
    snapshot.steady.setZero();
    for (const ToolContact& c : all.contacts)
        snapshot.steady += c.rows.transpose() * (c.viscous + c.lambda) / all.h;

    LocalSweep& sweep = snapshot.sweep;
    sweep.resize(n);
    for (int i = 0; i < n; ++i) {
        const ToolContact& c = all.contacts[chosen[i]];
        Vec3 base = c.u;
        const ToolRows give = c.rows * snapshot.coupling.give / (all.h * all.h);
        for (int j = 0; j < n; ++j) {
            const ToolContact& other = all.contacts[chosen[j]];
            const Mat3 W = all.W.block<3, 3>(3 * chosen[i], 3 * chosen[j]);
            base -= W * other.lambda;
            sweep.compliance().block<3, 3>(3 * i, 3 * j) = W + give * other.rows.transpose();
        }
        sweep.set_contact(i, c.friction, c.bond);
        snapshot.contacts[i] = {c.id,       c.rows,
                                c.point,    c.lambda,
                                base,       {c.u.y(), c.u.z()},
                                c.friction, {c.bond.drag_t, c.bond.drag_b}};
        snapshot.steady -= c.rows.transpose() * c.lambda / all.h;
    }
}

}  // namespace limpet::haptics
