#pragma once

/// Cloth: a sheet of triangles that stretches, shears and bends (cloth_elements.h), thickened by half its
/// thickness on both sides where it touches others or itself. Its nodes are the vertices of its surface.
/// docs/cloth.md tells the whole.

#include "bodies/cloth/cloth_elements.h"
#include "bodies/elastic/elastic_body.h"

namespace limpet {

struct ClothBodyParts {
    std::string name;
    TriMesh mesh;  ///< in the body's own frame at rest
    Placement placement;
    Vec3 velocity = Vec3::Zero();          ///< [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< about the centre of mass [rad/s]
    Material material;
    Integrator integrator = Integrator::ImplicitEuler;
    double thickness = 0;  ///< [m]
    ClothModuli moduli;
    std::vector<NodeSelection> fixed;  ///< in the body's own frame at rest
    std::vector<Motion> motion;        ///< displacements in world axes, rotations about the body's own origin
};

class ClothBody : public ElasticBody {
public:
    /// Throws InputError if the parts cannot make a body.
    explicit ClothBody(ClothBodyParts parts);

    /// Of its present area times its thickness.
    double volume() const override { return thickness_ * elements().area(state_.q); }
    const ClothElements& elements() const { return static_cast<const ClothElements&>(*system_.elements); }

private:
    double thickness_;  ///< [m]
};

}  // namespace limpet
