#include "detect/round_on_facets.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "detect/detection_constants.h"
#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {
namespace {

bool is_round(const DetectionSurface& surface) {
    return surface.complex().radius() > 0 && !surface.complex().is_sheet();
}

bool is_deforming_solid(const DetectionSurface& surface) {
    return surface.deforms() && surface.complex().radius() == 0;
}

/// How fast the gap of a facet of which `share` of the sag is allowed changes when the facet moves [-]; 1
/// where the allowance does not change with it.
double slope(double share) {
    return 1 + allowance_slope * std::min(1.0, std::min(share, 1 - share) / allowance_fade_ratio);
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
        const double chord = std::clamp(
            facet_release_beside_pressed * (bend.size - flat_face_curvature_ratio * sag), 0.0, sag);
        const double allowed = pressed ? chord : std::clamp(facet_release * bend.rise, 0.0, chord);
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
