#include "contact/volume/part_of_patch.h"

#include <Eigen/QR>
#include <algorithm>

namespace limpet {
namespace {

using Terms = std::vector<VolumeTerm>;

Terms shared(const Terms& terms, const std::vector<double>& shares) {
    Terms part;
    for (std::size_t k = 0; k < terms.size(); ++k)
        if (shares[k] > 0) {
            part.push_back(terms[k]);
            part.back().share *= shares[k];
        }
    return part;
}

/// A patch may be so thin that M is singular: it then leans as far as it can.
Terms leant(const Terms& terms, const std::vector<Vec3>& x, const Vec3& to, const Vec3& n) {
    const Vec3 c = patch_center(terms, x), way = to - c, t = way - way.dot(n) * n;
    double weight = 0;
    Mat3 moments = Mat3::Zero();
    for (const VolumeTerm& term : terms) {
        const Vec3 r = x[term.vertex] - c;
        moments += std::abs(term.share) * r * r.transpose();
        weight += std::abs(term.share);
    }
    const Vec3 a = moments.completeOrthogonalDecomposition().solve(weight * t);
    Terms part = terms;
    for (VolumeTerm& term : part) term.share *= std::max(1 + a.dot(x[term.vertex] - c), 0.0);
    return part;
}

}  // namespace

std::vector<VolumeTerm> terms_along(const Vec3& n, double sign, const std::vector<VolumeTerm>& patch) {
    double weight = 0;
    for (const VolumeTerm& t : patch) weight += std::abs(t.share);
    std::vector<VolumeTerm> terms;
    for (const VolumeTerm& t : patch) {
        const double share = sign * std::abs(t.share) / weight;
        terms.push_back({t.vertex, share * n, share});
    }
    return terms;
}

PartOfPatch part_of_patch(const VolumeRows& rows, const std::optional<std::vector<double>>& first,
                          const std::optional<std::vector<double>>& second, const Vec3& n,
                          const std::vector<Vec3>& first_positions,
                          const std::vector<Vec3>& second_positions) {
    Terms on_first = first ? shared(rows.first, *first) : rows.first;
    Terms on_second = second ? shared(rows.second, *second) : rows.second;
    if (!first) on_first = leant(on_first, first_positions, patch_center(on_second, second_positions), n);
    if (!second) on_second = leant(on_second, second_positions, patch_center(on_first, first_positions), n);
    PartOfPatch part{{terms_along(n, 1, on_first), terms_along(n, -1, on_second)}, 0};
    part.gap = n.dot(patch_center(part.rows.first, first_positions) -
                     patch_center(part.rows.second, second_positions));
    return part;
}

}  // namespace limpet
