#pragma once

/// Forces from outside on a part of a body: what a scene's `loads` are at one time.
///
///   whole body    f_i = m_i/Σm F          all nodes
///   nodes         f_i = m_i/Σm F          nodes in the selection
///   surface       f_i = Σ_T A_T/(3 ΣA) F  over the triangles at vertex i, of those in the selection
///   pressure      f_i = −Σ_T p a_T/3      the same; without a selection, of the whole surface
///
///   F   force [N]     p   pressure [Pa]     m_i   mass of a node [kg]
///   a_T vector area of a triangle, along its outward normal, where it is at the start of the step [m²]; A_T
///   = |a_T|
///
/// Which points a selection holds is decided where the body is at rest, in its own frame.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/types.h"
#include "limpet/scene.h"
#include "shapes/meshes/meshes.h"

namespace limpet {

class Body;

/// What a load's selection is one of.
enum class LoadedPoints { Nodes, SurfaceVertices };

struct Load {
    std::optional<NodeSelection> nodes, surface;
    Vec3 force = Vec3::Zero();  ///< F [N]
    double pressure = 0;        ///< p [Pa]

    bool is_on_surface() const { return surface || pressure != 0; }
};

/// Those of a scene on a body at a time [s].
std::vector<Load> loads_on(const Scene& scene, const std::string& body, double time);

/// Loads on the whole body and on nodes. `own`: the nodes at rest.
void add_node_loads(std::span<const Load> loads, const std::vector<Vec3>& own,
                    const std::vector<double>& mass, std::vector<Vec3>& force);
bool any_on_surface(std::span<const Load> loads);
/// Loads on surfaces. `own`: the vertices at rest, `now`: where they are.
void add_surface_loads(std::span<const Load> loads, const std::vector<Vec3>& own,
                       const std::vector<Vec3>& now, const std::vector<Triangle>& triangles,
                       std::vector<Vec3>& force);

/// Throws InputError for loads that act on nothing.
void check_loaded_parts(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies);

}  // namespace limpet
