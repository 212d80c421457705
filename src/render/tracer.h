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

private:
    RTCDevice device_;
    RTCScene scene_;
};

}  // namespace limpet
