#include "detect/pierced_sheet.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "detect/depth.h"
#include "detect/detection_constants.h"
#include "detect/feature_normals.h"
#include "detect/piercing_edges.h"
#include "detect/simplex_distance.h"
#include "detect/simplex_pairs.h"
#include "detect/swapped_proximity.h"
#include "detect/way_out.h"

namespace limpet {
namespace {

/// Cosine from which on a proximity agrees with d*: within 60°, as a patch has it.
constexpr double agreeing_cosine = FeatureNormals::in_patch;

/// A point of a sheet's triangle, inside the solid or on its surface.
struct InnerPoint {
    int triangle;
    Vec3 position;
    Vec3 ray_start;  ///< inside, beside it
};

class PiercedSheet {
public:
    PiercedSheet(const DetectionSurface& sheet, const DetectionSurface& solid)
        : sheet_(sheet), solid_(solid) {
        find_crossings();
        if (parts_.empty()) return;
        add_inner_vertices();
        for (auto& [triangle, corners] : parts_) {
            const Vec3 mean = std::accumulate(corners.begin(), corners.end(), Vec3(Vec3::Zero())) /
                              static_cast<double>(corners.size());
            corners.push_back(mean);
            for (const Vec3& p : corners)
                points_.push_back({triangle, p, p + sheet_ray_offset_ratio * (mean - p)});
        }
    }

    /// d*, if t(d*) is more than `tolerance`.
    std::optional<Vec3> way(double tolerance) const {
        std::optional<Vec3> best;
        double least = std::numeric_limits<double>::infinity();
        for (const Vec3& d : candidates())
            if (const std::optional<double> t = translation(d); t && *t < least * (1 - sheet_tie_ratio)) {
                least = *t;
                best = d;
            }
        return least > tolerance ? best : std::nullopt;
    }

    /// Of the deepest point of each triangle, the sheet first.
    std::vector<Proximity> along(const Vec3& d) const {
        std::map<int, Proximity> deepest;
        for (const InnerPoint& p : points_)
            if (const std::optional<WayOut> out = way_out(p.ray_start, d, solid_)) {
                const auto [known, is_new] = deepest.try_emplace(p.triangle, Proximity{});
                const double gap = -out->length - sheet_.complex().radius();
                if (is_new || gap < known->second.gap) known->second = proximity(p, *out, d, gap);
            }
        double least = 0;
        for (const auto& [triangle, p] : deepest) least = std::min(least, p.gap);
        std::vector<Proximity> all;
        for (const auto& [triangle, p] : deepest)
            if (p.gap <= min_sheet_depth_ratio * least) all.push_back(p);
        const std::size_t stride = (all.size() + max_sheet_points - 1) / max_sheet_points;
        std::vector<Proximity> chosen;
        for (std::size_t i = 0; i < all.size(); i += stride) chosen.push_back(all[i]);
        return chosen;
    }

private:
    void find_crossings() {
        for (const auto& [i, j] : near_simplices(sheet_, solid_, 0)) {
            if (solid_.complex().simplices()[j].corners() < 3) continue;
            const bool by_sheet = add_crossings(sheet_, i, 7u, solid_.corners(j), i);
            const bool by_solid =
                add_crossings(solid_, j, solid_.complex().simplices()[j].owned_edges, sheet_.corners(i), i);
            if (by_sheet || by_solid) faces_.insert(j);
        }
    }

    /// Where edges of a simplex, those of `edges`, go through a triangle: corners of the part of a triangle
    /// of the sheet.
    bool add_crossings(const DetectionSurface& surface, int simplex, unsigned edges,
                       const std::array<Vec3, 3>& triangle, int of_sheet) {
        const std::array<Vec3, 3> x = surface.corners(simplex);
        bool any = false;
        for (int k = 0; k < 3; ++k) {
            if (!(edges >> k & 1)) continue;
            const Vec3 &from = x[k], &to = x[(k + 1) % 3];
            if (const std::optional<double> weight = pierced(from, to, triangle)) {
                parts_[of_sheet].push_back(from + *weight * (to - from));
                any = true;
            }
        }
        return any;
    }

    void add_inner_vertices() {
        const CollisionComplex& complex = sheet_.complex();
        const Box3 box = solid_.box();
        for (int v = 0; v < complex.vertex_count(); ++v) {
            const Vec3& x = sheet_.positions()[v];
            if (!box.contains(x) || nearest_signed(x, solid_).depth <= 0) continue;
            for (const int* t = complex.triangles_begin(v); t != complex.triangles_end(v); ++t)
                parts_[*t].push_back(x);
        }
    }

    std::vector<Vec3> candidates() const {
        std::vector<Vec3> all;
        const auto add = [&](const Vec3& d) {
            const bool known = std::any_of(all.begin(), all.end(), [&](const Vec3& other) {
                return other.dot(d) > same_sheet_direction_cosine;
            });
            if (!known && d.squaredNorm() > 0.5 && all.size() < max_sheet_candidates) all.push_back(d);
        };
        const FeatureNormals sheet(sheet_), solid(solid_);
        Vec3 area = Vec3::Zero();
        for (const auto& [triangle, corners] : parts_)
            area += sheet.area(triangle) * sheet.triangle(triangle);
        add(area.stableNormalized());
        add(-area.stableNormalized());
        for (const int face : faces_) add(solid.triangle(face));
        for (const auto& [triangle, corners] : parts_) {
            add(sheet.triangle(triangle));
            add(-sheet.triangle(triangle));
        }
        return all;
    }

    /// t(d); nothing if no point leaves the solid along d.
    std::optional<double> translation(const Vec3& d) const {
        std::optional<double> most;
        for (const InnerPoint& p : points_)
            if (const std::optional<WayOut> out = way_out(p.ray_start, d, solid_))
                most = std::max(most.value_or(0), out->length);
        return most;
    }

    Proximity proximity(const InnerPoint& point, const WayOut& out, const Vec3& d, double gap) const {
        const std::array<int, 3>& corners = sheet_.complex().simplices()[point.triangle].vertices;
        Proximity p;
        p.features = FeaturePair::EdgeFace;
        p.first_feature = point.triangle;
        p.second_feature = out.simplex;
        p.first = {corners, nearest_on_simplex(point.position, corners, sheet_.positions()).weights};
        p.second = {solid_.complex().simplices()[out.simplex].vertices, out.weights};
        p.normal = d;
        p.gap = gap;
        p.area = 0;
        return p;
    }

    const DetectionSurface &sheet_, &solid_;
    std::map<int, std::vector<Vec3>> parts_;  ///< corners of what is inside, by triangles of the sheet [m]
    std::set<int> faces_;                     ///< of the solid, where the sheet goes through
    std::vector<InnerPoint> points_;
};

bool is_solid(const DetectionSurface& surface) {
    return surface.complex().radius() == 0;
}

}  // namespace

bool settle_pierced_sheet(const DetectionSurface& first, const DetectionSurface& second, double tolerance,
                          std::vector<Proximity>& proximities) {
    const bool is_first = first.complex().is_sheet() && is_solid(second);
    if (!is_first && !(is_solid(first) && second.complex().is_sheet())) return false;
    const PiercedSheet pierced(is_first ? first : second, is_first ? second : first);
    const std::optional<Vec3> way = pierced.way(tolerance);
    if (!way) return false;
    const Vec3 normal = is_first ? *way : Vec3(-*way);
    std::erase_if(proximities,
                  [&](const Proximity& p) { return p.gap < 0 && p.normal.dot(normal) < agreeing_cosine; });
    for (const Proximity& p : pierced.along(*way)) proximities.push_back(is_first ? p : swapped(p));
    return true;
}

}  // namespace limpet
