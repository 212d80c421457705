#pragma once

/// What a particles body is made of, and what does not change while it moves.

#include <string>
#include <vector>

#include "bodies/keyframes.h"
#include "bodies/particles/muscle.h"
#include "bodies/particles/shape_memory.h"
#include "core/types.h"
#include "limpet/scene.h"

namespace limpet {

/// Particles at rest in the body's own frame. Those of the surface come first, as its vertices do.
struct ParticleCloud {
    std::vector<Vec3> own;     ///< [m]
    std::vector<double> mass;  ///< [kg]
    std::vector<Triangle> triangles;
    ParticleLinks links;
    int surface_vertices = 0;
};

struct ParticlesBodyParts {
    std::string name;
    ParticleCloud cloud;
    Placement placement;
    Vec3 velocity = Vec3::Zero();          ///< [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< about the centre of mass [rad/s]
    Vec3 stretch = Vec3::Ones();           ///< at the start, along the body's own axes [-]
    double shape_memory = 0;               ///< [N/m]
    double strain_memory = 0;              ///< [N/m]
    double damping = 0;                    ///< [1/s]
    double step = 0;                       ///< h [s]
    int substeps = 1;
    bool keeps_volume = true;
    double thickness = 0;  ///< > 0: the surface is a sheet [m]
    Muscle muscle;
    std::vector<NodeSelection> fixed;  ///< in the body's own frame at rest
    std::vector<Motion> motion;        ///< displacements in world axes, rotations about the body's own origin
};

/// What does not change while the body moves, but for its damping.
struct ParticleModel {
    std::vector<Vec3> own;             ///< at rest in the body's own frame [m]
    std::vector<double> mass;          ///< [kg]
    std::vector<double> inverse_mass;  ///< [1/kg]; 0 of imposed particles
    double total_mass = 0;             ///< [kg]
    ShapeMemory memory;
    Muscle muscle;
    double damping = 0;  ///< [1/s]
    int substeps = 1;
    bool keeps_volume = false;
    double thickness = 0;    ///< of a sheet [m]
    double rest_volume = 0;  ///< V₀ [m^3]
    bool any_held = false, any_free = true;

    ParticleModel(ParticlesBodyParts& parts, const std::vector<char>& held);
};

}  // namespace limpet
