#pragma once

#include <utility>
#include <vector>

#include "shapes/distance/box_tree.h"

namespace limpet {

/// Of two nodes of which one is no leaf: the one with more items is split, and both pairs are pending.
inline void split_larger(const BoxTree& first, const BoxTree& second, int i, int j,
                         std::vector<std::pair<int, int>>& pending) {
    const BoxTree::Node &a = first.nodes()[i], &b = second.nodes()[j];
    if (b.leaf || (!a.leaf && a.count >= b.count)) {
        pending.emplace_back(first.second_child(i), j);
        pending.emplace_back(i + 1, j);
    } else {
        pending.emplace_back(i, second.second_child(j));
        pending.emplace_back(i, j + 1);
    }
}

}  // namespace limpet
