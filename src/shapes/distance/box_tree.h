#pragma once

/// A flat tree of axis-aligned boxes over things with an index, for searches by distance. Nodes lie depth
/// first in one array: a node's first child follows it, and `skip` is where its subtree ends.

#include <limits>
#include <vector>

#include "shapes/meshes/meshes.h"

namespace limpet {

class BoxTree {
public:
    struct Node {
        Box3 box;
        int skip;   ///< index of the first node behind this subtree
        int first;  ///< of its items, in items()
        int count;  ///< of its items; a leaf's are to be visited
        bool leaf;
    };

    BoxTree() = default;
    /// Splits at the median of the box centres along the longest side until at most `leaf_size` boxes are
    /// left.
    explicit BoxTree(const std::vector<Box3>& boxes, int leaf_size = 4);

    /// Takes the same things in new boxes: the tree's shape stays, its boxes follow. Searches stay exact;
    /// they slow down if things have moved far past each other.
    void refit(const std::vector<Box3>& boxes);

    bool empty() const { return nodes_.empty(); }
    const std::vector<Node>& nodes() const { return nodes_; }
    /// The boxes' indices in the order of the leaves.
    const std::vector<int>& items() const { return items_; }
    int second_child(int node) const { return nodes_[node + 1].skip; }

    /// Visits items in an order that shrinks the search: visit(item, best) lowers `best`, the squared
    /// distance beyond which nothing matters any more. Ends early at best = 0.
    template <class Visit>
    void search_nearest(const Vec3& point, double& best, Visit&& visit) const;

    /// Visits leaves in order, visit(node), without those of subtrees that enter(index of a node) refuses.
    template <class Enter, class Visit>
    void visit_leaves(Enter&& enter, Visit&& visit) const;

    /// Visits the items of all leaves whose box and whose parents' boxes meet what is looked for: meets(box).
    template <class Meets, class Visit>
    void visit_items(Meets&& meets, Visit&& visit) const;

private:
    void build(int begin, int end, int leaf_size, const std::vector<Box3>& boxes);

    std::vector<Node> nodes_;
    std::vector<int> items_;
};

template <class Enter, class Visit>
void BoxTree::visit_leaves(Enter&& enter, Visit&& visit) const {
    for (int n = 0; n < static_cast<int>(nodes_.size());) {
        const Node& node = nodes_[n];
        if (!enter(n)) {
            n = node.skip;
            continue;
        }
        if (node.leaf) visit(node);
        ++n;
    }
}

template <class Meets, class Visit>
void BoxTree::visit_items(Meets&& meets, Visit&& visit) const {
    visit_leaves([&](int n) { return meets(nodes_[n].box); },
                 [&](const Node& leaf) {
                     for (int i = leaf.first; i < leaf.first + leaf.count; ++i) visit(items_[i]);
                 });
}

template <class Visit>
void BoxTree::search_nearest(const Vec3& point, double& best, Visit&& visit) const {
    if (empty()) return;
    struct Pending {
        int node;
        double distance;
    };
    // The median split halves the items, so 64 levels hold more than an int can count.
    Pending stack[64];
    int size = 0;
    stack[size++] = {0, nodes_[0].box.squaredExteriorDistance(point)};
    while (size > 0 && best > 0) {
        const Pending next = stack[--size];
        if (next.distance > best) continue;
        const Node& node = nodes_[next.node];
        if (node.leaf) {
            for (int i = node.first; i < node.first + node.count; ++i) visit(items_[i], best);
            continue;
        }
        const int near = next.node + 1, far = second_child(next.node);
        const Pending a{near, nodes_[near].box.squaredExteriorDistance(point)};
        const Pending b{far, nodes_[far].box.squaredExteriorDistance(point)};
        stack[size++] = a.distance <= b.distance ? b : a;
        stack[size++] = a.distance <= b.distance ? a : b;
    }
}

}  // namespace limpet
