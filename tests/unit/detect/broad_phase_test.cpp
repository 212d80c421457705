#include "detect/broad_phase.h"

#include <gtest/gtest.h>

#include <random>

namespace limpet {
namespace {

TEST(BroadPhase, FindsWhatAllPairsFind) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> place(0, 1), size(0, 0.2);
    std::vector<Box3> boxes;
    for (int i = 0; i < 200; ++i) {
        const Eigen::Vector3d a(place(random), place(random), place(random));
        boxes.emplace_back(a, a + Eigen::Vector3d(size(random), size(random), size(random)));
    }
    boxes.emplace_back();
    boxes.emplace_back(boxes[3].max(), boxes[3].max());
    std::vector<std::pair<int, int>> slow;
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i)
        for (int j = i + 1; j < static_cast<int>(boxes.size()); ++j)
            if (!boxes[i].isEmpty() && !boxes[j].isEmpty() && boxes[i].intersects(boxes[j]))
                slow.emplace_back(i, j);
    EXPECT_GT(slow.size(), 100u);
    EXPECT_EQ(overlapping_boxes(boxes), slow);
}

}  // namespace
}  // namespace limpet
