#include "shapes/cut/split_plan.h"

#include <Eigen/Geometry>
#include <cmath>

namespace limpet {
namespace {

bool is_at_an_end(double at) {
    return at == 0 || at == 1;
}

double share_to_end(double at) {
    return std::min(at, 1 - at);
}

double nearest_end(double at) {
    return at < 0.5 ? 0 : 1;
}

/// What is asked of the pieces of single tetrahedra.
class PieceCheck {
public:
    PieceCheck(const std::vector<Vec3>& rest, const std::vector<double>& size, double least_height,
               Crossings& crossings)
        : rest_(rest), size_(size), least_height_(least_height), crossings_(crossings) {}

    /// Moves one crossing of the tetrahedron to an end if a piece of it is too low; true if it did.
    bool mend(const Tetrahedron& t) const {
        const std::vector<Crossings::iterator> split = split_edges(t);
        if (split.empty() || is_good(t, split)) return false;
        const auto nearest = *std::min_element(split.begin(), split.end(), [](const auto& a, const auto& b) {
            return share_to_end(a->second) < share_to_end(b->second);
        });
        nearest->second = nearest_end(nearest->second);
        return true;
    }

private:
    /// In the order of splitting.
    std::vector<Crossings::iterator> split_edges(const Tetrahedron& t) const {
        std::vector<Crossings::iterator> split;
        for_each_edge(t, [&](std::size_t, std::size_t, const Edge& edge) {
            const auto found = crossings_.find(edge);
            if (found != crossings_.end() && !is_at_an_end(found->second)) split.push_back(found);
        });
        std::sort(split.begin(), split.end(), [&](const auto& a, const auto& b) {
            return std::pair(-length(a->first), a->first) < std::pair(-length(b->first), b->first);
        });
        return split;
    }
    double length(const Edge& edge) const { return (rest_[edge[1]] - rest_[edge[0]]).norm(); }

    bool is_good(const Tetrahedron& t, const std::vector<Crossings::iterator>& split) const {
        std::array<Vec3, 10> x;
        Tetrahedron own;
        double size = 0;
        for (int k = 0; k < 4; ++k) {
            own[k] = k;
            x[k] = rest_[t[k]];
            size += size_[t[k]] / 4;
        }
        const auto corner = [&](int node) {
            return static_cast<int>(std::find(t.begin(), t.end(), node) - t.begin());
        };
        EdgeSplits splits;
        for (int i = 0; i < static_cast<int>(split.size()); ++i) {
            const auto& [edge, at] = *split[i];
            splits[sorted_edge(corner(edge[0]), corner(edge[1]))] = {i, 4 + i};
            x[4 + i] = (1 - at) * rest_[edge[0]] + at * rest_[edge[1]];
        }
        const std::vector<Tetrahedron> pieces = split_simplex(own, splits);
        return std::all_of(pieces.begin(), pieces.end(), [&](const Tetrahedron& p) {
            return lowest_height(x[p[0]], x[p[1]], x[p[2]], x[p[3]]) >= least_height_ * size;
        });
    }

    const std::vector<Vec3>& rest_;
    const std::vector<double>& size_;
    double least_height_;
    Crossings& crossings_;
};

}  // namespace

double lowest_height(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const double volume = (b - a).dot((c - a).cross(d - a));
    const double area = std::max({(b - a).cross(c - a).norm(), (b - a).cross(d - a).norm(),
                                  (c - a).cross(d - a).norm(), (c - b).cross(d - b).norm()});
    return area > 0 ? volume / area : 0;
}

std::vector<double> mean_edges(const std::vector<Edge>& edges, const std::vector<Vec3>& rest) {
    std::vector<double> sum(rest.size(), 0.0), count(rest.size(), 0.0);
    for (const auto& [a, b] : edges)
        for (const int node : {a, b}) {
            sum[node] += (rest[b] - rest[a]).norm();
            count[node] += 1;
        }
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= std::max(count[i], 1.0);
    return sum;
}

void respect_limits(const std::vector<Tetrahedron>& tetrahedra, const std::vector<Vec3>& rest,
                    const std::vector<double>& size, const CutLimits& limits, Crossings& crossings) {
    std::vector<char> touched(rest.size(), 0);
    for (auto& [edge, at] : crossings) {
        const double length = (rest[edge[1]] - rest[edge[0]]).norm();
        const double least = limits.least_share * std::max(length, (size[edge[0]] + size[edge[1]]) / 2);
        if (share_to_end(at) * length < least) at = nearest_end(at);
        touched[edge[0]] = touched[edge[1]] = 1;
    }
    std::vector<Tetrahedron> affected;
    for (const Tetrahedron& t : tetrahedra)
        if (std::count_if(t.begin(), t.end(), [&](int node) { return touched[node] != 0; }) > 1)
            affected.push_back(t);
    const PieceCheck pieces(rest, size, limits.least_height, crossings);
    for (bool changed = true; changed;) {
        changed = false;
        for (const Tetrahedron& t : affected) changed |= pieces.mend(t);
    }
}

SplitPlan split_plan(const Crossings& crossings, const std::vector<Vec3>& rest) {
    using Order = std::tuple<bool, double, Edge>;
    std::vector<Order> order;
    for (const auto& [edge, at] : crossings)
        order.emplace_back(is_at_an_end(at), -(rest[edge[1]] - rest[edge[0]]).norm(), edge);
    std::sort(order.begin(), order.end());
    SplitPlan plan;
    for (int i = 0; i < static_cast<int>(order.size()); ++i) {
        const auto& [at_an_end, length, edge] = order[i];
        plan.splits[edge] = {i, static_cast<int>(rest.size()) + i};
        const double at = crossings.at(edge);
        if (at_an_end)
            plan.stand_ins.push_back(edge[at == 0 ? 0 : 1]);
        else
            plan.added.push_back({edge[0], edge[1], at});
    }
    plan.first_stand_in = static_cast<int>(rest.size() + plan.added.size());
    return plan;
}

bool leave_out_needless(const SplitPlan& plan, const std::set<Triangle>& cut, Crossings& crossings) {
    const int first = plan.first_stand_in - static_cast<int>(plan.added.size());
    std::vector<char> parts(plan.added.size(), 0);
    for (const Triangle& face : cut)
        for (const int node : face)
            if (node >= first) parts[node - first] = 1;
    bool found = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i]) continue;
        double& at = crossings.at({plan.added[i].first, plan.added[i].second});
        at = nearest_end(at);
        found = true;
    }
    return found;
}

}  // namespace limpet
