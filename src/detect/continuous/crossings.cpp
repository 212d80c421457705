#include "detect/continuous/crossings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "core/interruption.h"
#include "detect/continuous/crossing_normals.h"
#include "detect/continuous/time_of_parting.h"
#include "detect/detection_constants.h"
#include "detect/edge_proximity.h"
#include "detect/simplex_pairs.h"

namespace limpet {
namespace {

constexpr double everywhere = std::numeric_limits<double>::infinity();

double half_thickness(const MovingSurface& surface) {
    return surface.complex().is_sheet() ? surface.complex().radius() : 0;
}

bool has_vertex(const MovingSurface& surface, int simplex, int vertex) {
    const auto& v = surface.complex().simplices()[simplex].vertices;
    return v[0] == vertex || v[1] == vertex || v[2] == vertex;
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
          separation_(radii_ + own.chord_error() + other.chord_error()),
          sheets_(half_thickness(own) + half_thickness(other)),
          deep_(sheets_ > 0 ? max_start_depth_ratio_of_sheets : max_start_depth_ratio_of_solids),
          normals_(own, other, tolerance()),
          boxes_(all ? everywhere : reach()) {}

    double tolerance() const { return approach_precision_ratio * overlap_; }
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
    /// They come near at t*, and there it is judged whether they cross. What comes near because of the stray,
    /// or by grazing a sheet, may cross later and elsewhere: it is judged again where it comes nearer.
    template <class Judge>
    std::optional<Crossing> first_judged(const MovingSimplex& first, const MovingSimplex& second,
                                         Judge&& judge) const {
        if (!swept_boxes_are_near(first, second, boxes_)) return std::nullopt;
        // Of what is only shifted, the distance is convex in time: once parted, it does not meet again.
        const bool only_shifted = first.distortion() + second.distortion() <= overlap_;
        bool near = false;
        const auto judged_at = [&](double separation) -> std::optional<Crossing> {
            std::optional<Approach> approach = first_approach(first, second, separation, tolerance());
            near = approach.has_value();
            for (int i = 0; approach && i < max_meetings; ++i) {
                const double before =
                    approach->time > 0 ? std::min(separation, radii_) : approach->difference.norm();
                if (auto found = judge(*approach, std::min(before - radii_, 0.0))) {
                    found->again = i > 0;
                    return found;
                }
                if (only_shifted) break;
                const std::optional<Approach> parting = parting_after(first, second, separation, *approach);
                if (!parting) break;
                if (auto found = judge_behind(*parting, second, judge)) return found;
                approach = first_approach(first, second, separation, tolerance(), parting->time);
            }
            return std::nullopt;
        };
        std::optional<Crossing> found = judged_at(separation_);
        if (!found && near && separation_ > radii_) found = judged_at(radii_);
        if (!found && near && !only_shifted && radii_ > 0 && sheets_ == 0) {
            const double start = std::min(nearest_points(first, second, 0).distance, radii_);
            found = judged_at(std::max(start - parted_bound_ratio * overlap_, 0.0));
            if (found) found->again = true;
        }
        if (!found && near && sheets_ > 0)
            found = judged_at(radii_ - (1 - sheet_second_look_ratio) * sheets_);
        return found;
    }

    /// Where they have parted after an approach, on either side of each other; empty if they stay in touch.
    std::optional<Approach> parting_after(const MovingSimplex& first, const MovingSimplex& second,
                                          double separation, const Approach& approach) const {
        const std::optional<double> time =
            first_parting(first, second, approach.time, separation + parted_ratio * overlap_,
                          separation + parted_bound_ratio * overlap_);
        if (!time) return std::nullopt;
        const NearestPoints points = nearest_points(first, second, *time);
        return Approach{*time, points.first, points.second, points.difference};
    }

    /// What was in touch with a surface that has an inside may have parted into it. Beside a rim it is not
    /// behind the face.
    template <class Judge>
    std::optional<Crossing> judge_behind(Approach parting, const MovingSimplex& second, Judge&& judge) const {
        if (radii_ > 0 || support(parting.second_weights) < second.corners) return std::nullopt;
        parting.difference.setZero();
        std::optional<Crossing> found = judge(parting, 0.0);
        if (found) found->again = true;
        return found;
    }

    std::optional<Crossing> vertex_crossing(int vertex, int simplex, const MovingSimplex& point,
                                            const MovingSimplex& face, const Approach& near,
                                            double touching) const {
        const Vec3 normal = normals_.of_vertex(vertex, simplex, near);
        if (normal.isZero()) return std::nullopt;
        const Proximity pair{FeaturePair::VertexFace,
                             vertex,
                             simplex,
                             {{vertex, -1, -1}, {1, 0, 0}},
                             {other_.complex().simplices()[simplex].vertices, near.second_weights},
                             normal,
                             0,
                             0};
        std::optional<Crossing> crossing = judged(pair, near, point, face, touching);
        if (crossing) crossing->faces = normals_.vertex_faces(vertex, normal, near.time);
        return crossing;
    }

    std::optional<Crossing> edge_crossing(int first_edge, int second_edge, const MovingSimplex& first,
                                          const MovingSimplex& second, const Approach& near,
                                          double touching) const {
        if (at_end(near.first_weights) || at_end(near.second_weights)) return std::nullopt;
        const Vec3 normal = normals_.of_edges(first_edge, second_edge, near);
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
        if (crossing) crossing->faces = normals_.edges_face(first_edge, second_edge, normal, near.time);
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

    const MovingSurface &own_, &other_;
    double overlap_;
    double radii_, separation_;
    double sheets_;  ///< of radii_, what is of sheets [m]
    double deep_;
    CrossingNormals normals_;
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
    for (const auto& [e, f] : edges) {
        stop_if_interrupted();
        if (const auto found = crossings.of_edges(e, f)) out.push_back(*found);
    }
}

std::vector<Crossing> from_pairs(const MovingSurface& first, const MovingSurface& second,
                                 const std::vector<std::pair<int, int>>& pairs, double overlap,
                                 bool all = false) {
    const Crossings forward(first, second, overlap, all), backward(second, first, overlap, all);
    std::vector<Crossing> found, of_second;
    std::vector<std::pair<int, int>> edges;
    for (const auto& [i, j] : pairs) {
        stop_if_interrupted();
        add_of_vertices(first, i, second, j, forward, found);
        add_of_vertices(second, j, first, i, backward, of_second);
        visit_edge_pairs(first, i, second, j, [&](int e, int f) { edges.emplace_back(e, f); });
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
        stop_if_interrupted();
        add_of_vertices(surface, i, surface, j, crossings, found);
        if (i < j) visit_edge_pairs(surface, i, surface, j, [&](int e, int f) { edges.emplace_back(e, f); });
    }
    keep_first_of_vertices(surface, found);
    add_of_edges(crossings, edges, found);
    return found;
}

}  // namespace

std::vector<Crossing> find_crossings(const MovingSurface& first, const MovingSurface& second,
                                     double overlap) {
    const double reach = Crossings(first, second, overlap).reach();
    return from_pairs(first, second, meeting_simplices(first, second, reach), overlap);
}

std::vector<Crossing> find_crossings_all_pairs(const MovingSurface& first, const MovingSurface& second,
                                               double overlap) {
    return from_pairs(first, second, all_simplex_pairs(first.complex(), second.complex()), overlap, true);
}

std::vector<Crossing> find_self_crossings(const MovingSurface& surface, double overlap) {
    const double reach = Crossings(surface, surface, overlap).reach();
    return from_own_pairs(surface, meeting_simplices(surface, surface, reach), overlap);
}

std::vector<Crossing> find_self_crossings_all_pairs(const MovingSurface& surface, double overlap) {
    return from_own_pairs(surface, all_simplex_pairs(surface.complex(), surface.complex()), overlap, true);
}

}  // namespace limpet
