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
    const double reach2 = reach * reach;
    descend_pairs(first, second, [&](int i, int j) {
        stop_if_interrupted();
        const BoxTree::Node &a = first.nodes()[i], &b = second.nodes()[j];
        if (squared_gap(a.box, b.box) > reach2) return PairDescent::Leave;
        if (!a.leaf || !b.leaf) return PairDescent::Split;
        for (int k = a.first; k < a.first + a.count; ++k) {
            const Box3& box = boxes[first.items()[k]];
            if (squared_gap(box, b.box) > reach2) continue;
            for (int l = b.first; l < b.first + b.count; ++l)
                if (squared_gap(box, other_boxes[second.items()[l]]) <= reach2 &&
                    can_be_near(first_surface, first.items()[k], second_surface, second.items()[l], reach))
                    pairs.emplace_back(first.items()[k], second.items()[l]);
        }
        return PairDescent::Leave;
    });
    return pairs;
}

double count_near_simplices(const DetectionSurface& first_surface, const DetectionSurface& second_surface,
                            double reach, double most, double grain) {
    const BoxTree &first = first_surface.tree(), &second = second_surface.tree();
    const double reach2 = reach * reach;
    double count = 0;
    descend_pairs(first, second, [&](int i, int j) {
        if (count > most) return PairDescent::Stop;
        const BoxTree::Node &a = first.nodes()[i], &b = second.nodes()[j];
        if (squared_gap(a.box, b.box) > reach2) return PairDescent::Leave;
        const double pairs = static_cast<double>(a.count) * b.count;
        if ((!a.leaf || !b.leaf) && pairs > grain && squared_span(a.box, b.box) > reach2)
            return PairDescent::Split;
        count += pairs;
        return PairDescent::Leave;
    });
    return count;
}

std::vector<std::pair<int, int>> all_simplex_pairs(const CollisionComplex& first,
                                                   const CollisionComplex& second) {
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < static_cast<int>(first.simplices().size()); ++i)
        for (int j = 0; j < static_cast<int>(second.simplices().size()); ++j) pairs.emplace_back(i, j);
    return pairs;
}

}  // namespace limpet
