#include "detect/sample_proximity.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

#include "detect/detection_constants.h"
#include "detect/feature_normals.h"
#include "detect/simplex_distance.h"

namespace limpet {
namespace {

class NearestFace {
public:
    NearestFace(const DetectionSurface& other, double distance)
        : other_(other), normals_(other), distance_(distance) {}

    std::optional<SampleProximity> of(const PlacedSample& sample) const {
        const CollisionComplex& complex = other_.complex();
        const double reach = distance_ + complex.radius();
        double best = reach * reach;
        int simplex = -1;
        NearestOnSimplex nearest{};
        other_.tree().search_nearest(sample.position, best, [&](int item, double& limit) {
            const NearestOnSimplex found =
                nearest_on_simplex(sample.position, complex.simplices()[item].vertices, other_.positions());
            if (found.squared_distance > limit || (found.squared_distance == limit && simplex >= 0)) return;
            limit = found.squared_distance;
            nearest = found;
            simplex = item;
        });
        if (simplex < 0) return std::nullopt;
        bool boundary = false;
        const Vec3 way = sample.position - nearest.point;
        const Vec3 outward = normals_.at(simplex, nearest.weights, boundary);
        const double sign = boundary || way.dot(outward) >= 0 ? 1 : -1, length = way.norm();
        Vec3 normal = outward;
        if (nearest.support() < 3 && length > min_sample_direction_ratio * distance_)
            normal = sign * way / length;
        if (sample.normal.dot(normal) > -FeatureNormals::in_patch) return std::nullopt;
        if (hangs_over_rim(simplex, nearest, normal)) return std::nullopt;
        return SampleProximity{-1,
                               {complex.simplices()[simplex].vertices, nearest.weights},
                               normal,
                               sign * length - complex.radius()};
    }

private:
    /// Thickened points and segments have no rims.
    bool hangs_over_rim(int simplex, const NearestOnSimplex& nearest, const Vec3& normal) const {
        if (nearest.support() == 3 || other_.complex().simplices()[simplex].corners() < 3) return false;
        const std::vector<Vec3> faces = normals_.faces_at(simplex, nearest.weights);
        return std::none_of(faces.begin(), faces.end(),
                            [&](const Vec3& face) { return face.dot(normal) > over_face_cosine; });
    }

    const DetectionSurface& other_;
    FeatureNormals normals_;
    double distance_;
};

}  // namespace

std::vector<SampleProximity> find_sample_proximities(const std::vector<PlacedSample>& samples,
                                                     const DetectionSurface& other, double distance) {
    const NearestFace nearest(other, distance);
    std::vector<SampleProximity> found;
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (std::optional<SampleProximity> near = nearest.of(samples[i])) {
            near->sample = static_cast<int>(i);
            found.push_back(*near);
        }
    return found;
}

bool is_flat_at(const DetectionSurface& surface, int vertex) {
    const CollisionComplex& complex = surface.complex();
    const int *begin = complex.triangles_begin(vertex), *end = complex.triangles_end(vertex);
    if (begin == end) return false;
    const FeatureNormals normals(surface);
    const Vec3 first = normals.triangle(*begin);
    return std::all_of(begin, end, [&](int t) {
        const auto& edges = complex.simplices()[t].edges;
        return normals.triangle(t).dot(first) > same_face_cosine &&
               std::all_of(edges.begin(), edges.end(), [&](int e) {
                   const Edge& ends = complex.edges()[e];
                   return (ends[0] != vertex && ends[1] != vertex) || complex.simplices_of_edge(e)[1] >= 0;
               });
    });
}

}  // namespace limpet
