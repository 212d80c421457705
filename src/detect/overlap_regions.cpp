#include "detect/overlap_regions.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/disjoint_sets.h"
#include "core/interruption.h"
#include "detect/depth.h"
#include "detect/detection_constants.h"
#include "detect/feature_normals.h"
#include "detect/piercing_edges.h"
#include "detect/way_out.h"

namespace limpet {
namespace {

/// Cosine from which on a way agrees with its region's direction: within 60°, as a patch has it.
constexpr double agrees = FeatureNormals::in_patch;

/// A point of one surface inside the other one, or where it goes through it.
struct Member {
    SurfacePoint point;
    Vec3 position;
    Vec3 into_body;              ///< as long as the edges at the point [m]
    std::vector<int> triangles;  ///< of its surface, around it
    int feature;                 ///< vertex, or edge
    bool is_edge;
    int nearest;  ///< triangle of the other surface
    bool unsettled;
};

/// Vertices that are farther in than detection looked: they are reached along the surface from those it
/// found.
template <class Add>
void add_vertices_beside(const DetectionSurface& surface, const DetectionSurface& other,
                         const std::map<int, std::size_t>& known, Add&& add, std::vector<Member>& members) {
    std::set<int> outside;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const std::vector<int> triangles = members[i].triangles;
        for (const int t : triangles)
            for (const int v : surface.complex().simplices()[t].vertices) {
                if (known.contains(v) || outside.contains(v)) continue;
                const SignedNearest nearest = nearest_signed(surface.positions()[v], other);
                if (nearest.depth > 0)
                    add(v, nearest.simplex, true);
                else
                    outside.insert(v);
            }
    }
}

std::vector<Member> members_of(const OverlapSide& side, const DetectionSurface& other) {
    const CollisionComplex& complex = side.surface.complex();
    const std::vector<Vec3>& x = side.surface.positions();
    const FeatureNormals normals(side.surface);
    std::vector<Member> members;
    std::map<int, std::size_t> known;
    const auto add_vertex = [&](int v, int nearest, bool unsettled) {
        if (!known.emplace(v, members.size()).second) return;
        members.push_back({{{v, -1, -1}, {1, 0, 0}},
                           x[v],
                           -normals.mean_edge(v) * normals.vertex(v),
                           {complex.triangles_begin(v), complex.triangles_end(v)},
                           v,
                           false,
                           nearest,
                           unsettled});
    };
    for (const UnsettledVertex& u : side.unsettled) add_vertex(u.vertex, u.nearest, true);
    for (const Proximity& p : side.proximities)
        if (p.gap < 0) add_vertex(p.first_feature, p.second_feature, false);
    add_vertices_beside(side.surface, other, known, add_vertex, members);
    for (const PiercingEdge& p : side.edges) {
        const Edge& ends = complex.edges()[p.edge];
        std::vector<int> triangles;
        for (const int t : complex.simplices_of_edge(p.edge))
            if (t >= 0) triangles.push_back(t);
        members.push_back({{{ends[0], ends[1], -1}, {1 - p.weight, p.weight, 0}},
                           (1 - p.weight) * x[ends[0]] + p.weight * x[ends[1]],
                           -(x[ends[1]] - x[ends[0]]).norm() * normals.edge(p.edge),
                           std::move(triangles),
                           p.edge,
                           true,
                           p.simplex,
                           true});
    }
    return members;
}

/// One surface's share of a region; +1 along d for the first surface, −1 for the second.
struct RegionSide {
    OverlapSide& side;
    const DetectionSurface& other;
    double sign;
    std::vector<Member> members;

    /// True if nothing around the point goes farther against `along`, or its surface faces that way.
    bool leads(const Member& m, const Vec3& along) const {
        const FeatureNormals normals(side.surface);
        if (!m.is_edge) return normals.leads(m.feature, along);
        for (const int t : m.triangles)
            if (normals.triangle(t).dot(-along) > FeatureNormals::in_patch) return true;
        const Edge& ends = side.surface.complex().edges()[m.feature];
        const Vec3 edge = side.surface.positions()[ends[1]] - side.surface.positions()[ends[0]];
        return std::abs(edge.dot(along)) <= FeatureNormals::bent * edge.norm() &&
               std::all_of(m.triangles.begin(), m.triangles.end(), [&](int t) {
                   return side.surface.into_triangle(m.feature, t).dot(along) >= -FeatureNormals::bent;
               });
    }
};

class Region {
public:
    Region(RegionSide first, RegionSide second) : sides_{std::move(first), std::move(second)} {
        std::size_t count = 0;
        for (const RegionSide& s : sides_) {
            for (const Member& m : s.members) {
                middle_ += m.position;
                touching_ = std::max(touching_, touching_depth_ratio * m.into_body.norm());
            }
            count += s.members.size();
        }
        middle_ /= static_cast<double>(count);
    }

    bool has_unsettled() const {
        return std::any_of(sides_.begin(), sides_.end(), [](const RegionSide& s) {
            return std::any_of(s.members.begin(), s.members.end(),
                               [](const Member& m) { return m.unsettled; });
        });
    }

    /// Gives points in doubt their proximities; nothing if no candidate parts the region.
    std::optional<Vec3> settle() {
        const std::optional<Vec3> d = direction();
        if (!d) return d;
        for (RegionSide& s : sides_) settle(s, s.sign * *d);
        return d;
    }

    /// Of one surface, those of points of edges included.
    std::set<int> vertices(int side) const {
        std::set<int> all;
        for (const Member& m : sides_[side].members)
            for (const int v : m.point.vertices)
                if (v >= 0) all.insert(v);
        return all;
    }

private:
    /// x(p, d) of a member, and where it ends.
    std::optional<WayOut> exit(const RegionSide& s, const Member& m, const Vec3& way) const {
        const Vec3 inward = ray_inward_offset_ratio * (middle_ - m.position + m.into_body);
        const Vec3 across = inward - inward.dot(way) * way;
        const auto from = [&](double start) {
            std::optional<WayOut> out = way_out(m.position + across + start * way, way, s.other);
            if (out) out->length += start;
            return out;
        };
        if (const std::optional<WayOut> out = from(touching_)) return out;
        const std::optional<WayOut> out = from(-touching_);
        return out && out->length <= touching_ ? out : std::nullopt;
    }

    /// d*; nothing if the surfaces only touch.
    std::optional<Vec3> direction() const {
        Vec3 best;
        double least = std::numeric_limits<double>::infinity();
        for (const Vec3& d : candidates())
            if (const std::optional<double> t = translation(d); t && *t < least * (1 - direction_tie_ratio)) {
                least = *t;
                best = d;
            }
        return least > touching_ && std::isfinite(least) ? std::optional(best) : std::nullopt;
    }

    /// How long the region is along d through its middle; 0 if that is not inside both surfaces. t(d) is no
    /// less, though no point of the region may tell, as where all of them lie on faces that coincide.
    double length_through_middle(const Vec3& d) const {
        const std::optional<WayOut> ahead = way_out(middle_, d, sides_[0].other);
        const std::optional<WayOut> behind = way_out(middle_, -d, sides_[1].other);
        return ahead && behind ? ahead->length + behind->length : 0;
    }

    /// t(d); nothing if nothing leads along d.
    std::optional<double> translation(const Vec3& d) const {
        std::optional<double> most;
        for (const RegionSide& s : sides_)
            for (const Member& m : s.members)
                if (s.leads(m, s.sign * d))
                    if (const std::optional<WayOut> out = exit(s, m, s.sign * d))
                        most = std::max(most.value_or(0), out->length);
        if (most) most = std::max(*most, length_through_middle(d));
        return most;
    }

    std::vector<Vec3> candidates() const {
        std::vector<Vec3> all;
        const auto add = [&](const Vec3& d) {
            const bool known = std::any_of(all.begin(), all.end(), [&](const Vec3& other) {
                return other.dot(d) > same_direction_cosine;
            });
            if (!known && d.squaredNorm() > 0.5 && all.size() < max_direction_candidates) all.push_back(d);
        };
        Vec3 area = Vec3::Zero();  // of the second surface's triangles less the first's
        for (const RegionSide& s : sides_) {
            std::map<int, bool> settled;
            for (const Member& m : s.members)
                if (!m.is_edge) settled[m.feature] = !m.unsettled;
            for (const Proximity& p : s.side.proximities)
                if (const auto found = settled.find(p.first_feature);
                    p.gap < 0 && found != settled.end() && found->second)
                    add(s.sign * p.normal);
            const FeatureNormals normals(s.side.surface);
            for (const Member& m : s.members)
                for (const int t : m.triangles) area -= s.sign * normals.area(t) * normals.triangle(t);
        }
        for (const RegionSide& s : sides_) {
            const FeatureNormals normals(s.side.surface);
            for (const Member& m : s.members)
                for (std::size_t k = 0; m.unsettled && k < m.triangles.size(); ++k)
                    add(-s.sign * normals.triangle(m.triangles[k]));
        }
        if (all.size() == max_direction_candidates) all.pop_back();
        add(area.normalized());
        return all;
    }

    void settle(RegionSide& s, const Vec3& way) const {
        std::vector<Proximity>& own = s.side.proximities;
        std::set<int> in_doubt, told;
        for (const Member& m : s.members)
            if (m.unsettled && !m.is_edge) in_doubt.insert(m.feature);
        std::erase_if(own, [&](const Proximity& p) {
            return p.normal.dot(way) < agrees && in_doubt.contains(p.first_feature);
        });
        for (const Proximity& p : own)
            if (p.gap < 0) told.insert(p.first_feature);
        for (const Member& m : s.members) {
            if (!m.unsettled || (!m.is_edge && told.contains(m.feature)) || !s.leads(m, way)) continue;
            if (const std::optional<WayOut> out = exit(s, m, way))
                (m.is_edge ? s.side.piercing : own).push_back(along(s, m, way, *out));
        }
    }

    static Proximity along(const RegionSide& s, const Member& m, const Vec3& way, const WayOut& out) {
        Proximity p;
        p.features = m.is_edge ? FeaturePair::EdgeFace : FeaturePair::VertexFace;
        p.first_feature = m.feature;
        p.second_feature = m.is_edge ? m.nearest : out.simplex;
        p.first = m.point;
        p.second = {s.other.complex().simplices()[out.simplex].vertices, out.weights};
        p.normal = way;
        p.gap = -out.length;
        p.area = 0;
        if (!m.is_edge) {
            const auto facing = FeatureNormals(s.side.surface).facing_areas(m.feature, {-way}).front();
            p.area = facing.area;
            p.facing = facing.triangles;
        }
        return p;
    }

    std::array<RegionSide, 2> sides_;
    Vec3 middle_ = Vec3::Zero();
    double touching_ = 0;  ///< [m]
};

/// Triangles of both surfaces that members have in common join them.
std::vector<Region> regions_of(OverlapSide& first, OverlapSide& second) {
    std::array<std::vector<Member>, 2> members{members_of(first, second.surface),
                                               members_of(second, first.surface)};
    std::map<std::pair<int, int>, int> number;  // by surface and triangle
    const auto number_of = [&](int side, int triangle) {
        return number.try_emplace({side, triangle}, static_cast<int>(number.size())).first->second;
    };
    for (int side = 0; side < 2; ++side)
        for (const Member& m : members[side]) {
            number_of(1 - side, m.nearest);
            for (const int t : m.triangles) number_of(side, t);
        }
    DisjointSets joined(number.size());
    for (int side = 0; side < 2; ++side)
        for (const Member& m : members[side])
            for (const int t : m.triangles) joined.join(number_of(side, t), number_of(1 - side, m.nearest));
    std::map<int, std::array<std::vector<Member>, 2>> by_root;
    for (int side = 0; side < 2; ++side)
        for (Member& m : members[side])
            by_root[joined.root(number_of(1 - side, m.nearest))][side].push_back(std::move(m));
    std::vector<Region> regions;
    for (auto& [root, of] : by_root)
        regions.emplace_back(RegionSide{first, second.surface, 1, std::move(of[0])},
                             RegionSide{second, first.surface, -1, std::move(of[1])});
    return regions;
}

void drop_contradicting(const Region& region, const Vec3& d, const OverlapSide& first,
                        const OverlapSide& second, std::vector<Proximity>& of_edges) {
    const std::set<int> of_first = region.vertices(0), of_second = region.vertices(1);
    const auto has_end = [](const std::set<int>& vertices, const Edge& edge) {
        return vertices.contains(edge[0]) || vertices.contains(edge[1]);
    };
    std::erase_if(of_edges, [&](const Proximity& p) {
        return p.normal.dot(d) < (p.gap < 0 ? agrees : -agrees) &&
               (has_end(of_first, first.surface.complex().edges()[p.first_feature]) ||
                has_end(of_second, second.surface.complex().edges()[p.second_feature]));
    });
}

void sort_by_vertex(std::vector<Proximity>& proximities) {
    std::stable_sort(proximities.begin(), proximities.end(), [](const Proximity& a, const Proximity& b) {
        return a.first_feature < b.first_feature;
    });
}

/// Spheres and capsules are round everywhere, and sheets have no inside.
bool has_faces_and_inside(const DetectionSurface& surface) {
    return surface.complex().radius() == 0;
}

}  // namespace

void settle_overlaps(OverlapSide& first, OverlapSide& second, std::span<const std::pair<int, int>> pairs,
                     std::vector<Proximity>& of_edges) {
    if (!has_faces_and_inside(first.surface) || !has_faces_and_inside(second.surface)) return;
    find_piercing_edges(first, second, pairs, of_edges);
    if (first.unsettled.empty() && second.unsettled.empty() && first.edges.empty() && second.edges.empty())
        return;
    for (Region& region : regions_of(first, second)) {
        stop_if_interrupted();
        if (!region.has_unsettled()) continue;
        if (const std::optional<Vec3> d = region.settle())
            drop_contradicting(region, *d, first, second, of_edges);
    }
    sort_by_vertex(first.proximities);
    sort_by_vertex(second.proximities);
}

}  // namespace limpet
