#pragma once

#include <utility>
#include <vector>

#include "shapes/distance/box_tree.h"

namespace limpet {

/// What to do with a pair of nodes of two trees.
enum class PairDescent {
    Leave,  ///< nothing more in it
    Split,  ///< the one with more items into its children; only if one of them is no leaf
    Stop,   ///< nor anywhere else
};

/// Descends two trees together from their roots, depth first: visit(i, j), nodes of the first and the second,
/// says how to go on.
template <class Visit>
void descend_pairs(const BoxTree& first, const BoxTree& second, Visit&& visit) {
    if (first.empty() || second.empty()) return;
    std::vector<std::pair<int, int>> pending = {{0, 0}};
    while (!pending.empty()) {
        const auto [i, j] = pending.back();
        pending.pop_back();
        const PairDescent how = visit(i, j);
        if (how == PairDescent::Stop) return;
        if (how == PairDescent::Leave) continue;
        const BoxTree::Node &a = first.nodes()[i], &b = second.nodes()[j];
        if (b.leaf || (!a.leaf && a.count >= b.count)) {
            pending.emplace_back(first.second_child(i), j);
            pending.emplace_back(i + 1, j);
        } else {
            pending.emplace_back(i, second.second_child(j));
            pending.emplace_back(i, j + 1);
        }
    }
}

}  // namespace limpet
