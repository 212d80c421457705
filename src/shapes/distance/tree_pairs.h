#pragma once

#include <array>
#include <utility>

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
    // A split leaves one pair more, and median splits halve: 64 levels hold more than two ints can count.
    std::array<std::pair<int, int>, 65> pending;
    pending[0] = {0, 0};
    for (int count = 1; count > 0;) {
        const auto [i, j] = pending[--count];
        const PairDescent how = visit(i, j);
        if (how == PairDescent::Stop) return;
        if (how == PairDescent::Leave) continue;
        const BoxTree::Node &a = first.nodes()[i], &b = second.nodes()[j];
        if (b.leaf || (!a.leaf && a.count >= b.count)) {
            pending[count++] = {first.second_child(i), j};
            pending[count++] = {i + 1, j};
        } else {
            pending[count++] = {i, second.second_child(j)};
            pending[count++] = {i, j + 1};
        }
    }
}

}  // namespace limpet
