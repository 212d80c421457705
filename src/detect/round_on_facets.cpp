#include "detect/round_on_facets.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {
namespace {

/// γ [-]: facets let go where a dent has a fifth of the round shape's curvature. With less than 4, loaded
/// facets tilt too far from step to step; from about 10 on, a facet that rises loses more of its allowance
/// than it rose.
constexpr double release = 5;
/// γ beside a vertex that presses, of the bend to all sides there [-]: the shape lies on vertices already,
/// and at a dent's rim, where the surface turns over, there is no bulge. As much is a chord's overlap, which
/// is never pushed out. From 7 to 32 forces settle alike; more makes a flat, stiff face rough to roll on.
constexpr double release_beside_pressed = 8;
/// κ₀ [-]: of the round shape's curvature. A face that bends less is flat, and its facets are exact: a ball
/// rolls over a stiff block without meeting vertices. With 0.03 a little of the roughness on 10 MPa is left;
/// with 0.3 there are dents in which a ball never comes to rest.
constexpr double flat = 0.05;
/// m [-]: a dent's bulge changes by about a fifth of what the facet moves, and γ is 5. With 0, balls that are
/// smaller than elements bounce between two depths for good; with 1, half of the error at least is gone in a
/// step where m is in truth between 0 and 2.
constexpr double growth = 1;
/// Of the sag: over so much of the allowance m comes in and goes, since gaps are continuous.
constexpr double fade = 0.05;
/// Of the sag: what is allowed but for rounding is allowed.
constexpr double full_allowance_share = 1 - 1e-9;

bool is_round(const DetectionSurface& surface) {
    return surface.complex().radius() > 0 && !surface.complex().is_sheet();
}

bool is_deforming_solid(const DetectionSurface& surface) {
    return surface.deforms() && surface.complex().radius() == 0;
}

/// How fast the gap of a facet of which `share` of the sag is allowed changes when the facet moves [-]; 1
/// where the allowance does not change with it.
double slope(double share) {
    return 1 + growth * std::min(1.0, std::min(share, 1 - share) / fade);
}

class Chords {
public:
    Chords(const DetectionSurface& round, const DetectionSurface& facets,
           const std::function<bool(int)>& presses)
        : round_(round), facets_(facets), normals_(facets), presses_(presses) {}

    /// True: the corners of the facet speak for the contact. `towards`: from the facet to the round shape.
    bool allow(const SurfacePoint& on_facet, const Vec3& towards, Proximity& p) const {
        if (p.gap <= -round_.complex().radius()) return false;
        double sag = -p.gap;
        bool pressed = false;
        for (int k = 0; k < 3; ++k) {
            if (!(on_facet.weights[k] > 0)) continue;
            sag += on_facet.weights[k] * corner_gap(on_facet.vertices[k]);
            pressed = pressed || presses_(on_facet.vertices[k]);
        }
        const Bend bend = bend_of(on_facet, towards);
        const double chord = std::clamp(release_beside_pressed * (bend.size - flat * sag), 0.0, sag);
        const double allowed = pressed ? chord : std::clamp(release * bend.rise, 0.0, chord);
        if (allowed >= full_allowance_share * sag) return true;
        p.gap = (p.gap + allowed) / slope(allowed / sag);
        p.chord = chord - allowed;
        return false;
    }

private:
    struct Bend {
        double rise = 0;  ///< the bulge [m]
        double size = 0;  ///< what it would be if all of the bend around the corners were along the facet [m]
    };
    struct Corner {
        Vec3 normal = Vec3::Zero();
        double spread = 0;  ///< sine by which triangles around it turn from the normal, at most [-]
    };

    double corner_gap(int vertex) const {
        const auto& core = round_.complex().simplices()[0].vertices;
        const NearestOnSimplex nearest =
            nearest_on_simplex(facets_.positions()[vertex], core, round_.positions());
        return std::sqrt(nearest.squared_distance) - round_.complex().radius();
    }

    Bend bend_of(const SurfacePoint& at, const Vec3& towards) const {
        std::array<Corner, 3> corners;
        for (int k = 0; k < 3; ++k)
            if (at.weights[k] > 0) corners[k] = corner(at.vertices[k], towards);
        Bend bend;
        for (int i = 0; i < 3; ++i)
            for (int j = i + 1; j < 3; ++j) {
                if (!(at.weights[i] > 0) || !(at.weights[j] > 0)) continue;
                const Vec3 side = facets_.positions()[at.vertices[j]] - facets_.positions()[at.vertices[i]];
                const double half = at.weights[i] * at.weights[j] / 2;
                bend.rise += half * (corners[i].normal - corners[j].normal).dot(side);
                bend.size += half * (corners[i].spread + corners[j].spread) * side.norm();
            }
        return bend;
    }

    /// Of the triangles that face the round shape, each by its angle and by how much it does: a block's other
    /// faces do not count at its edges.
    Corner corner(int vertex, const Vec3& towards) const {
        const CollisionComplex& complex = facets_.complex();
        const int *begin = complex.triangles_begin(vertex), *end = complex.triangles_end(vertex);
        Corner found;
        for (const int* t = begin; t != end; ++t) {
            const Vec3 normal = normals_.triangle(*t);
            found.normal += std::max(normal.dot(towards), 0.0) * normals_.angle_at(*t, vertex) * normal;
        }
        found.normal = found.normal.stableNormalized();
        for (const int* t = begin; t != end; ++t)
            if (const Vec3 normal = normals_.triangle(*t); normal.dot(towards) > FeatureNormals::in_patch)
                found.spread = std::max(found.spread, normal.cross(found.normal).norm());
        return found;
    }

    const DetectionSurface &round_, &facets_;
    FeatureNormals normals_;
    const std::function<bool(int)>& presses_;
};

}  // namespace

void allow_for_chords(const DetectionSurface& first, const DetectionSurface& second,
                      const std::function<bool(int)>& presses, std::vector<Proximity>& found) {
    const bool first_is_round = is_round(first) && is_deforming_solid(second);
    if (!first_is_round && !(is_round(second) && is_deforming_solid(first))) return;
    const FeaturePair of_vertices = first_is_round ? FeaturePair::FaceVertex : FeaturePair::VertexFace;
    const Chords chords(first_is_round ? first : second, first_is_round ? second : first, presses);
    std::size_t kept = 0;
    for (Proximity& p : found) {
        const bool told = p.features != of_vertices && (first_is_round ? chords.allow(p.second, p.normal, p)
                                                                       : chords.allow(p.first, -p.normal, p));
        if (!told) found[kept++] = p;
    }
    found.resize(kept);
}

}  // namespace limpet
