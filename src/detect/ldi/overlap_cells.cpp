#include "detect/ldi/overlap_cells.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "detect/detection_constants.h"
#include "detect/ldi/facing_areas.h"
#include "detect/ldi/facing_weights.h"
#include "detect/ldi/friction_at_center.h"

namespace limpet {
namespace {

/// Within one surface both sides are in one list and their gradients sum to zero: the direction along which
/// they are longest, with the sign that makes its largest component positive.
Vec3 normal_within(const std::vector<Vec3>& areas) {
    Mat3 moments = Mat3::Zero();
    for (const Vec3& a : areas)
        if (const double length = a.norm(); length > 0) moments += a * a.transpose() / length;
    if (!(moments.trace() > 0)) return Vec3::Zero();
    const Vec3 n = Eigen::SelfAdjointEigenSolver<Mat3>(moments).eigenvectors().col(2);
    Eigen::Index largest;
    n.cwiseAbs().maxCoeff(&largest);
    return n[largest] < 0 ? Vec3(-n) : n;
}

double area_within(const Vec3& n, const std::vector<Vec3>& areas) {
    double area = 0;
    for (const Vec3& a : areas) area += std::max(n.dot(a), 0.0);
    return area;
}

/// Σ_w n_w² V_w of the images along the axes w: an overlap thinner than a pixel is seen well along its normal
/// and by chance across it. The paper has the mean of the three, which takes a thin slab for a third of it.
double volume_along(const Vec3& n, const OverlapVolume& overlap) {
    double volume = 0;
    for (int w = 0; w < 3; ++w) volume += n[w] * n[w] * overlap.along[w];
    return volume;
}

/// V/A, but no more than the longest ray through the overlap in the image that looks most along the normal:
/// where two patches hardly face each other, as in a cell at the rim of an overlap, A is small by chance.
/// What that image does not see at all is thinner than a pixel: no more than a cube of its volume.
double depth_along(const Vec3& n, const OverlapVolume& overlap, double volume, double area) {
    Eigen::Index w;
    n.cwiseAbs().maxCoeff(&w);
    const double longest = overlap.longest[w];
    return std::min(volume / area, longest > 0 ? longest / std::abs(n[w]) : std::cbrt(volume));
}

/// How deep an overlap is at most, if it is `mean` deep in the mean: a ray that crosses a slab at an angle is
/// longer than the slab is thick. Rays along a slab leave it through the surface that they came in by.
double greatest_depth(const Vec3& n, const OverlapVolume& overlap, double mean) {
    Eigen::Index w;
    n.cwiseAbs().maxCoeff(&w);
    return std::max(mean, overlap.across[w] * std::abs(n[w]));
}

VolumeTerm term(int vertex, const Vec3& a, const Vec3& n, double area) {
    return {vertex, -a / area, -n.dot(a) / area};
}

VolumeRows rows_of(const OverlapVolume& overlap, const FacingAreas& areas, const Vec3& n, double area) {
    VolumeRows rows;
    const bool within = overlap.first == overlap.second;
    for (std::size_t k = 0; k < areas.on_first.size(); ++k) {
        const VolumeTerm t = term(overlap.on_first[k].vertex, areas.on_first[k], n, area);
        (within && t.share < 0 ? rows.second : rows.first).push_back(t);
    }
    for (std::size_t k = 0; k < areas.on_second.size(); ++k)
        rows.second.push_back(term(overlap.on_second[k].vertex, areas.on_second[k], n, area));
    return rows;
}

}  // namespace

std::vector<OverlapCell> make_overlap_cells(const std::vector<OverlapVolume>& overlaps,
                                            const std::vector<const std::vector<Vec3>*>& positions,
                                            double pixel, bool at_center) {
    const auto folded = [](int i) { return i & 0x7fff; };
    std::vector<OverlapCell> cells;
    const std::vector<std::array<double, 2>> weights = facing_weights(overlaps);
    for (std::size_t i = 0; i < overlaps.size(); ++i) {
        const OverlapVolume& overlap = overlaps[i];
        const bool within = overlap.first == overlap.second;
        const FacingAreas areas = facing_areas(overlap, weights[i]);
        const Vec3 n = within ? normal_within(areas.on_first) : areas.net.normalized();
        const double area = within ? area_within(n, areas.on_first) : areas.net.norm();
        const double volume = volume_along(n, overlap);
        if (!(area > 0) || !(volume > 0)) continue;
        const double depth = depth_along(n, overlap, volume, area);
        if (depth > pixel && area < sliver_area_ratio * pixel * pixel) continue;
        VolumeRows rows = rows_of(overlap, areas, n, area);
        rows.deepest = greatest_depth(n, overlap, depth);
        if (at_center) friction_at_center(rows, *positions[overlap.first], *positions[overlap.second]);
        cells.push_back({overlap.first, overlap.second, overlap.cell[0],
                         folded(overlap.cell[1]) | folded(overlap.cell[2]) << 15, n, -depth, area,
                         std::make_shared<const VolumeRows>(std::move(rows))});
    }
    return cells;
}

}  // namespace limpet
