#include "detect/simplex_pairs.h"

#include "core/interruption.h"
#include "detect/feature_normals.h"
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

/// As planes_part(), with the normals that surfaces keep.
class Planes {
public:
    Planes(const DetectionSurface& first, const DetectionSurface& second)
        : first_(first), second_(second), first_normals_(first), second_normals_(second) {}

    bool part(int i, int j, double reach) const {
        if (first_.complex().simplices()[i].corners() < 3 || second_.complex().simplices()[j].corners() < 3)
            return false;
        const Corners a = first_.corners(i), b = second_.corners(j);
        const TriangleNormal n = first_normals_.of_triangle(i);
        if (plane_parts(a[0], n.scaled, n.squared, b, reach)) return true;
        const TriangleNormal m = second_normals_.of_triangle(j);
        return plane_parts(b[0], m.scaled, m.squared, a, reach);
    }

private:
    const DetectionSurface &first_, &second_;
    FeatureNormals first_normals_, second_normals_;
};

}  // namespace

void keep_near(const DetectionSurface& first, const DetectionSurface& second,
               std::span<const std::pair<int, int>> pairs, double reach,
               std::vector<std::pair<int, int>>& near) {
    const std::vector<Box3>&boxes = first.simplex_boxes(), &other_boxes = second.simplex_boxes();
    const Planes planes(first, second);
    const double reach2 = reach * reach;
    near.clear();
    for (const auto& [i, j] : pairs)
        if (squared_gap(boxes[i], other_boxes[j]) <= reach2 && !planes.part(i, j, reach))
            near.emplace_back(i, j);
}

std::vector<std::pair<int, int>> near_simplices(const DetectionSurface& first_surface,
                                                const DetectionSurface& second_surface, double reach) {
    const BoxTree &first = first_surface.tree(), &second = second_surface.tree();
    const std::vector<Box3>&boxes = first_surface.simplex_boxes(),
          &other_boxes = second_surface.simplex_boxes();
    std::vector<std::pair<int, int>> pairs;
    const Planes planes(first_surface, second_surface);
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
                    !planes.part(first.items()[k], second.items()[l], reach))
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
