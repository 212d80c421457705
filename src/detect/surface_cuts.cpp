#include "detect/surface_cuts.h"

#include <algorithm>
#include <tuple>

#include "detect/feature_normals.h"
#include "detect/piercing_edges.h"
#include "detect/simplex_distance.h"
#include "detect/simplex_pairs.h"
#include "shapes/distance/tree_pairs.h"

namespace limpet {
namespace {

bool boxes_part(const Box3& a, const Box3& b) {
    return ((a.min() - b.max()).array() > 0).any() || ((b.min() - a.max()).array() > 0).any();
}

class CutSearch {
public:
    CutSearch(const DetectionSurface& first, const DetectionSurface& second)
        : first_(first), second_(second), first_normals_(first), second_normals_(second) {}

    void visit(int i, int j) {
        if (boxes_part(first_.simplex_boxes()[i], second_.simplex_boxes()[j])) return;
        if (first_.complex().simplices()[i].corners() < 3 || second_.complex().simplices()[j].corners() < 3)
            return;
        const Corners a = first_.corners(i), b = second_.corners(j);
        const TriangleNormal n = first_normals_.of_triangle(i);
        if (is_on_one_side(n.scaled, a[0], b)) return;
        const TriangleNormal m = second_normals_.of_triangle(j);
        if (is_on_one_side(m.scaled, b[0], a)) return;
        add(true, first_.complex().simplices()[i], a, j, b, m.unit);
        add(false, second_.complex().simplices()[j], b, i, a, n.unit);
    }

    std::vector<SurfaceCut> sorted() && {
        std::sort(cuts_.begin(), cuts_.end(), [](const SurfaceCut& x, const SurfaceCut& y) {
            return std::tuple(!x.of_first, x.edge, x.simplex) < std::tuple(!y.of_first, y.edge, y.simplex);
        });
        return std::move(cuts_);
    }

private:
    /// Each edge once, by the triangle that owns it.
    void add(bool of_first, const CollisionComplex::Simplex& own, const Corners& corners, int simplex,
             const Corners& other, const Vec3& normal) {
        for (int k = 0; k < 3; ++k) {
            if (!(own.owned_edges >> k & 1)) continue;
            const Vec3 &from = corners[k], &to = corners[(k + 1) % 3];
            if (!pierced(from, to, other)) continue;
            const double depth =
                std::min(std::abs(normal.dot(from - other[0])), std::abs(normal.dot(to - other[0])));
            cuts_.push_back({of_first, own.edges[k], simplex, depth});
        }
    }

    static bool is_on_one_side(const Vec3& normal, const Vec3& origin, const Corners& of) {
        const double x = normal.dot(of[0] - origin), y = normal.dot(of[1] - origin),
                     z = normal.dot(of[2] - origin);
        return (x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0);
    }

    const DetectionSurface &first_, &second_;
    FeatureNormals first_normals_, second_normals_;
    std::vector<SurfaceCut> cuts_;
};

}  // namespace

std::vector<SurfaceCut> find_cuts(const DetectionSurface& first_surface,
                                  const DetectionSurface& second_surface) {
    CutSearch search(first_surface, second_surface);
    const BoxTree &first = first_surface.tree(), &second = second_surface.tree();
    descend_pairs(first, second, [&](int i, int j) {
        const BoxTree::Node &a = first.nodes()[i], &b = second.nodes()[j];
        if (boxes_part(a.box, b.box)) return PairDescent::Leave;
        if (!a.leaf || !b.leaf) return PairDescent::Split;
        for (int k = a.first; k < a.first + a.count; ++k)
            for (int l = b.first; l < b.first + b.count; ++l)
                search.visit(first.items()[k], second.items()[l]);
        return PairDescent::Leave;
    });
    return std::move(search).sorted();
}

std::vector<SurfaceCut> find_cuts_all_pairs(const DetectionSurface& first, const DetectionSurface& second) {
    CutSearch search(first, second);
    for (const auto& [i, j] : all_simplex_pairs(first.complex(), second.complex())) search.visit(i, j);
    return std::move(search).sorted();
}

}  // namespace limpet
