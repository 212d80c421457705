#include "shapes/distance/box_tree.h"

#include <algorithm>
#include <numeric>

#include "core/parallel.h"

namespace limpet {
namespace {

constexpr int nodes_per_task = 512;

}  // namespace

BoxTree::BoxTree(const std::vector<Box3>& boxes, int leaf_size) {
    if (boxes.empty()) return;
    items_.resize(boxes.size());
    std::iota(items_.begin(), items_.end(), 0);
    nodes_.reserve(2 * boxes.size() / std::max(1, leaf_size / 2) + 1);
    build(0, static_cast<int>(boxes.size()), leaf_size, boxes);
}

void BoxTree::build(int begin, int end, int leaf_size, const std::vector<Box3>& boxes) {
    const std::size_t index = nodes_.size();
    Box3 box, centers;
    for (int i = begin; i < end; ++i) {
        box.extend(boxes[items_[i]]);
        centers.extend(boxes[items_[i]].center());
    }
    nodes_.push_back({box, 0, begin, end - begin, end - begin <= leaf_size});
    if (!nodes_[index].leaf) {
        int axis = 0;
        centers.sizes().maxCoeff(&axis);
        const int middle = begin + (end - begin) / 2;
        std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end,
                         [&](int i, int j) {
                             const double a = boxes[i].center()[axis], b = boxes[j].center()[axis];
                             return a != b ? a < b : i < j;
                         });
        build(begin, middle, leaf_size, boxes);
        build(middle, end, leaf_size, boxes);
    }
    nodes_[index].skip = static_cast<int>(nodes_.size());
}

void BoxTree::refit(const std::vector<Box3>& boxes) {
    const auto follow = [&](int i) {
        Node& node = nodes_[i];
        if (node.leaf) {
            node.box.setEmpty();
            for (int k = node.first; k < node.first + node.count; ++k) node.box.extend(boxes[items_[k]]);
        } else {
            node.box = nodes_[i + 1].box.merged(nodes_[second_child(i)].box);
        }
    };
    std::vector<int> subtrees, above;
    for (int i = 0; i < static_cast<int>(nodes_.size());) {
        const bool whole = nodes_[i].leaf || nodes_[i].skip - i <= nodes_per_task;
        (whole ? subtrees : above).push_back(i);
        i = whole ? nodes_[i].skip : i + 1;
    }
    parallel_blocks(static_cast<int>(subtrees.size()), 1, [&](int k, int) {
        for (int i = nodes_[subtrees[k]].skip - 1; i >= subtrees[k]; --i) follow(i);
    });
    for (auto i = above.rbegin(); i != above.rend(); ++i) follow(*i);
}

}  // namespace limpet
