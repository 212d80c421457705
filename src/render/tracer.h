#pragma once

/// Where rays hit surfaces, by Embree.

#include <embree3/rtcore.h>

#include <array>
#include <optional>
#include <vector>

#include "render/surface.h"

namespace limpet {

struct Ray {
    Vec3f origin, direction;  ///< the direction of unit length
};

struct Hit {
    int surface = 0, triangle = 0;
    float distance = 0;
    Eigen::Vector3f weights;  ///< barycentric, of the triangle's corners
};

class Tracer {
public:
    explicit Tracer(const std::vector<Surface>& surfaces);
    ~Tracer();
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;

    std::optional<Hit> closest(const Ray& ray) const;
    /// The same for rays that start together and stay close to each other, in one go.
    using Bundle = std::array<Ray, 8>;
    std::array<std::optional<Hit>, 8> closest(const Bundle& rays) const;
    bool blocked(const Ray& ray) const;

    bool has_transparent() const { return has_transparent_; }
    float opacity(const Hit& hit) const { return opacity_[static_cast<std::size_t>(hit.surface)]; }
    /// All that a ray meets, nearest first, up to the first surface that hides everything.
    std::vector<Hit> hits_through(const Ray& ray) const;
    /// Share of the light from where the ray goes that arrives at its origin.
    float light_through(const Ray& ray) const;

private:
    RTCDevice device_;
    RTCScene scene_;
    std::vector<float> opacity_;  ///< of each surface
    bool has_transparent_;
};

}  // namespace limpet
