#include "shapes/surface_distance.h"

#include <algorithm>
#include <queue>
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

class Search {
public:
    Search(const CollisionComplex& complex, const std::vector<Vec3>& x, const Vec3& from, const Vec3& to,
           double limit)
        : complex_(complex), x_(x), from_(from), to_(to), limit_(limit) {}

    bool leads(const std::vector<int>& start, const std::vector<int>& end) {
        const auto ends = [&](int t) { return std::find(end.begin(), end.end(), t) != end.end(); };
        if (std::any_of(start.begin(), start.end(), ends)) return (to_ - from_).norm() < limit_;
        for (const int triangle : start) go_on(triangle, from_, 0);
        while (!open_.empty()) {
            const Reached reached = open_.top();
            open_.pop();
            if (reached.length > shortest_.at(reached.edge)) continue;
            for (const int triangle : complex_.simplices_of_edge(reached.edge)) {
                if (triangle < 0) continue;
                // Only what leads to the end within the limit was kept.
                if (ends(triangle)) return true;
                go_on(triangle, point_on(reached.edge), reached.length);
            }
        }
        return false;
    }

private:
    struct Reached {
        double length, at_least;  ///< of the way so far, and of all of it [m]
        int edge;
        bool operator>(const Reached& other) const {
            return at_least != other.at_least ? at_least > other.at_least : edge > other.edge;
        }
    };

    /// Where |p − from| + |p − to| is least: the crossing of the straight line, once `to` is turned around
    /// the edge into the plane of `from`, onto the far side.
    Vec3 point_on(int edge) const {
        const auto [i, j] = complex_.edges()[edge];
        const Vec3 axis = x_[j] - x_[i];
        const double length2 = axis.squaredNorm();
        if (length2 == 0) return x_[i];
        const double s = axis.dot(from_ - x_[i]) / length2, t = axis.dot(to_ - x_[i]) / length2;
        const double a = (from_ - x_[i] - s * axis).norm(), b = (to_ - x_[i] - t * axis).norm();
        return x_[i] + std::clamp(a + b > 0 ? (s * b + t * a) / (a + b) : s, 0.0, 1.0) * axis;
    }

    void go_on(int triangle, const Vec3& place, double length) {
        for (const int edge : complex_.simplices()[triangle].edges) {
            const Vec3 point = point_on(edge);
            const double way = length + (point - place).norm(), at_least = way + (to_ - point).norm();
            if (at_least >= limit_) continue;
            const auto [known, is_new] = shortest_.try_emplace(edge, way);
            if (!is_new && known->second <= way) continue;
            known->second = way;
            open_.push({way, at_least, edge});
        }
    }

    const CollisionComplex& complex_;
    const std::vector<Vec3>& x_;
    Vec3 from_, to_;
    double limit_;
    std::unordered_map<int, double> shortest_;  ///< way to each edge's point [m]
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open_;
};

}  // namespace

bool is_nearer_along(const CollisionComplex& complex, const std::vector<Vec3>& x, const SurfacePoint& a,
                     const SurfacePoint& b, double limit) {
    const Vec3 from = place_of(a, x), to = place_of(b, x);
    if ((to - from).norm() >= limit) return false;
    return Search(complex, x, from, to, limit).leads(triangles_at(complex, a), triangles_at(complex, b));
}

}  // namespace limpet
