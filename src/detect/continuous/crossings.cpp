#include "detect/continuous/crossings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "detect/edge_proximity.h"

#include <Eigen/Geometry>

namespace limpet {
namespace {

/// Of the overlap that does not count: how near the search for t* goes.
constexpr double nearness = 1e-3;
/// Of a simplex's size: points nearer than this at the start of the step give no direction.
constexpr double no_direction = 1e-9;
/// Edges that cross at less than this sine have no common normal.
constexpr double parallel = 1e-6;

/// Of the radii: what starts deeper in each other may already be on the wrong side.
constexpr double deep_in_solids = 0.5, deep_in_sheets = 0.95;

/// Of the thickness of sheets: where they are judged again.
constexpr double grazing = 0.1;
constexpr double everywhere = std::numeric_limits<double>::infinity();

double half_thickness(const MovingSurface& surface) {
    return surface.complex().is_sheet() ? surface.complex().radius() : 0;
}

bool has_vertex(const MovingSurface& surface, int simplex, int vertex) {
    const auto& v = surface.complex().simplices()[simplex].vertices;
    return v[0] == vertex || v[1] == vertex || v[2] == vertex;
}

double size_of(const MovingSimplex& s) {
    return s.corners > 1 ? (s.start[1] - s.start[0]).norm() : 0;
}

Box3 swept_box(const MovingSimplex& s) {
    Box3 box;
    for (int i = 0; i < s.corners; ++i) box.extend(s.start[i]).extend(s.at(i, 1));
    return box;
}

/// Along every axis.
bool swept_boxes_are_near(const MovingSimplex& first, const MovingSimplex& second, double reach) {
    const Box3 a = swept_box(first), b = swept_box(second);
    return ((a.min() - b.max()).array() <= reach).all() && ((b.min() - a.max()).array() <= reach).all();
}

/// Crossings of `own` vertices and faces of `other`, or of edges of both.
class Crossings {
public:
    /// `all`: looks at everything, however far apart.
    Crossings(const MovingSurface& own, const MovingSurface& other, double overlap, bool all = false)
        : own_(own),
          other_(other),
          overlap_(overlap),
          radii_(own.complex().radius() + other.complex().radius()),
          separation_(radii_ + own.stray() + other.stray()),
          sheets_(half_thickness(own) + half_thickness(other)),
          deep_(sheets_ > 0 ? deep_in_sheets : deep_in_solids),
          boxes_(all ? everywhere : reach()) {}

    double tolerance() const { return nearness * overlap_; }
    double reach() const { return separation_ + tolerance(); }

    std::optional<Crossing> of_vertex(int vertex, int simplex) const {
        const MovingSimplex point = own_.vertex(vertex), face = other_.simplex(simplex);
        return first_judged(point, face, [&](const Approach& near, double touching) {
            return vertex_crossing(vertex, simplex, point, face, near, touching);
        });
    }

    std::optional<Crossing> of_edges(int first_edge, int second_edge) const {
        const MovingSimplex first = own_.edge(first_edge), second = other_.edge(second_edge);
        return first_judged(first, second, [&](const Approach& near, double touching) {
            return edge_crossing(first_edge, second_edge, first, second, near, touching);
        });
    }

private:
    /// They come near at t*, and there it is judged whether they cross. What comes near a sheet by grazing
    /// it, or because of the stray, may cross it later and elsewhere: it is judged again where it comes
    /// nearer.
    template <class Judge>
    std::optional<Crossing> first_judged(const MovingSimplex& first, const MovingSimplex& second,
                                         Judge&& judge) const {
        if (!swept_boxes_are_near(first, second, boxes_)) return std::nullopt;
        bool near = false;
        const auto judged_at = [&](double separation) -> std::optional<Crossing> {
            const std::optional<Approach> approach = first_approach(first, second, separation, tolerance());
            near = approach.has_value();
            if (!near) return std::nullopt;
            const double before =
                approach->time > 0 ? std::min(separation, radii_) : approach->difference.norm();
            return judge(*approach, std::min(before - radii_, 0.0));
        };
        std::optional<Crossing> found = judged_at(separation_);
        if (sheets_ == 0) return found;
        if (!found && near && separation_ > radii_) found = judged_at(radii_);
        if (!found && near) found = judged_at(radii_ - (1 - grazing) * sheets_);
        return found;
    }

    std::optional<Crossing> vertex_crossing(int vertex, int simplex, const MovingSimplex& point,
                                            const MovingSimplex& face, const Approach& near,
                                            double touching) const {
        const Vec3 normal = face_normal(point, face, simplex, near);
        const Proximity pair{FeaturePair::VertexFace,
                             vertex,
                             simplex,
                             {{vertex, -1, -1}, {1, 0, 0}},
                             {other_.complex().simplices()[simplex].vertices, near.second_weights},
                             normal,
                             0,
                             0};
        if (normal.isZero()) return std::nullopt;
        std::optional<Crossing> crossing = judged(pair, near, point, face, touching);
        if (!crossing) return std::nullopt;
        crossing->faces = faces(vertex, normal, near.time);
        // What is thick comes from outside if the vertex faces it; from inside, it is free to go.
        if (other_.complex().radius() > 0 && !crossing->faces) return std::nullopt;
        return crossing;
    }

    std::optional<Crossing> edge_crossing(int first_edge, int second_edge, const MovingSimplex& first,
                                          const MovingSimplex& second, const Approach& near,
                                          double touching) const {
        if (at_end(near.first_weights) || at_end(near.second_weights)) return std::nullopt;
        const Vec3 normal = edges_normal(first_edge, second_edge, first, second, near);
        if (normal.isZero()) return std::nullopt;
        const Edge &e = own_.complex().edges()[first_edge], &f = other_.complex().edges()[second_edge];
        const Proximity pair{FeaturePair::EdgeEdge,
                             first_edge,
                             second_edge,
                             {{e[0], e[1], -1}, near.first_weights},
                             {{f[0], f[1], -1}, near.second_weights},
                             normal,
                             0,
                             0};
        std::optional<Crossing> crossing = judged(pair, near, first, second, touching);
        if (crossing) crossing->faces = face(first_edge, second_edge, normal, near.time);
        return crossing;
    }

    static bool at_end(const std::array<double, 3>& weights) { return weights[0] <= 0 || weights[1] <= 0; }

    std::optional<Crossing> judged(Proximity pair, const Approach& near, const MovingSimplex& first,
                                   const MovingSimplex& second, double touching) const {
        const auto gap = [&](double t) {
            return pair.normal.dot(first.at(near.first_weights, t) - second.at(near.second_weights, t)) -
                   radii_;
        };
        const double end = gap(1);
        pair.gap = gap(0);
        const double deepest = std::max(touching, -deep_ * radii_) - overlap_;
        if (pair.gap < deepest || !(end < std::min(pair.gap, 0.0) - overlap_)) return std::nullopt;
        return Crossing{pair, near.time, end, false};
    }

    /// Of the two points at t*; zero where they are too near at the start to tell.
    static Vec3 direction(const Approach& near, double size) {
        const double length = near.difference.norm();
        if (!(length > 0) || (near.time == 0 && length <= no_direction * size)) return Vec3::Zero();
        return near.difference / length;
    }

    /// Zero if the vertex comes from the inside.
    Vec3 face_normal(const MovingSimplex& point, const MovingSimplex& face, int simplex,
                     const Approach& near) const {
        Vec3 straight = direction(near, size_of(face));
        Vec3 outward = Vec3::Zero();
        const bool on_foremost_rim = foremost(simplex, near, straight, outward);
        const bool two_sided = other_.complex().radius() > 0 || outward.isZero();
        Vec3 own = other_.triangle_normal(simplex, near.time);
        if (two_sided && !straight.isZero()) return straight;
        if (!two_sided && straight.dot(outward) < 0) return Vec3::Zero();
        if (!straight.isZero() && on_foremost_rim) return straight;
        if (!own.isZero()) return own;
        // Neither the points nor a face without area give a direction: against the motion is always safe.
        const Vec3 motion =
            point.motion[0] - (face.at(near.second_weights, 1) - face.at(near.second_weights, 0));
        return motion.isZero() ? Vec3(Vec3::Zero()) : Vec3(-motion.normalized());
    }

    /// True if the nearest point is on a rim of the face whose faces fall back from it; `outward` is the
    /// normal there, zero where the surface has no inside.
    bool foremost(int simplex, const Approach& near, const Vec3& straight, Vec3& outward) const {
        const auto& s = other_.complex().simplices()[simplex];
        const std::array<double, 3>& w = near.second_weights;
        const int support = (w[0] > 0) + (w[1] > 0) + (w[2] > 0);
        outward = other_.triangle_normal(simplex, near.time);
        if (support == 3) return false;
        for (int k = 0; k < 3; ++k) {
            if (support == 2 && s.edges[k] >= 0 && w[k] > 0 && w[(k + 1) % 3] > 0) {
                outward = other_.edge_normal(s.edges[k], near.time);
                return other_.edge_is_foremost(s.edges[k], straight, near.time, 0);
            }
            if (support == 1 && w[k] > 0) {
                outward = other_.vertex_normal(s.vertices[k], near.time);
                return other_.vertex_is_foremost(s.vertices[k], straight, near.time);
            }
        }
        return false;
    }

    /// Zero if there is none, or if the edges come from inside.
    Vec3 edges_normal(int first_edge, int second_edge, const MovingSimplex& first,
                      const MovingSimplex& second, const Approach& near) const {
        const double t = near.time;
        const Vec3 along = (first.at(1, t) - first.at(0, t)).normalized(),
                   across = (second.at(1, t) - second.at(0, t)).normalized();
        Vec3 normal = along.cross(across);
        if (!(normal.norm() > parallel)) normal = direction(near, size_of(first));
        if (normal.isZero()) return normal;
        normal.normalize();
        const Vec3 outward =
            (other_.complex().radius() > 0 ? Vec3(Vec3::Zero()) : other_.edge_normal(second_edge, t)) -
            (own_.complex().radius() > 0 ? Vec3(Vec3::Zero()) : own_.edge_normal(first_edge, t));
        const double side = normal.dot(first.at(near.first_weights, 0) - second.at(near.second_weights, 0));
        const double reference =
            std::abs(side) > tolerance() || outward.isZero() ? side : normal.dot(outward);
        if (reference < 0) normal = -normal;
        return normal.dot(outward) < 0 ? Vec3(Vec3::Zero()) : normal;
    }

    bool faces(int vertex, const Vec3& normal, double t) const {
        const CollisionComplex& complex = own_.complex();
        const int *begin = complex.triangles_begin(vertex), *end = complex.triangles_end(vertex);
        return complex.radius() > 0 || begin == end ||
               std::any_of(begin, end, [&](int s) { return own_.triangle_normal(s, t).dot(normal) < 0; });
    }

    bool face(int first_edge, int second_edge, const Vec3& normal, double t) const {
        constexpr double slack = DetectionSurface::nearly_flat;
        return own_.edge_is_foremost(first_edge, -normal, t, slack) &&
               other_.edge_is_foremost(second_edge, normal, t, slack);
    }

    const MovingSurface &own_, &other_;
    double overlap_;
    double radii_, separation_;
    double sheets_;  ///< of radii_, what is of sheets [m]
    double deep_;
    double boxes_;  ///< how far apart the boxes of what is looked at may be [m]
};

/// Vertices that simplex i of `own` owns, against simplex j of `other`.
void add_of_vertices(const MovingSurface& own, int i, const MovingSurface& other, int j,
                     const Crossings& crossings, std::vector<Crossing>& out) {
    const auto& s = own.complex().simplices()[i];
    for (int k = 0; k < s.corners(); ++k) {
        if (!(s.owned_vertices >> k & 1)) continue;
        if (&own == &other && has_vertex(other, j, s.vertices[k])) continue;
        if (const auto found = crossings.of_vertex(s.vertices[k], j)) out.push_back(*found);
    }
}

/// True if the point where `c` meets its simplex is on the rim that this has in common with the other's.
bool is_on_rim_of(const Crossing& c, const Crossing& other) {
    const std::array<int, 3>& rim = other.pair.second.vertices;
    for (int k = 0; k < 3; ++k)
        if (c.pair.second.weights[k] > 0 &&
            std::find(rim.begin(), rim.end(), c.pair.second.vertices[k]) == rim.end())
            return false;
    return true;
}

/// Every vertex meets a surface at one place first. A ball, which is one thick vertex, may meet it at many;
/// on a rim, what it met before beside it says the same.
void keep_first_of_vertices(const MovingSurface& own, std::vector<Crossing>& found) {
    std::sort(found.begin(), found.end(), [](const Crossing& a, const Crossing& b) {
        return std::tie(a.pair.first_feature, a.time, a.pair.second_feature) <
               std::tie(b.pair.first_feature, b.time, b.pair.second_feature);
    });
    if (own.complex().radius() > 0 && !own.complex().is_sheet()) {
        std::vector<Crossing> kept;
        for (std::size_t i = 0; i < found.size(); ++i)
            if (std::none_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(i),
                             [&](const Crossing& earlier) {
                                 return earlier.pair.first_feature == found[i].pair.first_feature &&
                                        is_on_rim_of(found[i], earlier);
                             }))
                kept.push_back(found[i]);
        found = std::move(kept);
        return;
    }
    found.erase(std::unique(found.begin(), found.end(),
                            [](const Crossing& a, const Crossing& b) {
                                return a.pair.first_feature == b.pair.first_feature;
                            }),
                found.end());
}

Crossing swapped(Crossing c) {
    c.pair.features = FeaturePair::FaceVertex;
    std::swap(c.pair.first_feature, c.pair.second_feature);
    std::swap(c.pair.first, c.pair.second);
    c.pair.normal = -c.pair.normal;
    return c;
}

void add_of_edges(const Crossings& crossings, std::vector<std::pair<int, int>>& edges,
                  std::vector<Crossing>& out) {
    std::sort(edges.begin(), edges.end());
    for (const auto& [e, f] : edges)
        if (const auto found = crossings.of_edges(e, f)) out.push_back(*found);
}

std::vector<Crossing> from_pairs(const MovingSurface& first, const MovingSurface& second,
                                 const std::vector<std::pair<int, int>>& pairs, double overlap,
                                 bool all = false) {
    const Crossings forward(first, second, overlap, all), backward(second, first, overlap, all);
    std::vector<Crossing> found, of_second;
    std::vector<std::pair<int, int>> edges;
    for (const auto& [i, j] : pairs) {
        add_of_vertices(first, i, second, j, forward, found);
        add_of_vertices(second, j, first, i, backward, of_second);
        add_edge_pairs(first.surface(), i, second.surface(), j, everywhere, edges);
    }
    keep_first_of_vertices(first, found);
    keep_first_of_vertices(second, of_second);
    for (const Crossing& c : of_second) found.push_back(swapped(c));
    add_of_edges(forward, edges, found);
    return found;
}

std::vector<Crossing> from_own_pairs(const MovingSurface& surface,
                                     const std::vector<std::pair<int, int>>& pairs, double overlap,
                                     bool all = false) {
    const Crossings crossings(surface, surface, overlap, all);
    std::vector<Crossing> found;
    std::vector<std::pair<int, int>> edges;
    for (const auto& [i, j] : pairs) {
        add_of_vertices(surface, i, surface, j, crossings, found);
        if (i < j) add_edge_pairs(surface.surface(), i, surface.surface(), j, everywhere, edges);
    }
    keep_first_of_vertices(surface, found);
    add_of_edges(crossings, edges, found);
    return found;
}

std::vector<std::pair<int, int>> all_pairs(const MovingSurface& first, const MovingSurface& second) {
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < static_cast<int>(first.complex().simplices().size()); ++i)
        for (int j = 0; j < static_cast<int>(second.complex().simplices().size()); ++j)
            pairs.emplace_back(i, j);
    return pairs;
}

}  // namespace

std::vector<Crossing> find_crossings(const MovingSurface& first, const MovingSurface& second,
                                     double overlap) {
    const double reach = Crossings(first, second, overlap).reach();
    return from_pairs(first, second, meeting_simplices(first, second, reach), overlap);
}

std::vector<Crossing> find_crossings_all_pairs(const MovingSurface& first, const MovingSurface& second,
                                               double overlap) {
    return from_pairs(first, second, all_pairs(first, second), overlap, true);
}

std::vector<Crossing> find_self_crossings(const MovingSurface& surface, double overlap) {
    const double reach = Crossings(surface, surface, overlap).reach();
    return from_own_pairs(surface, meeting_simplices(surface, surface, reach), overlap);
}

std::vector<Crossing> find_self_crossings_all_pairs(const MovingSurface& surface, double overlap) {
    return from_own_pairs(surface, all_pairs(surface, surface), overlap, true);
}

}  // namespace limpet
