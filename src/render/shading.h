#pragma once

/// Light that comes back along a ray.

#include "render/canvas.h"
#include "render/studio.h"
#include "render/tracer.h"

namespace limpet {

/// Numbers of the square for one ray: which point of the key light, which direction of the sky.
struct ShadingSamples {
    SquarePoint key, sky;
    bool lit = true;  ///< false: look at the tint alone
};

class Shader {
public:
    Shader(const std::vector<Surface>& surfaces, const Tracer& tracer, const Studio& studio);

    /// What the ray sees where it hits. `behind` is the background. Edges of triangles are drawn if
    /// `pixel_angle`, what a pixel spans [rad], is above zero.
    Seen look(const Ray& ray, const std::optional<Hit>& hit, const ShadingSamples& samples,
              const Light& behind, float pixel_angle) const;

private:
    struct Point;
    Point point_at(const Ray& ray, const Hit& hit) const;
    Seen shade(const Ray& ray, const Point& point, const Finish& finish, const ShadingSamples& samples) const;
    Seen look_at_hit(const Ray& ray, const Hit& hit, const ShadingSamples& samples, const Light& behind,
                     float pixel_angle) const;
    Seen look_through(const Ray& ray, const ShadingSamples& samples, const Light& behind,
                      float pixel_angle) const;
    Light albedo_at(const Hit& hit) const;
    float opacity_to(const Ray& ray, const Hit& hit) const;
    Seen look_at_ground(const Ray& ray, float distance, const ShadingSamples& samples,
                        const Light& behind) const;
    Light incoming(const Ray& ray) const;
    std::optional<float> ground_distance(const Ray& ray) const;
    float edge_darkness(const Ray& ray, const Hit& hit, float pixel_angle) const;

    const std::vector<Surface>& surfaces_;
    const Tracer& tracer_;
    const Studio& studio_;
};

}  // namespace limpet
