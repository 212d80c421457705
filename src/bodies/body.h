#pragma once

/// A body, whatever it is made of, by who asks: detection (a collider), motion, compliance, nodes,
/// particles, zones, reading.

#include <string>
#include <utility>
#include <vector>

#include "bodies/body_compliance.h"
#include "bodies/body_motion.h"
#include "bodies/body_nodes.h"
#include "bodies/body_particles.h"
#include "bodies/body_reading.h"
#include "bodies/body_whole.h"
#include "shapes/meshes/collider.h"
#include "shapes/meshes/surface_samples.h"

namespace limpet {

class Body : public Collider,
             public BodyMotion,
             public BodyCompliance,
             public BodyNodes,
             public BodyParticles,
             public BodyWhole,
             public BodyReading {
public:
    Body(std::string name, BodyType type) : BodyReading(std::move(name), type) {}

    bool deforms() const final { return BodyReading::deforms(); }
    const Surface& surface() const final { return surface_; }
    const CollisionComplex& complex() const final { return complex_; }
    const std::vector<Vec3>& collision_positions() const override { return surface_.positions; }
    std::vector<Vec3> end_positions(double h) const override;
    std::vector<Vec3> end_surface(double h) const override { return end_positions(h); }

    /// Points with an area on what has no vertices there: of round shapes that can bond.
    const std::vector<SurfaceSample>& samples() const { return samples_; }

protected:
    CollisionComplex complex_;
    std::vector<SurfaceSample> samples_;
};

}  // namespace limpet
