#include "contact/volume/make_volume_contacts.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "contact/contact_frame.h"
#include "contact/volume/rub_at_center.h"

namespace limpet {
namespace {

/// Of the sum of the gradients' lengths: less net area has no direction, as of a pin through a plate.
constexpr double no_direction = 1e-6;

ContactKey cell_key(const OverlapVolume& overlap) {
    const auto folded = [](int i) { return i & 0x7fff; };
    return {overlap.first, overlap.second, FeaturePair::Volume, overlap.cell[0],
            folded(overlap.cell[1]) | folded(overlap.cell[2]) << 15};
}

double total_length(const std::vector<VertexGradient>& gradients) {
    double sum = 0;
    for (const VertexGradient& g : gradients) sum += g.area.norm();
    return sum;
}

/// Towards the first body; zero if there is no direction.
Vec3 normal_between(const OverlapVolume& overlap) {
    Vec3 sum = Vec3::Zero();
    for (const VertexGradient& g : overlap.on_first) sum -= g.area;
    const double length = sum.norm();
    return length > no_direction * total_length(overlap.on_first) ? Vec3(sum / length) : Vec3::Zero();
}

/// Within one surface both sides are in one list and their gradients sum to zero: the direction along which
/// they are longest, with the sign that makes its largest component positive.
Vec3 normal_within(const OverlapVolume& overlap) {
    Mat3 moments = Mat3::Zero();
    for (const VertexGradient& g : overlap.on_first)
        if (const double length = g.area.norm(); length > 0) moments += g.area * g.area.transpose() / length;
    if (!(moments.trace() > 0)) return Vec3::Zero();
    const Vec3 n = Eigen::SelfAdjointEigenSolver<Mat3>(moments).eigenvectors().col(2);
    Eigen::Index largest;
    n.cwiseAbs().maxCoeff(&largest);
    return n[largest] < 0 ? Vec3(-n) : n;
}

double area_across(const Vec3& n, const OverlapVolume& overlap) {
    double area = 0;
    for (const auto* side : {&overlap.on_first, &overlap.on_second})
        for (const VertexGradient& g : *side) area += std::max(n.dot(g.area), 0.0);
    return area;
}

/// Σ_w n_w² V_w of the images along the axes w: an overlap thinner than a pixel is seen well along its normal
/// and by chance across it. The paper has the mean of the three, which takes a thin slab for a third of it.
double volume_along(const Vec3& n, const OverlapVolume& overlap) {
    double volume = 0;
    for (int w = 0; w < 3; ++w) volume += n[w] * n[w] * overlap.along[w];
    return volume;
}

VolumeTerm term(const VertexGradient& g, const Vec3& n, double area) {
    return {g.vertex, -g.area / area, -n.dot(g.area) / area};
}

VolumeRows rows_of(const OverlapVolume& overlap, const Vec3& n, double area) {
    VolumeRows rows;
    const bool within = overlap.first == overlap.second;
    for (const VertexGradient& g : overlap.on_first) {
        const VolumeTerm t = term(g, n, area);
        (within && t.share < 0 ? rows.second : rows.first).push_back(t);
    }
    for (const VertexGradient& g : overlap.on_second) rows.second.push_back(term(g, n, area));
    return rows;
}

}  // namespace

void turn_over(Contact& contact) {
    VolumeRows rows{contact.volume->second, contact.volume->first};
    for (auto* side : {&rows.first, &rows.second})
        for (VolumeTerm& t : *side) {
            t.share = -t.share;
            t.turn = -t.turn;
        }
    contact.volume = std::make_shared<const VolumeRows>(std::move(rows));
    contact.frame = frame_about(-contact.normal());
}

std::vector<Contact> make_volume_contacts(const std::vector<OverlapVolume>& overlaps,
                                          const std::vector<const std::vector<Vec3>*>& positions,
                                          bool at_center) {
    std::vector<Contact> contacts;
    for (const OverlapVolume& overlap : overlaps) {
        const Vec3 n = overlap.first == overlap.second ? normal_within(overlap) : normal_between(overlap);
        const double area = n.isZero(0) ? 0 : area_across(n, overlap);
        const double volume = volume_along(n, overlap);
        if (!(area > 0) || !(volume > 0)) continue;
        Contact c;
        c.key = cell_key(overlap);
        c.first_offset = c.second_offset = Vec3::Zero();
        c.frame = frame_about(n);
        c.area = area;
        c.gap = -volume / area;
        VolumeRows rows = rows_of(overlap, n, area);
        if (at_center) rub_at_center(rows, *positions[overlap.first], *positions[overlap.second]);
        c.volume = std::make_shared<const VolumeRows>(std::move(rows));
        contacts.push_back(std::move(c));
    }
    return contacts;
}

}  // namespace limpet
