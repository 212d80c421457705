#include "detect/proximity.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "detect/covered_areas.h"
#include "detect/edge_proximity.h"
#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"
#include "detect/simplex_pairs.h"

namespace limpet {

namespace {

/// Distances that differ by less than this share are the same.
constexpr double same = 1e-9;
/// Below this share of the nearest triangle's size a difference of points gives no direction: the features'
/// normals do.
constexpr double no_direction = 1e-7;
/// Contacts of one vertex whose normals are nearer than about 30° say the same.
constexpr double same_way = 0.87;
/// Cosine of a normal and its triangle's, from which on they are the same.
constexpr double straight = 1 - 1e-6;
/// Of the edges at a vertex: how far it may be outside of a face and still count as over its rim.
constexpr double rim_offset = 0.1;
/// Of a triangle: what rounding and slip move bodies that lie still.
constexpr double hair = 1e-6;
/// Of the edges at a vertex: how far it may be from a rim that two bodies share and still be said to be at
/// it.
constexpr double at_rim = 1e-3;
/// Cosine of the normals of two faces, below which they are on opposite sides of a thin body.
constexpr double opposite = -0.5;
constexpr double everywhere = std::numeric_limits<double>::infinity();

struct Candidate {
    int vertex, simplex;
    NearestOnSimplex nearest;
};

bool has_vertex(const CollisionComplex::Simplex& s, int vertex) {
    return s.vertices[0] == vertex || s.vertices[1] == vertex || s.vertices[2] == vertex;
}

/// True if all corners that carry weight in `c` belong to `other` too.
bool shares_feature(const Candidate& c, const CollisionComplex::Simplex& own,
                    const CollisionComplex::Simplex& other) {
    for (int k = 0; k < 3; ++k)
        if (c.nearest.weights[k] > 0 && !has_vertex(other, own.vertices[k])) return false;
    return true;
}

double size_of(const CollisionComplex::Simplex& s, const std::vector<Vec3>& x) {
    return s.corners() == 3 ? (x[s.vertices[1]] - x[s.vertices[0]]).norm() : 0;
}

/// Vertices of one surface against the other, whose candidates are sorted by vertex.
class VertexProximities {
public:
    VertexProximities(const DetectionSurface& own, const DetectionSurface& other, double distance)
        : own_(own),
          other_(other),
          own_normals_(own),
          other_normals_(other),
          distance_(distance),
          self_(&own == &other) {}

    /// Of one vertex's candidates the local minima, as proximities with the vertex first.
    void add(const Candidate* begin, const Candidate* end, std::vector<Proximity>& out) const {
        std::vector<Proximity> found;
        for (const Candidate* c = begin; c != end; ++c) {
            if (is_around_itself(*c) || !is_local_minimum(*c, begin, end)) continue;
            const Proximity proximity =
                make(*c, !other_.complex().is_sheet() && hangs_over_rim(*c, begin, end));
            if (proximity.gap <= distance_ && own_normals_.faces(c->vertex, -proximity.normal) &&
                !slides_past_rim(*c, proximity.normal) && !is_passed_by_sheet(*c, proximity.normal) &&
                !are_neighbours(proximity))
                found.push_back(proximity);
        }
        keep_different(found, begin, end);
        share_area(begin->vertex, found);
        out.insert(out.end(), found.begin(), found.end());
    }

private:
    /// Within one surface the simplices around a vertex are only rivals of those behind them.
    bool is_around_itself(const Candidate& c) const {
        return self_ && has_vertex(other_.complex().simplices()[c.simplex], c.vertex);
    }

    bool are_neighbours(const Proximity& p) const {
        return self_ && own_.complex().is_sheet() && own_.complex().are_neighbours(p.first, p.second);
    }

    bool is_local_minimum(const Candidate& c, const Candidate* begin, const Candidate* end) const {
        const auto& simplices = other_.complex().simplices();
        const auto& own = simplices[c.simplex];
        if (c.nearest.support() == own.corners()) return true;
        return std::none_of(begin, end, [&](const Candidate& rival) {
            if (rival.simplex == c.simplex || !shares_feature(c, own, simplices[rival.simplex])) return false;
            const double limit = c.nearest.squared_distance;
            // The feature itself is counted once, for the first simplex that has it.
            return (rival.nearest.squared_distance < limit * (1 - same) ||
                    (rival.nearest.squared_distance <= limit * (1 + same) && rival.simplex < c.simplex)) &&
                   !is_beside(rival, c);
        });
    }

    /// Beside a rim that two bodies share, a vertex of one is nearest to a face that its own surface does not
    /// touch. True of such a triangle if the vertex's surface touches a face with this normal, and goes
    /// across the rim, facing the triangle no more than anything flat on that face must, or passes the
    /// triangle behind its rim.
    bool is_beside(int triangle, int vertex, const Vec3& face) const {
        const auto& simplex = other_.complex().simplices()[triangle];
        if (own_.complex().radius() > 0 || simplex.corners() < 3) return false;
        const Vec3 normal = other_normals_.triangle(triangle);
        const double cosine = normal.dot(face);
        if (cosine < opposite || cosine > same_way || !own_normals_.is_foremost(vertex, -face)) return false;
        return (own_normals_.facing(vertex, -normal) < std::max(cosine, 0.0) + FeatureNormals::bent &&
                own_normals_.reaches_behind(vertex, normal, other_.positions()[simplex.vertices[0]])) ||
               passes_rims_near(triangle, vertex, normal);
    }
    bool is_at_rim(int vertex, double distance) const { return distance <= at_rim * mean_edge(vertex); }
    /// Asked for again and again of one vertex after the other.
    double mean_edge(int vertex) const {
        if (vertex != measured_) {
            measured_ = vertex;
            mean_edge_ = own_normals_.mean_edge(vertex);
        }
        return mean_edge_;
    }
    bool is_beside(const Candidate& rival, const Candidate& c) const {
        return other_.complex().simplices()[c.simplex].corners() == 3 &&
               is_at_rim(c.vertex, std::sqrt(c.nearest.squared_distance)) &&
               is_beside(rival.simplex, c.vertex, other_normals_.triangle(c.simplex));
    }

    /// Just beside the rim of the face that the vertex's surface touches: another face is nearer.
    bool hangs_over_rim(const Candidate& c, const Candidate* begin, const Candidate* end) const {
        return c.nearest.support() < 3 && std::any_of(begin, end, [&](const Candidate& rival) {
                   return rival.nearest.squared_distance < c.nearest.squared_distance * (1 - same) &&
                          is_beside(rival, c);
               });
    }

    /// Every facet of a hollow surface has a local minimum of its own; of those that push nearly the same way
    /// the nearest says enough, but for a thick vertex, which they touch at different places. A vertex that
    /// is inside has one way out: the shortest, but for faces beside a shared rim, which it never came
    /// through.
    void keep_different(std::vector<Proximity>& found, const Candidate* begin, const Candidate* end) const {
        const double radii = own_.complex().radius() + other_.complex().radius();
        const auto depth = [&](const Proximity& p) { return std::abs(p.gap + radii); };
        if (found.size() > 1)
            std::erase_if(found, [&, all = found](const Proximity& p) {
                return std::any_of(all.begin(), all.end(), [&](const Proximity& q) {
                    return is_at_rim(p.first_feature, std::max(depth(p), depth(q))) &&
                           is_beside(p.second_feature, p.first_feature, q.normal);
                });
            });
        std::erase_if(found, [&](const Proximity& p) {
            if (p.gap >= -radii) return false;
            const bool shallow = is_at_rim(p.first_feature, depth(p));
            return std::any_of(begin, end, [&](const Candidate& c) {
                return !is_around_itself(c) &&
                       depth(p) > std::sqrt(c.nearest.squared_distance) * (1 + same) &&
                       !(shallow && is_beside(c.simplex, p.first_feature, p.normal));
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
                             [&](const Proximity& k) { return k.normal.dot(p.normal) > same_way; }))
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

    /// A point within a hair of a corner is taken as the corner, where more faces meet.
    static std::array<double, 3> at_corner(const std::array<double, 3>& weights) {
        for (int k = 0; k < 3; ++k)
            if (weights[k] > 1 - hair) return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
        return weights;
    }

    /// Where rims of two faces lie on each other, a vertex a hair outside the other face would be pushed
    /// sideways from its edge, though its own face touches that face. If the vertex is not foremost along the
    /// normal but is so along the normal of a face there, that one is taken.
    bool over_rim(const Candidate& c, const Vec3& difference, Vec3& normal) const {
        if (own_.complex().radius() > 0 || own_normals_.is_foremost(c.vertex, -normal)) return false;
        const double offset = rim_offset * mean_edge(c.vertex);
        const bool at_shared_rim = is_at_rim(c.vertex, difference.norm());
        std::optional<Vec3> best;
        for (const Vec3& face : other_normals_.faces_at(c.simplex, at_corner(c.nearest.weights)))
            if ((difference - difference.dot(face) * face).norm() <= offset &&
                (best ? face.dot(normal) > best->dot(normal) : at_shared_rim || face.dot(normal) > 0) &&
                own_normals_.is_foremost(c.vertex, -face))
                best = face;
        if (!best) return false;
        normal = *best;
        return true;
    }

    /// True if the vertex is over a face, but its own surface passes steeply behind that face across a sharp
    /// rim of it: the rim slides on that slope, and the face would only hold the vertex back.
    bool slides_past_rim(const Candidate& c, const Vec3& normal) const {
        const bool over_face = other_.complex().simplices()[c.simplex].corners() == 3 &&
                               other_normals_.triangle(c.simplex).dot(normal) > straight;
        return over_face && passes_rims_near(c.simplex, c.vertex, normal);
    }

    /// True if a sheet passes over the vertex's surface with its rim, or a fold, before the vertex: something
    /// of that surface is nearer to it. The vertex of a flat face would brake what slides on the face.
    bool is_passed_by_sheet(const Candidate& c, const Vec3& normal) const {
        return other_.complex().is_sheet() && own_.complex().radius() == 0 && c.nearest.support() < 3 &&
               !own_normals_.is_foremost(c.vertex, -normal, own_.flat());
    }

    bool passes_rims_near(int triangle, int vertex, const Vec3& normal) const {
        if (other_.complex().is_sheet() || own_.complex().radius() > 0 ||
            own_normals_.is_foremost(vertex, -normal))
            return false;
        const std::array<int, 3> beside = neighbours(triangle);
        return passes_rim_of(triangle, vertex, normal) ||
               std::any_of(beside.begin(), beside.end(), [&](int t) {
                   return t >= 0 && other_normals_.triangle(t).dot(normal) > same_way &&
                          passes_rim_of(t, vertex, normal);
               });
    }

    /// Triangles beyond the sides of one; −1 where there is none.
    std::array<int, 3> neighbours(int triangle) const {
        std::array<int, 3> beyond;
        for (int k = 0; k < 3; ++k) {
            const auto [s, t] =
                other_.complex().simplices_of_edge(other_.complex().simplices()[triangle].edges[k]);
            beyond[k] = s == triangle ? t : s;
        }
        return beyond;
    }

    bool passes_rim_of(int triangle, int vertex, const Vec3& normal) const {
        const auto& v = other_.complex().simplices()[triangle].vertices;
        const std::vector<Vec3>& x = other_.positions();
        const std::array<int, 3> beyond = neighbours(triangle);
        for (int k = 0; k < 3; ++k) {
            if (beyond[k] < 0 || other_normals_.triangle(beyond[k]).dot(normal) > same_way) continue;
            const Vec3 outward = (x[v[(k + 1) % 3]] - x[v[k]]).cross(normal);
            if (own_normals_.passes_behind(vertex, normal, x[v[k]], outward)) return true;
        }
        return false;
    }

    /// −1 where a vertex of a solid has come through a sheet. A sheet has no inside, but it is outside of the
    /// solid: not behind its vertex. That is so within the sheet's own thickness; farther away, and beyond
    /// its rim, there is no telling.
    double side_of_sheet(const Candidate& c, const Vec3& difference, bool rim) const {
        const CollisionComplex& own = own_.complex();
        const double radius = other_.complex().radius();
        if (rim || own.radius() > 0 || c.nearest.squared_distance > radius * radius) return 1;
        return difference.dot(own_normals_.vertex(c.vertex)) <= 0 ? 1 : -1;
    }

    Proximity make(const Candidate& c, bool hangs_over_rim) const {
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
        else if (length > no_direction * size_of(simplex, other_.positions()) && length > 0)
            normal = sign * difference / length;
        else
            normal = !boundary ? outward : -own_normals_.vertex(c.vertex);
        if (normal.squaredNorm() < 0.5) normal = Vec3::UnitY();
        double gap = sign * length;
        if (hangs_over_rim) normal = other_normals_.triangle(c.simplex);
        if (hangs_over_rim ||
            (c.nearest.support() < 3 && !boundary && !sheet && over_rim(c, difference, normal)))
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
    double distance_;
    bool self_;
    mutable int measured_ = -1;  ///< vertex of `mean_edge_`
    mutable double mean_edge_ = 0;
};

std::vector<Proximity> of_vertices(const DetectionSurface& own, const DetectionSurface& other,
                                   std::vector<Candidate>& candidates, double distance) {
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tie(a.vertex, a.simplex) < std::tie(b.vertex, b.simplex);
    });
    const VertexProximities proximities(own, other, distance);
    std::vector<Proximity> found;
    for (std::size_t i = 0; i < candidates.size();) {
        std::size_t j = i;
        while (j < candidates.size() && candidates[j].vertex == candidates[i].vertex) ++j;
        proximities.add(&candidates[i], &candidates[i] + (j - i), found);
        i = j;
    }
    return found;
}

Proximity swapped(Proximity p) {
    p.features = FeaturePair::FaceVertex;
    std::swap(p.first_feature, p.second_feature);
    std::swap(p.first, p.second);
    p.normal = -p.normal;
    return p;
}

/// How far apart what can be a proximity may be, and how far apart the boxes of what is looked at. [m]
struct Reach {
    double points, boxes;
};

/// Vertices that simplex i owns, against simplex j of the other surface.
void add_candidates(const DetectionSurface& own, int i, const DetectionSurface& other, int j,
                    const Reach& reach, std::vector<Candidate>& out) {
    const auto& s = own.complex().simplices()[i];
    const Box3& box = other.simplex_boxes()[j];
    const double reach2 = reach.points * reach.points;
    for (int k = 0; k < s.corners(); ++k) {
        if (!(s.owned_vertices >> k & 1)) continue;
        if (box.squaredExteriorDistance(own.positions()[s.vertices[k]]) > reach.boxes * reach.boxes) continue;
        const auto nearest = nearest_on_simplex(own.positions()[s.vertices[k]],
                                                other.complex().simplices()[j].vertices, other.positions());
        if (nearest.squared_distance <= reach2) out.push_back({s.vertices[k], j, nearest});
    }
}

double reach_of(const DetectionSurface& first, const DetectionSurface& second, double distance) {
    return distance + first.complex().radius() + second.complex().radius();
}

std::vector<Proximity> from_pairs(const DetectionSurface& first, const DetectionSurface& second,
                                  const std::vector<std::pair<int, int>>& pairs, double distance,
                                  double boxes) {
    const Reach reach{reach_of(first, second, distance), boxes};
    std::vector<Candidate> of_first, of_second;
    std::vector<std::pair<int, int>> edges;
    for (const auto& [i, j] : pairs) {
        add_candidates(first, i, second, j, reach, of_first);
        add_candidates(second, j, first, i, reach, of_second);
        add_edge_pairs(first, i, second, j, reach.boxes, edges);
    }
    std::vector<Proximity> found = of_vertices(first, second, of_first, distance);
    cover_areas(first, second, pairs, true, reach.points, found);
    std::vector<Proximity> found_by_second = of_vertices(second, first, of_second, distance);
    cover_areas(second, first, pairs, false, reach.points, found_by_second);
    for (const Proximity& p : found_by_second) found.push_back(swapped(p));
    add_edge_proximities(first, second, edges, distance, found);
    return found;
}

/// Candidates of both orders of each pair, edges once.
std::vector<Proximity> from_own_pairs(const DetectionSurface& surface,
                                      const std::vector<std::pair<int, int>>& pairs, double distance,
                                      double boxes) {
    const Reach reach{reach_of(surface, surface, distance), boxes};
    std::vector<Candidate> candidates;
    std::vector<std::pair<int, int>> edges;
    for (const auto& [i, j] : pairs) {
        add_candidates(surface, i, surface, j, reach, candidates);
        if (i < j) add_edge_pairs(surface, i, surface, j, reach.boxes, edges);
    }
    std::vector<Proximity> found = of_vertices(surface, surface, candidates, distance);
    add_edge_proximities(surface, surface, edges, distance, found);
    return found;
}

std::vector<std::pair<int, int>> all_pairs(const DetectionSurface& first, const DetectionSurface& second) {
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < static_cast<int>(first.complex().simplices().size()); ++i)
        for (int j = 0; j < static_cast<int>(second.complex().simplices().size()); ++j)
            pairs.emplace_back(i, j);
    return pairs;
}

}  // namespace

std::vector<Proximity> find_proximities(const DetectionSurface& first, const DetectionSurface& second,
                                        double distance) {
    const double reach = reach_of(first, second, distance);
    return from_pairs(first, second, near_simplices(first, second, reach), distance, reach);
}

std::vector<Proximity> find_proximities_all_pairs(const DetectionSurface& first,
                                                  const DetectionSurface& second, double distance) {
    return from_pairs(first, second, all_pairs(first, second), distance, everywhere);
}

std::vector<Proximity> find_self_proximities(const DetectionSurface& surface, double distance) {
    const double reach = reach_of(surface, surface, distance);
    return from_own_pairs(surface, near_simplices(surface, surface, reach), distance, reach);
}

std::vector<Proximity> find_self_proximities_all_pairs(const DetectionSurface& surface, double distance) {
    return from_own_pairs(surface, all_pairs(surface, surface), distance, everywhere);
}

}  // namespace limpet
