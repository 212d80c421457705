#include "shapes/distance/surface_distance.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace limpet {
namespace {

Vec3 place_of(const SurfacePoint& point, const std::vector<Vec3>& x) {
    Vec3 place = Vec3::Zero();
    for (int k = 0; k < 3; ++k)
        if (point.weights[k] != 0) place += point.weights[k] * x[point.vertices[k]];
    return place;
}

/// The triangles that have the point: one, those of an edge, or those around a vertex.
std::vector<int> triangles_at(const CollisionComplex& complex, const SurfacePoint& point) {
    std::vector<int> corners;
    for (int k = 0; k < 3; ++k)
        if (point.weights[k] != 0) corners.push_back(point.vertices[k]);
    std::vector<int> found;
    for (const int* t = complex.triangles_begin(corners[0]); t != complex.triangles_end(corners[0]); ++t) {
        const auto& v = complex.simplices()[*t].vertices;
        if (std::all_of(corners.begin(), corners.end(),
                        [&](int c) { return std::find(v.begin(), v.end(), c) != v.end(); }))
            found.push_back(*t);
    }
    return found;
}

/// The point of pq with the least distance to a plus that to b: the crossing of the straight line, once b is
/// turned around pq into the plane of a, onto the far side.
Vec3 between(const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q) {
    const Vec3 axis = q - p;
    const double length2 = axis.squaredNorm();
    if (length2 == 0) return p;
    const double s = axis.dot(a - p) / length2, t = axis.dot(b - p) / length2;
    const double to_a = (a - p - s * axis).norm(), to_b = (b - p - t * axis).norm();
    const double place = to_a + to_b > 0 ? (s * to_b + t * to_a) / (to_a + to_b) : s;
    return p + std::clamp(place, 0.0, 1.0) * axis;
}

class Search {
public:
    Search(const CollisionComplex& complex, const std::vector<Vec3>& x, const Vec3& from, const Vec3& to,
           double limit)
        : complex_(complex), x_(x), from_(from), to_(to), limit_(limit) {}

    bool leads(const std::vector<int>& start, const std::vector<int>& end) {
        const auto ends = [&](int t) { return std::find(end.begin(), end.end(), t) != end.end(); };
        if (std::any_of(start.begin(), start.end(), ends)) return (to_ - from_).norm() < limit_;
        for (const int triangle : start) go_on(triangle, {from_, 0, -1}, -1);
        while (!open_.empty()) {
            const auto [at_least, length, edge] = open_.top();
            open_.pop();
            const Reached reached = reached_.at(edge);
            if (length > reached.length) continue;
            for (const int triangle : complex_.simplices_of_edge(edge)) {
                if (triangle < 0) continue;
                if (ends(triangle)) return at_least < limit_ || shortened(edge) < limit_;
                go_on(triangle, reached, edge);
            }
        }
        return false;
    }

private:
    struct Reached {
        Vec3 point;
        double length;  ///< of the way up to there [m]
        int before;     ///< edge; −1: none
    };

    void go_on(int triangle, const Reached& last, int last_edge) {
        for (const int edge : complex_.simplices()[triangle].edges) {
            const auto [i, j] = complex_.edges()[edge];
            const Vec3 point = between(from_, to_, x_[i], x_[j]);
            const double rest = (to_ - point).norm(), length = last.length + (point - last.point).norm();
            if ((point - from_).norm() + rest >= limit_) continue;
            const auto [known, is_new] = reached_.try_emplace(edge, Reached{point, length, last_edge});
            if (!is_new && known->second.length <= length) continue;
            known->second = {point, length, last_edge};
            open_.emplace(length + rest, length, edge);
        }
    }

    /// Length of the way to the end through this edge, shortened.
    double shortened(int edge) const {
        std::vector<int> edges;
        std::vector<Vec3> points = {to_};
        for (; edge >= 0; edge = reached_.at(edge).before) {
            edges.push_back(edge);
            points.push_back(reached_.at(edge).point);
        }
        points.push_back(from_);
        for (int sweep = 0; sweep < sweeps; ++sweep)
            for (std::size_t k = 0; k < edges.size(); ++k) {
                const auto [i, j] = complex_.edges()[edges[k]];
                points[k + 1] = between(points[k], points[k + 2], x_[i], x_[j]);
            }
        double length = 0;
        for (std::size_t k = 1; k < points.size(); ++k) length += (points[k] - points[k - 1]).norm();
        return length;
    }

    static constexpr int sweeps = 20;

    const CollisionComplex& complex_;
    const std::vector<Vec3>& x_;
    Vec3 from_, to_;
    double limit_;
    std::unordered_map<int, Reached> reached_;     ///< by edge
    using Open = std::tuple<double, double, int>;  ///< least length of the whole way; length so far; edge
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
};

}  // namespace

bool is_nearer_along(const CollisionComplex& complex, const std::vector<Vec3>& x, const SurfacePoint& a,
                     const SurfacePoint& b, double limit) {
    const Vec3 from = place_of(a, x), to = place_of(b, x);
    if ((to - from).norm() >= limit) return false;
    return Search(complex, x, from, to, limit).leads(triangles_at(complex, a), triangles_at(complex, b));
}

}  // namespace limpet
