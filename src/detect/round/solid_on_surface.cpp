#include "detect/round/solid_on_surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <tuple>

#include "detect/detection_constants.h"
#include "detect/feature_normals.h"
#include "detect/round/edge_on_solid.h"
#include "detect/sample_proximity.h"
#include "detect/simplex_distance.h"

namespace limpet {
namespace {

class SolidOnSurface {
public:
    SolidOnSurface(const PlacedSolid& solid, const DetectionSurface& surface, double distance)
        : solid_(solid), surface_(surface), normals_(surface), distance_(distance) {
        const double reach = distance + surface.complex().radius();
        Box3 box = solid_.box();
        box = {box.min().array() - reach, box.max().array() + reach};
        surface.tree().visit_items([&](const Box3& other) { return box.intersects(other); },
                                   [&](int i) {
                                       if (box.intersects(surface.simplex_boxes()[i])) near_.push_back(i);
                                   });
        std::sort(near_.begin(), near_.end());
    }

    std::vector<Proximity> find() {
        for (const int i : near_) {
            const CollisionComplex::Simplex& simplex = surface_.complex().simplices()[i];
            if (simplex.corners() == 3) add_rim_points(i);
            for (int k = 0; k < 3; ++k) {
                if (simplex.owned_vertices >> k & 1) add_vertex(simplex.vertices[k]);
                if ((simplex.owned_edges >> k & 1) && surface_.meets_edges(simplex.edges[k]))
                    add_edge(simplex.edges[k]);
            }
        }
        keep_nearest_of_rims();
        std::vector<Proximity> all = std::move(rims_);
        const auto by_features = [](const Proximity& a, const Proximity& b) {
            return std::tie(a.second_feature, a.first_feature) < std::tie(b.second_feature, b.first_feature);
        };
        for (std::vector<Proximity>* found : {&vertices_, &edges_}) {
            std::sort(found->begin(), found->end(), by_features);
            all.insert(all.end(), found->begin(), found->end());
        }
        return all;
    }

private:
    /// Of the solid's rims those that are over the face, or under it and nowhere nearer to the outside.
    void add_rim_points(int triangle) {
        const Vec3 n = normals_.triangle(triangle);
        if (n.squaredNorm() < 0.5) return;
        const auto [a, b, c] = surface_.corners(triangle);
        if ((solid_.support(-n) - a).dot(n) - solid_.rounding() > distance_) return;
        for (const PlacedSolid::RimPoint& point : solid_.rim_points(-n)) {
            const double height = (point.position - a).dot(n), gap = height - solid_.rounding();
            if (gap > distance_ || height < -distance_) continue;
            const NearestOnSimplex on = nearest_on_triangle(point.position, a, b, c);
            const double size = (b - a).norm() + (c - a).norm();
            if ((point.position - height * n - on.point).norm() > over_face_ratio * size) continue;
            if (height < 0 && is_nearer_elsewhere(point.position, -height)) continue;
            Proximity p = of_solid(point.position - solid_.rounding() * n, n, gap);
            p.first_offset += point.lever_ahead;
            p.features = FeaturePair::VertexFace;
            p.first_feature = point.number;
            p.second_feature = triangle;
            p.second = {surface_.complex().simplices()[triangle].vertices, on.weights};
            rims_.push_back(p);
        }
    }

    bool is_nearer_elsewhere(const Vec3& p, double depth) const {
        return std::any_of(near_.begin(), near_.end(), [&](int i) {
            const auto& simplex = surface_.complex().simplices()[i];
            return std::sqrt(nearest_on_simplex(p, simplex.vertices, surface_.positions()).squared_distance) <
                   depth * (1 - equal_distance_ratio);
        });
    }

    /// A point over the edge of two faces is over both; of faces that push nearly the same way, one says
    /// enough.
    void keep_nearest_of_rims() {
        std::stable_sort(rims_.begin(), rims_.end(), [](const Proximity& a, const Proximity& b) {
            return std::pair(a.first_feature, std::abs(a.gap)) < std::pair(b.first_feature, std::abs(b.gap));
        });
        std::size_t kept = 0;
        for (const Proximity& p : rims_)
            if (std::none_of(rims_.begin(), rims_.begin() + static_cast<std::ptrdiff_t>(kept),
                             [&](const Proximity& k) {
                                 return k.first_feature == p.first_feature &&
                                        k.normal.dot(p.normal) > same_normal_cosine;
                             }))
                rims_[kept++] = p;
        rims_.resize(kept);
    }

    void add_vertex(int vertex) {
        const PlacedSolid::Nearest nearest = solid_.nearest(surface_.positions()[vertex]);
        if (nearest.distance - surface_.complex().radius() > distance_ || nearest.distance < -distance_ ||
            !normals_.faces(vertex, -nearest.normal) || is_flat_at(surface_, vertex))
            return;
        Proximity p = of_surface_point(surface_.positions()[vertex], nearest);
        p.features = FeaturePair::FaceVertex;
        p.first_feature = 0;
        p.second_feature = vertex;
        p.second = {{vertex, -1, -1}, {1, 0, 0}};
        vertices_.push_back(p);
    }

    void add_edge(int edge) {
        const Edge& ends = surface_.complex().edges()[edge];
        const Vec3 &a = surface_.positions()[ends[0]], &b = surface_.positions()[ends[1]];
        for (const EdgeTouch& touch : touches_of_edge(solid_, a, b)) {
            if (touch.nearest.distance - surface_.complex().radius() > distance_ ||
                touch.nearest.distance < -distance_ || touch.share == 0 || touch.share == 1 ||
                !falls_back(edge, touch.nearest.normal))
                continue;
            Proximity p = of_surface_point(a + touch.share * (b - a), touch.nearest);
            p.features = FeaturePair::EdgeEdge;
            p.first_feature = touch.number;
            p.second_feature = edge;
            p.second = {{ends[0], ends[1], -1}, {1 - touch.share, touch.share, 0}};
            edges_.push_back(p);
        }
    }

    /// True if no triangle beside the edge comes nearer to the solid, which lies against `outward`.
    bool falls_back(int edge, const Vec3& outward) const {
        const auto& beside = surface_.complex().simplices_of_edge(edge);
        return std::none_of(beside.begin(), beside.end(), [&](int triangle) {
            return triangle >= 0 &&
                   surface_.into_triangle(edge, triangle).dot(outward) < -DetectionSurface::nearly_flat;
        });
    }

    Proximity of_surface_point(const Vec3& x, const PlacedSolid::Nearest& nearest) const {
        return of_solid(x - nearest.distance * nearest.normal, -nearest.normal,
                        nearest.distance - surface_.complex().radius());
    }

    Proximity of_solid(const Vec3& touched, const Vec3& normal, double gap) const {
        Proximity p{};
        p.first = solid_.on_axis(touched);
        p.first_offset = touched - solid_.position(p.first);
        p.normal = normal;
        p.gap = gap;
        return p;
    }

    PlacedSolid solid_;
    const DetectionSurface& surface_;
    FeatureNormals normals_;
    double distance_;
    std::vector<int> near_;
    std::vector<Proximity> rims_, vertices_, edges_;
};

}  // namespace

std::vector<Proximity> solid_on_surface(const DetectionSurface& solid, const DetectionSurface& surface,
                                        double distance, const std::optional<Vec3>& axis_ahead) {
    return SolidOnSurface(PlacedSolid(solid, axis_ahead), surface, distance).find();
}

}  // namespace limpet
