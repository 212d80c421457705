#pragma once

/// A body, whatever it is made of, by who asks: motion, compliance, nodes, reading, and here what collides.

#include <string>
#include <utility>
#include <vector>

#include "bodies/body_compliance.h"
#include "bodies/body_motion.h"
#include "bodies/body_nodes.h"
#include "bodies/body_reading.h"
#include "shapes/meshes/collision_complex.h"
#include "shapes/meshes/surface_samples.h"

namespace limpet {

class Body : public BodyMotion, public BodyCompliance, public BodyNodes, public BodyReading {
public:
    Body(std::string name, BodyType type) : BodyReading(std::move(name), type) {}

    /// What collides, and where its vertices are: the surface, or the exact shape of a primitive.
    const CollisionComplex& complex() const { return complex_; }
    virtual const std::vector<Vec3>& collision_positions() const { return surface_.positions; }
    std::vector<Vec3> end_positions(double h) const override;

    /// Points with an area on what has no vertices there: of spheres and capsules that can bond.
    const std::vector<SurfaceSample>& samples() const { return samples_; }

protected:
    CollisionComplex complex_;
    std::vector<SurfaceSample> samples_;
};

}  // namespace limpet
