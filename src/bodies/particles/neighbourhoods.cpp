#include "bodies/particles/neighbourhoods.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "limpet/error.h"

namespace limpet {
namespace {

/// Of the second to the largest spread of a neighbourhood: below it, it lies on a line and can turn about it.
constexpr double least_spread_ratio = 1e-3;

bool on_a_line(const std::vector<Vec3>& rest, const std::vector<int>& members) {
    Vec3 center = Vec3::Zero();
    for (const int j : members) center += rest[j];
    center /= static_cast<double>(members.size());
    Mat3 spread = Mat3::Zero();
    for (const int j : members) spread += (rest[j] - center) * (rest[j] - center).transpose();
    const Vec3 squares = Eigen::SelfAdjointEigenSolver<Mat3>(spread, Eigen::EigenvaluesOnly).eigenvalues();
    return !(squares[1] > least_spread_ratio * least_spread_ratio * squares[2]);
}

std::vector<std::vector<int>> linked(std::size_t count, const ParticleLinks& links) {
    std::vector<std::vector<int>> of(count);
    for (const auto& [a, b] : links) {
        of[a].push_back(b);
        of[b].push_back(a);
    }
    for (std::vector<int>& list : of) std::sort(list.begin(), list.end());
    return of;
}

/// Adds the links of all members; false if there are no new ones.
bool widen(std::vector<int>& members, const std::vector<std::vector<int>>& links) {
    std::vector<int> reached(members.begin() + 1, members.end());
    for (const int j : members) reached.insert(reached.end(), links[j].begin(), links[j].end());
    std::sort(reached.begin(), reached.end());
    reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
    std::erase(reached, members.front());
    if (reached.size() + 1 == members.size()) return false;
    members.resize(1);
    members.insert(members.end(), reached.begin(), reached.end());
    return true;
}

}  // namespace

Neighbourhoods::Neighbourhoods(const std::vector<Vec3>& rest, const std::vector<double>& mass,
                               const ParticleLinks& links) {
    const std::vector<std::vector<int>> links_of = linked(rest.size(), links);
    for (int i = 0; i < static_cast<int>(rest.size()); ++i) {
        std::vector<int> members = {i};
        members.insert(members.end(), links_of[i].begin(), links_of[i].end());
        while (on_a_line(rest, members))
            if (!widen(members, links_of))
                throw InputError("shape",
                                 fmt::format("all that is linked to the particle at [{:.4g}, {:.4g}, {:.4g}] "
                                             "lies on a line, which keeps no shape; allowed: surfaces whose "
                                             "parts each span an area",
                                             rest[i].x(), rest[i].y(), rest[i].z()));
        double sum = 0;
        Vec3 center = Vec3::Zero();
        for (const int j : members) {
            sum += mass[j];
            center += mass[j] * rest[j];
        }
        center /= sum;
        for (const int j : members) {
            members_.push_back(j);
            weights_.push_back(mass[j] / sum);
            offsets_.push_back(rest[j] - center);
        }
        start_.push_back(members_.size());
    }
}

ParticleLinks edges_of(const std::vector<Triangle>& triangles) {
    ParticleLinks edges;
    for (const Triangle& t : triangles)
        for (int k = 0; k < 3; ++k) edges.push_back(std::minmax(t[k], t[(k + 1) % 3]));
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

}  // namespace limpet
