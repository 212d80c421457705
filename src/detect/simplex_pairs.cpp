#include "detect/simplex_pairs.h"

#include "core/interruption.h"
#include "detect/simplex_distance.h"
#include "shapes/distance/tree_pairs.h"

namespace limpet {
namespace {

/// As squaredExteriorDistance(), without branches.
double squared_gap(const Box3& a, const Box3& b) {
    return (a.min() - b.max()).cwiseMax(b.min() - a.max()).cwiseMax(0.0).squaredNorm();
}

/// Of any two points of both boxes, at most.
double squared_span(const Box3& a, const Box3& b) {
    return (a.max() - b.min()).cwiseMax(b.max() - a.min()).squaredNorm();
}

bool can_be_near(const DetectionSurface& first, int i, const DetectionSurface& second, int j, double reach) {
    return first.complex().simplices()[i].corners() < 3 || second.complex().simplices()[j].corners() < 3 ||
           !planes_part(first.corners(i), second.corners(j), reach);
}

}  // namespace

std::vector<std::pair<int, int>> near_simplices(const DetectionSurface& first_surface,
                                                const DetectionSurface& second_surface, double reach) {
    const BoxTree &first = first_surface.tree(), &second = second_surface.tree();
    const std::vector<Box3>&boxes = first_surface.simplex_boxes(),
          &other_boxes = second_surface.simplex_boxes();
    std::vector<std::pair<int, int>> pairs;
    if (first.empty() || second.empty()) return pairs;
    const double reach2 = reach * reach;
    std::vector<std::pair<int, int>> pending = {{0, 0}};
    while (!pending.empty()) {
        stop_if_interrupted();
        const auto [i, j] = pending.back();
        pending.pop_back();
        const BoxTree::Node &a = first.nodes()[i], &b = second.nodes()[j];
        if (squared_gap(a.box, b.box) > reach2) continue;
        if (a.leaf && b.leaf) {
            for (int k = a.first; k < a.first + a.count; ++k) {
                const Box3& box = boxes[first.items()[k]];
                if (squared_gap(box, b.box) > reach2) continue;
                for (int l = b.first; l < b.first + b.count; ++l)
                    if (squared_gap(box, other_boxes[second.items()[l]]) <= reach2 &&
                        can_be_near(first_surface, first.items()[k], second_surface, second.items()[l],
                                    reach))
                        pairs.emplace_back(first.items()[k], second.items()[l]);
            }
        } else {
            split_larger(first, second, i, j, pending);
        }
    }
    return pairs;
}

double count_near_simplices(const DetectionSurface& first_surface, const DetectionSurface& second_surface,
                            double reach, double most, double grain) {
    const BoxTree &first = first_surface.tree(), &second = second_surface.tree();
    if (first.empty() || second.empty()) return 0;
    const double reach2 = reach * reach;
    double count = 0;
    std::vector<std::pair<int, int>> pending = {{0, 0}};
    while (!pending.empty() && count <= most) {
        const auto [i, j] = pending.back();
        pending.pop_back();
        const BoxTree::Node &a = first.nodes()[i], &b = second.nodes()[j];
        if (squared_gap(a.box, b.box) > reach2) continue;
        const double pairs = static_cast<double>(a.count) * b.count;
        if ((a.leaf && b.leaf) || pairs <= grain || squared_span(a.box, b.box) <= reach2) {
            count += pairs;
        } else {
            split_larger(first, second, i, j, pending);
        }
    }
    return count;
}

}  // namespace limpet
