#include "detect/continuous/moving_surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <atomic>

#include "shapes/distance/tree_pairs.h"

namespace limpet {
namespace {

Vec3 unit_or_zero(const Vec3& v) {
    const double length = v.norm();
    return length > 0 ? Vec3(v / length) : Vec3(Vec3::Zero());
}

/// True if two boxes that move linearly come nearer than `reach` along all axes at one t.
bool meet(const Box3& a0, const Box3& a1, const Box3& b0, const Box3& b1, double reach) {
    double from = 0, to = 1;
    for (int k = 0; k < 3; ++k)
        for (const auto& [before, after] :
             {std::pair{a0.min()[k] - b0.max()[k] - reach, a1.min()[k] - b1.max()[k] - reach},
              std::pair{b0.min()[k] - a0.max()[k] - reach, b1.min()[k] - a1.max()[k] - reach}}) {
            if (before > 0 && after > 0) return false;
            if (before > 0) from = std::max(from, before / (before - after));
            if (after > 0) to = std::min(to, before / (before - after));
        }
    return from <= to;
}

}  // namespace

void MovingSurface::update(const DetectionSurface& start, std::vector<Vec3> end, double chord_error) {
    start_ = &start;
    end_ = std::move(end);
    chord_error_ = chord_error;
    const auto& simplices = start.complex().simplices();
    end_boxes_.resize(simplices.size());
    for (std::size_t i = 0; i < simplices.size(); ++i) {
        end_boxes_[i].setEmpty();
        for (int k = 0; k < simplices[i].corners(); ++k) end_boxes_[i].extend(end_[simplices[i].vertices[k]]);
    }
    if (end_tree_.empty()) end_tree_ = start.tree();
    end_tree_.refit(end_boxes_);
    if (start.deforms()) meets_at_end_.assign(complex().edges().size(), 0);
}

bool MovingSurface::meets_at_end(int edge) const {
    if (!start_->deforms()) return false;
    const std::atomic_ref<std::uint8_t> meets(meets_at_end_[edge]);
    std::uint8_t found = meets.load(std::memory_order_relaxed);
    if (found == 0) {
        const Vec3 normal = unit_or_zero(edge_normal(edge, 1));
        found = edge_is_foremost(edge, normal, 1, DetectionSurface::nearly_flat) ? 2 : 1;
        meets.store(found, std::memory_order_relaxed);
    }
    return found == 2;
}

unsigned MovingSurface::meeting_edges(int simplex) const {
    unsigned meeting = start_->meeting_edges(simplex);
    if (!start_->deforms()) return meeting;
    const CollisionComplex::Simplex& s = complex().simplices()[simplex];
    for (int k = 0; k < 3; ++k)
        if ((s.owned_edges >> k & 1) && meets_edges(s.edges[k])) meeting |= 1u << k;
    return meeting;
}

MovingSimplex MovingSurface::vertex(int vertex) const {
    MovingSimplex s;
    s.add(start(vertex), end(vertex));
    return s;
}

MovingSimplex MovingSurface::edge(int edge) const {
    MovingSimplex s;
    for (const int v : complex().edges()[edge]) s.add(start(v), end(v));
    return s;
}

MovingSimplex MovingSurface::simplex(int simplex) const {
    MovingSimplex s;
    for (const int v : complex().simplices()[simplex].vertices)
        if (v >= 0) s.add(start(v), end(v));
    return s;
}

Vec3 MovingSurface::triangle_normal(int simplex, double t) const {
    const auto& [a, b, c] = complex().simplices()[simplex].vertices;
    if (c < 0) return Vec3::Zero();
    const Vec3 origin = at(a, t);
    return unit_or_zero((at(b, t) - origin).cross(at(c, t) - origin));
}

Vec3 MovingSurface::edge_normal(int edge, double t) const {
    const auto [s, u] = complex().simplices_of_edge(edge);
    if (s < 0 || u < 0) return Vec3::Zero();
    return triangle_normal(s, t) + triangle_normal(u, t);
}

Vec3 MovingSurface::vertex_normal(int vertex, double t) const {
    Vec3 sum = Vec3::Zero();
    for (const int* s = complex().triangles_begin(vertex); s != complex().triangles_end(vertex); ++s)
        sum += triangle_normal(*s, t);
    return sum;
}

bool MovingSurface::edge_is_foremost(int edge, const Vec3& towards, double t, double slack) const {
    const Edge& ends = complex().edges()[edge];
    const Vec3 origin = at(ends[0], t), along = unit_or_zero(at(ends[1], t) - origin);
    for (const int simplex : complex().simplices_of_edge(edge)) {
        if (simplex < 0) continue;
        for (const int v : complex().simplices()[simplex].vertices) {
            if (v == ends[0] || v == ends[1]) continue;
            const Vec3 into = at(v, t) - origin;
            if (unit_or_zero(into - into.dot(along) * along).dot(towards) > slack) return false;
        }
    }
    return true;
}

bool MovingSurface::vertex_is_foremost(int vertex, const Vec3& towards, double t, double slack) const {
    const Vec3 origin = at(vertex, t);
    for (const int* s = complex().triangles_begin(vertex); s != complex().triangles_end(vertex); ++s)
        for (const int v : complex().simplices()[*s].vertices)
            if (v != vertex && unit_or_zero(at(v, t) - origin).dot(towards) > slack) return false;
    return true;
}

Box3 MovingSurface::swept_box() const {
    if (end_tree_.empty()) return {};
    return start_->box().merged(end_tree_.nodes().front().box);
}

std::vector<std::pair<int, int>> meeting_simplices(const MovingSurface& first, const MovingSurface& second,
                                                   double reach) {
    std::vector<std::pair<int, int>> pairs;
    const BoxTree &a = first.start_tree(), &b = second.start_tree();
    descend_pairs(a, b, [&](int i, int j) {
        const BoxTree::Node &m = a.nodes()[i], &n = b.nodes()[j];
        if (!meet(m.box, first.end_tree().nodes()[i].box, n.box, second.end_tree().nodes()[j].box, reach))
            return PairDescent::Leave;
        if (!m.leaf || !n.leaf) return PairDescent::Split;
        for (int k = m.first; k < m.first + m.count; ++k)
            for (int l = n.first; l < n.first + n.count; ++l) {
                const int s = a.items()[k], t = b.items()[l];
                if (meet(first.start_boxes()[s], first.end_boxes()[s], second.start_boxes()[t],
                         second.end_boxes()[t], reach))
                    pairs.emplace_back(s, t);
            }
        return PairDescent::Leave;
    });
    return pairs;
}

}  // namespace limpet
