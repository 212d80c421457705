/// The scenes of cells, judged from outside while they run: bodies do not lie in each other, and nothing
/// gives them energy. What acts on them has a potential, which is counted.
///
///   depth ≤ 0.01 R              of any two bodies, over whole surfaces, edges included (limpet/audit.h)
///   E(n) − min_{k < n} E(k) ≤ E_s (hω)²/4
///
/// | R | half of the smallest body's longest side: a cell's radius | m |
/// | E_s | largest kinetic energy so far, which an explicit scheme lets swing | J |
/// | hω | at most 0.5 in these scenes: their steps are a quarter of the longest ones | – |

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "limpet/audit.h"
#include "limpet/threads.h"
#include "limpet/world.h"
#include "support/paths.h"

namespace limpet {
namespace {

constexpr double overlap_ratio = 0.01, swing_ratio = 0.5 * 0.5 / 4;

double smallest_radius(const Frame& frame) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const BodyFrame& body : frame.bodies) {
        double longest = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto [low, high] =
                std::minmax_element(body.vertices.begin(), body.vertices.end(),
                                    [&](const Vector3& a, const Vector3& b) { return a[axis] < b[axis]; });
            longest = std::max(longest, (*high)[axis] - (*low)[axis]);
        }
        smallest = std::min(smallest, longest / 2);
    }
    return smallest;
}

struct Run {
    const char* scene;
    int from, to;     ///< steps
    int audit_every;  ///< steps
    bool is_closed;   ///< muscles give energy
};

void expect_sound(const Run& run) {
    set_threads(1);
    World world(load_scene(std::string(LIMPET_ROOT) + "/scenes/" + run.scene + ".json"));
    const double allowed = overlap_ratio * smallest_radius(world.frame());
    OverlapAudit audit(allowed);
    double lowest = std::numeric_limits<double>::infinity(), largest = 0;
    for (int i = 1; i <= run.to; ++i) {
        world.step();
        const StepRecord& step = world.last_step();
        const double energy = step.kinetic + step.elastic + step.potential;
        largest = std::max(largest, step.kinetic);
        if (run.is_closed) {
            EXPECT_LE(energy - lowest, swing_ratio * largest) << "at step " << i;
        }
        lowest = std::min(lowest, energy);
        if (i >= run.from && i % run.audit_every == 0)
            for (const Overlap& overlap : audit.check(world.frame()))
                ADD_FAILURE() << overlap.first << " and " << overlap.second << " are " << overlap.depth
                              << " m in each other at step " << i << "; allowed: " << allowed;
    }
    set_threads(0);
}

class CellsAudit : public testing::TestWithParam<Run> {};

TEST_P(CellsAudit, BodiesStayApartAndNothingGivesEnergy) {
    expect_sound(GetParam());
}

std::string name_of(const testing::TestParamInfo<Run>& info) {
    return info.param.scene;
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, CellsAudit,
    testing::Values(Run{"cells_plane", 1, 300, 5, true}, Run{"cells_pair", 1, 600, 5, true},
                    Run{"cells_roll", 1, 850, 10, true}, Run{"cells_bunnies", 1, 300, 10, true},
                    Run{"cells_aggregate", 80, 180, 4, true}, Run{"cells_sorting", 1, 300, 10, false}),
    name_of);

class CellsAuditLong : public testing::TestWithParam<Run> {};

TEST_P(CellsAuditLong, BodiesStayApartAndNothingGivesEnergy) {
    expect_sound(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Scenes, CellsAuditLong,
                         testing::Values(Run{"cells_plane", 1, 800, 1, true},
                                         Run{"cells_bunnies", 1, 600, 1, true},
                                         Run{"cells_aggregate", 1, 1000, 1, true},
                                         Run{"cells_sorting", 1, 4000, 5, false}),
                         name_of);

}  // namespace
}  // namespace limpet
