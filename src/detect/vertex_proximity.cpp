#include "detect/vertex_proximity.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/interruption.h"
#include "detect/detection_constants.h"
#include "detect/feature_normals.h"
#include "detect/shared_rims.h"

namespace limpet {
namespace {

bool has_vertex(const CollisionComplex::Simplex& s, int vertex) {
    return s.vertices[0] == vertex || s.vertices[1] == vertex || s.vertices[2] == vertex;
}

/// True if all corners that carry weight in `c` belong to `other` too.
bool shares_feature(const VertexCandidate& c, const CollisionComplex::Simplex& own,
                    const CollisionComplex::Simplex& other) {
    for (int k = 0; k < 3; ++k)
        if (c.nearest.weights[k] > 0 && !has_vertex(other, own.vertices[k])) return false;
    return true;
}

double size_of(const CollisionComplex::Simplex& s, const std::vector<Vec3>& x) {
    return s.corners() == 3 ? (x[s.vertices[1]] - x[s.vertices[0]]).norm() : 0;
}

/// Vertices of one surface against the other.
class VertexSearch {
public:
    VertexSearch(const DetectionSurface& own, const DetectionSurface& other, double reach, double distance)
        : own_(own),
          other_(other),
          own_normals_(own),
          other_normals_(other),
          rims_(own, other),
          reach2_(reach * reach),
          distance_(distance),
          self_(&own == &other),
          solids_(!self_ && own.complex().radius() == 0 && other.complex().radius() == 0) {}

    /// Of one vertex's simplices the local minima, as proximities with the vertex first.
    void add(int vertex, const int* begin, const int* end, VertexProximities& out) {
        candidates_.clear();
        for (const int* simplex = begin; simplex != end; ++simplex)
            if (const VertexCandidate c = candidate(vertex, *simplex); c.nearest.squared_distance <= reach2_)
                candidates_.push_back(c);
        found_.clear();
        for (const VertexCandidate& c : candidates_) {
            if (is_around_itself(c) || !is_local_minimum(c)) continue;
            const Proximity proximity =
                make(c, !other_.complex().is_sheet() && hangs_over_rim(c, candidates_));
            if (proximity.gap <= distance_ && own_normals_.faces(c.vertex, -proximity.normal) &&
                !rims_.slides_past_rim(c, proximity.normal) && !is_passed_by_sheet(c, proximity.normal) &&
                !are_neighbours(proximity))
                found_.push_back(proximity);
        }
        if (!found_.empty()) keep_different(found_, candidates_);
        if (solids_ && !candidates_.empty()) add_unsettled(vertex, out.unsettled);
        share_area(vertex, found_);
        out.found.insert(out.found.end(), found_.begin(), found_.end());
    }

private:
    using Candidates = std::vector<VertexCandidate>;

    VertexCandidate candidate(int vertex, int simplex) const {
        return {vertex, simplex,
                nearest_on_simplex(own_.positions()[vertex], other_.complex().simplices()[simplex].vertices,
                                   other_.positions())};
    }

    /// Within one surface the simplices around a vertex are only rivals of those behind them.
    bool is_around_itself(const VertexCandidate& c) const {
        return self_ && has_vertex(other_.complex().simplices()[c.simplex], c.vertex);
    }

    /// Inside, or on the surface where rounding says which; and no way out that its surface faces.
    void add_unsettled(int vertex, std::vector<UnsettledVertex>& unsettled) const {
        const auto nearest = std::min_element(
            candidates_.begin(), candidates_.end(), [](const VertexCandidate& a, const VertexCandidate& b) {
                return a.nearest.squared_distance < b.nearest.squared_distance;
            });
        bool boundary = false;
        const Vec3 outward = other_normals_.at(nearest->simplex, nearest->nearest.weights, boundary);
        const Vec3 difference = own_.positions()[vertex] - nearest->nearest.point;
        const double hair =
            on_surface_ratio *
            std::min(size_of(other_.complex().simplices()[nearest->simplex], other_.positions()),
                     own_normals_.mean_edge(vertex));
        if (boundary || (difference.dot(outward) >= 0 && nearest->nearest.squared_distance > hair * hair))
            return;
        // Shallow contact is told by its own rules: shared_rims.h.
        const bool touches_what_it_faces =
            std::any_of(candidates_.begin(), candidates_.end(), [&](const VertexCandidate& c) {
                return c.nearest.squared_distance <= hair * hair &&
                       own_normals_.facing(vertex, -other_normals_.triangle(c.simplex)) >
                           FeatureNormals::in_patch;
            });
        if (touches_what_it_faces) return;
        const bool settled = std::any_of(found_.begin(), found_.end(), [&](const Proximity& p) {
            return own_normals_.leads(vertex, p.normal);
        });
        if (!settled) unsettled.push_back({vertex, nearest->simplex});
    }

    bool are_neighbours(const Proximity& p) const {
        return self_ && own_.complex().is_sheet() && own_.complex().are_neighbours(p.first, p.second);
    }

    /// Of simplex j, if it is within reach of the vertex at hand.
    const VertexCandidate* rival_on(int j) const {
        const auto found =
            std::lower_bound(candidates_.begin(), candidates_.end(), j,
                             [](const VertexCandidate& c, int simplex) { return c.simplex < simplex; });
        return found != candidates_.end() && found->simplex == j ? &*found : nullptr;
    }

    /// Only simplices that have the nearest point's feature, too, can be nearer beside it: they are among
    /// those around any of its corners.
    bool is_local_minimum(const VertexCandidate& c) const {
        const CollisionComplex& complex = other_.complex();
        const auto& own = complex.simplices()[c.simplex];
        if (c.nearest.support() == own.corners()) return true;
        const double limit = c.nearest.squared_distance;
        const auto weighted = std::max_element(c.nearest.weights.begin(), c.nearest.weights.end());
        const int corner = own.vertices[weighted - c.nearest.weights.begin()];
        return std::none_of(complex.triangles_begin(corner), complex.triangles_end(corner), [&](int j) {
            const VertexCandidate* rival = j == c.simplex ? nullptr : rival_on(j);
            // The feature itself is counted once, for the first simplex that has it.
            return rival &&
                   (rival->nearest.squared_distance < limit * (1 - equal_distance_ratio) ||
                    (rival->nearest.squared_distance <= limit * (1 + equal_distance_ratio) &&
                     rival->simplex < c.simplex)) &&
                   shares_feature(c, own, complex.simplices()[j]) && !rims_.is_beside(*rival, c);
        });
    }

    /// Just beside the rim of the face that the vertex's surface touches: another face is nearer.
    bool hangs_over_rim(const VertexCandidate& c, const Candidates& all) const {
        return c.nearest.support() < 3 && rims_.is_at_rim(c.vertex, std::sqrt(c.nearest.squared_distance)) &&
               std::any_of(all.begin(), all.end(), [&](const VertexCandidate& rival) {
                   return rival.nearest.squared_distance <
                              c.nearest.squared_distance * (1 - equal_distance_ratio) &&
                          rims_.is_beside(rival, c);
               });
    }

    /// Every facet of a hollow surface has a local minimum of its own; of those that push nearly the same way
    /// the nearest says enough, but for a thick vertex, which they touch at different places. A vertex that
    /// is inside has one way out: the shortest, but for faces beside a shared rim, which it never came
    /// through.
    void keep_different(std::vector<Proximity>& found, const Candidates& candidates) const {
        const double radii = own_.complex().radius() + other_.complex().radius();
        const auto depth = [&](const Proximity& p) { return std::abs(p.gap + radii); };
        if (found.size() > 1)
            std::erase_if(found, [&, all = found](const Proximity& p) {
                return std::any_of(all.begin(), all.end(), [&](const Proximity& q) {
                    return rims_.is_at_rim(p.first_feature, std::max(depth(p), depth(q))) &&
                           rims_.is_beside(p.second_feature, p.first_feature, q.normal);
                });
            });
        std::erase_if(found, [&](const Proximity& p) {
            if (p.gap >= -radii) return false;
            const bool shallow = rims_.is_at_rim(p.first_feature, depth(p));
            return std::any_of(candidates.begin(), candidates.end(), [&](const VertexCandidate& c) {
                return !is_around_itself(c) &&
                       depth(p) > std::sqrt(c.nearest.squared_distance) * (1 + equal_distance_ratio) &&
                       !(shallow && rims_.is_beside(c.simplex, p.first_feature, p.normal));
            });
        });
        std::stable_sort(found.begin(), found.end(),
                         [&](const Proximity& a, const Proximity& b) { return depth(a) < depth(b); });
        if (!found.empty() && found[0].gap < -radii) found.resize(1);
        const bool is_thick_point = own_.complex().radius() > 0 && !own_.complex().is_sheet();
        std::size_t kept = 0;
        for (const Proximity& p : found)
            if (is_thick_point ||
                std::none_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept),
                             [&](const Proximity& k) { return k.normal.dot(p.normal) > same_normal_cosine; }))
                found[kept++] = p;
        found.resize(kept);
        std::sort(found.begin(), found.end(),
                  [](const Proximity& a, const Proximity& b) { return a.second_feature < b.second_feature; });
    }

    /// Each triangle around the vertex counts for the contact that it faces most.
    void share_area(int vertex, std::vector<Proximity>& found) const {
        if (found.empty()) return;
        std::vector<Vec3> ways;
        ways.reserve(found.size());
        for (const Proximity& p : found) ways.push_back(-p.normal);
        const std::vector<FeatureNormals::FacingArea> areas = own_normals_.facing_areas(vertex, ways);
        for (std::size_t i = 0; i < found.size(); ++i) {
            found[i].area = areas[i].area;
            found[i].facing = areas[i].triangles;
        }
    }

    /// True if a sheet passes over the vertex's surface with its rim, or a fold, before the vertex: something
    /// of that surface is nearer to it. The vertex of a flat face would brake what slides on the face.
    bool is_passed_by_sheet(const VertexCandidate& c, const Vec3& normal) const {
        return other_.complex().is_sheet() && own_.complex().radius() == 0 && c.nearest.support() < 3 &&
               !own_normals_.is_foremost(c.vertex, -normal, own_.flat());
    }

    /// −1 where a vertex of a solid has come through a sheet. A sheet has no inside, but it is outside of the
    /// solid: not behind its vertex. That is so within the sheet's own thickness; farther away, and beyond
    /// its rim, there is no telling.
    double side_of_sheet(const VertexCandidate& c, const Vec3& difference, bool rim) const {
        const CollisionComplex& own = own_.complex();
        const double radius = other_.complex().radius();
        if (rim || own.radius() > 0 || c.nearest.squared_distance > radius * radius) return 1;
        return difference.dot(own_normals_.vertex(c.vertex)) <= 0 ? 1 : -1;
    }

    Proximity make(const VertexCandidate& c, bool hangs_over_rim) const {
        const Vec3 difference = own_.positions()[c.vertex] - c.nearest.point;
        const double length = std::sqrt(c.nearest.squared_distance);
        const auto& simplex = other_.complex().simplices()[c.simplex];
        bool boundary = false;
        const Vec3 outward = other_normals_.at(c.simplex, c.nearest.weights, boundary);
        const bool sheet = other_.complex().is_sheet();
        const double sign = sheet ? side_of_sheet(c, difference, boundary)
                                  : (boundary || difference.dot(outward) >= 0 ? 1 : -1);
        Vec3 normal;
        if (c.nearest.support() == 3)
            normal = sheet && sign * difference.dot(outward) < 0 ? Vec3(-outward) : outward;
        else if (length > min_direction_ratio * size_of(simplex, other_.positions()) && length > 0)
            normal = sign * difference / length;
        else
            normal = !boundary ? outward : -own_normals_.vertex(c.vertex);
        if (normal.squaredNorm() < 0.5) normal = Vec3::UnitY();
        double gap = sign * length;
        if (hangs_over_rim) normal = other_normals_.triangle(c.simplex);
        if (hangs_over_rim ||
            (c.nearest.support() < 3 && !boundary && !sheet && rims_.over_rim(c, difference, normal)))
            gap = difference.dot(normal);
        Proximity p;
        p.features = FeaturePair::VertexFace;
        p.first_feature = c.vertex;
        p.second_feature = c.simplex;
        p.first = {{c.vertex, -1, -1}, {1, 0, 0}};
        p.second = {simplex.vertices, c.nearest.weights};
        p.normal = normal;
        p.gap = gap - own_.complex().radius() - other_.complex().radius();
        p.area = 0;
        return p;
    }

    const DetectionSurface &own_, &other_;
    FeatureNormals own_normals_, other_normals_;
    SharedRims rims_;
    double reach2_, distance_;
    bool self_;
    bool solids_;                   ///< two surfaces with an inside
    Candidates candidates_;         ///< of the vertex at hand, by their simplices
    std::vector<Proximity> found_;  ///< so, too
};

/// Simplices by vertices: those of vertex v are from start[v] on to start[v + 1], sorted.
struct SimplicesOfVertices {
    SimplicesOfVertices(const std::vector<VertexPair>& pairs, int vertices)
        : start(static_cast<std::size_t>(vertices) + 1, 0), simplices(pairs.size()) {
        for (const VertexPair& p : pairs) ++start[p.vertex + 1];
        std::partial_sum(start.begin(), start.end(), start.begin());
        std::vector<int> next(start.begin(), start.end() - 1);
        for (const VertexPair& p : pairs) simplices[next[p.vertex]++] = p.simplex;
        for (int v = 0; v < vertices; ++v)
            std::sort(simplices.begin() + start[v], simplices.begin() + start[v + 1]);
    }
    std::vector<int> start, simplices;
};

}  // namespace

VertexProximities vertex_proximities(const DetectionSurface& own, const DetectionSurface& other,
                                     const std::vector<VertexPair>& pairs, double reach, double distance) {
    VertexProximities result;
    if (pairs.empty()) return result;
    const int vertices = own.complex().vertex_count();
    const SimplicesOfVertices near(pairs, vertices);
    VertexSearch search(own, other, reach, distance);
    for (int v = 0; v < vertices; ++v) {
        stop_if_interrupted();
        if (near.start[v] < near.start[v + 1])
            search.add(v, near.simplices.data() + near.start[v], near.simplices.data() + near.start[v + 1],
                       result);
    }
    return result;
}

}  // namespace limpet
