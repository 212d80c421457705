#pragma once

/// Samples of a round surface that are nearer to another surface than a distance: each with the nearest point
/// there, if it faces it.
///
///   n     unit normal from the other surface to the sample: of the face, or along the way from an edge
///   gap   signed distance of the sample along n, less the other surface's radius [m]
///
/// A sample that hangs over the rim of the other surface, so that the way to it leans by more than 30° from
/// every face there, has nothing before it. Two surfaces of which one has samples touch where their own
/// features do (proximity.h); samples say what of the area is near.

#include <vector>

#include "detect/detection_surface.h"
#include "shapes/meshes/surface.h"

namespace limpet {

/// A sample where its body is now.
struct PlacedSample {
    Vec3 position;  ///< [m]
    Vec3 normal;    ///< outward
};

struct SampleProximity {
    int sample;
    SurfacePoint other;
    Vec3 normal;
    double gap;
};

/// In the samples' order.
std::vector<SampleProximity> find_sample_proximities(const std::vector<PlacedSample>& samples,
                                                     const DetectionSurface& other, double distance);

/// Is the surface flat around a vertex, and is this not on its rim? What is round touches the face there, and
/// never the vertex alone.
bool is_flat_at(const DetectionSurface& surface, int vertex);

}  // namespace limpet
