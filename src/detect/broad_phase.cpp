#include "detect/broad_phase.h"

#include <algorithm>

#include "core/parallel.h"
#include "shapes/distance/box_tree.h"

namespace limpet {
namespace {

constexpr int boxes_per_task = 64;

}  // namespace

std::vector<std::pair<int, int>> overlapping_boxes(const std::vector<Box3>& boxes) {
    std::vector<int> bodies;
    std::vector<Box3> filled;
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i) {
        if (boxes[i].isEmpty()) continue;
        bodies.push_back(i);
        filled.push_back(boxes[i]);
    }
    const int count = static_cast<int>(filled.size());
    const BoxTree tree(filled);
    std::vector<std::vector<std::pair<int, int>>> of_tasks((count + boxes_per_task - 1) / boxes_per_task);
    parallel_blocks(count, boxes_per_task, [&](int begin, int end) {
        std::vector<std::pair<int, int>>& own = of_tasks[begin / boxes_per_task];
        for (int i = begin; i < end; ++i) {
            const auto first = static_cast<std::ptrdiff_t>(own.size());
            tree.visit_items([&](const Box3& box) { return box.intersects(filled[i]); },
                             [&](int j) {
                                 if (j > i && filled[j].intersects(filled[i]))
                                     own.emplace_back(bodies[i], bodies[j]);
                             });
            std::sort(own.begin() + first, own.end());
        }
    });
    std::vector<std::pair<int, int>> pairs;
    for (const auto& own : of_tasks) pairs.insert(pairs.end(), own.begin(), own.end());
    return pairs;
}

}  // namespace limpet
