#include "detect/broad_phase.h"

#include <algorithm>

namespace limpet {

std::vector<std::pair<int, int>> overlapping_boxes(const std::vector<Box3>& boxes) {
    std::vector<int> order;
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i)
        if (!boxes[i].isEmpty()) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return boxes[a].min().x() < boxes[b].min().x(); });
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t a = 0; a < order.size(); ++a)
        for (std::size_t b = a + 1; b < order.size(); ++b) {
            if (boxes[order[b]].min().x() > boxes[order[a]].max().x()) break;
            if (boxes[order[a]].intersects(boxes[order[b]])) pairs.push_back(std::minmax(order[a], order[b]));
        }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

}  // namespace limpet
