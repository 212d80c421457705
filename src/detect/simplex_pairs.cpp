#include "detect/simplex_pairs.h"

namespace limpet {

std::vector<std::pair<int, int>> near_simplices(const BoxTree& first, const BoxTree& second, double reach) {
    std::vector<std::pair<int, int>> pairs;
    if (first.empty() || second.empty()) return pairs;
    const double reach2 = reach * reach;
    std::vector<std::pair<int, int>> pending = {{0, 0}};
    while (!pending.empty()) {
        const auto [i, j] = pending.back();
        pending.pop_back();
        const BoxTree::Node &a = first.nodes()[i], &b = second.nodes()[j];
        if (a.box.squaredExteriorDistance(b.box) > reach2) continue;
        if (a.leaf && b.leaf) {
            for (int k = a.first; k < a.first + a.count; ++k)
                for (int l = b.first; l < b.first + b.count; ++l)
                    pairs.emplace_back(first.items()[k], second.items()[l]);
        } else if (b.leaf || (!a.leaf && a.count >= b.count)) {
            pending.emplace_back(first.second_child(i), j);
            pending.emplace_back(i + 1, j);
        } else {
            pending.emplace_back(i, second.second_child(j));
            pending.emplace_back(i, j + 1);
        }
    }
    return pairs;
}

}  // namespace limpet
