#pragma once

/// Light that comes back along a ray.

#include "render/studio.h"
#include "render/tracer.h"

namespace limpet {

/// Numbers of the square for one ray: which point of the key light, which direction of the sky.
struct ShadingSamples {
    SquarePoint key, sky;
};

class Shader {
public:
    /// `edge_width` is that of drawn edges, in pixels; 0 draws none.
    Shader(const std::vector<Surface>& surfaces, const Tracer& tracer, const Studio& studio);

    /// `pixel` is a pixel's angle [rad]; edges of triangles are drawn if it is above zero. `behind` is the
    /// background.
    Light radiance(const Ray& ray, const ShadingSamples& samples, const Light& behind, float pixel) const;

private:
    struct Point;
    Point point_at(const Ray& ray, const Hit& hit) const;
    Light shade(const Ray& ray, const Point& point, const Finish& finish,
                const ShadingSamples& samples) const;
    Light shaded_ground(const Ray& ray, float distance, const ShadingSamples& samples,
                        const Light& behind) const;
    Light incoming(const Ray& ray) const;
    std::optional<float> ground_distance(const Ray& ray) const;
    float edge_darkness(const Ray& ray, const Hit& hit, float pixel) const;

    const std::vector<Surface>& surfaces_;
    const Tracer& tracer_;
    const Studio& studio_;
};

}  // namespace limpet
