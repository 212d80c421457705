#pragma once

/// Making, converting and tetrahedralising meshes, from file to file: what `limpet mesh` does.

#include <optional>
#include <string>
#include <vector>

#include "limpet/export.h"
#include "limpet/scene.h"

namespace LIMPET_API limpet {

struct MeshRequest {
    Shape shape;         ///< a file, a primitive or a shape of the zoo
    std::string output;  ///< .obj .stl .ply .off for surfaces, .msh .vtu (and others) for tetrahedra too
    std::optional<double>
        element;  ///< edge length of tetrahedra to make [m]; without it the surface is written
    std::optional<double> surface;          ///< edge length of the triangles [m]
    std::optional<Vector3> refine_towards;  ///< boxes and spheres only [m]
    double refine_ratio = 4;
    double refine_radius = 0;  ///< [m]
    double refine_ring = 0;    ///< [m]
    double refine_growth = 0.25;
    bool binary = true;  ///< where the format has the choice
};

struct MeshReport {
    std::size_t vertices = 0, triangles = 0, tetrahedra = 0;
    double area = 0;    ///< of the surface [m^2]
    double volume = 0;  ///< [m^3]
    bool closed = false;
    std::size_t boundary_edges = 0, non_manifold_edges = 0;
    double min_dihedral = 0, max_dihedral = 0;  ///< of the tetrahedra [deg]
    double surface_volume = 0;                  ///< of the surface that was tetrahedralised [m^3]
    std::vector<std::string> notes;             ///< what was left out or repaired
};

MeshReport make_mesh(const MeshRequest& request);

/// Names of the zoo's shapes, with a sentence each.
struct ZooEntry {
    std::string name;
    std::string description;
};
std::vector<ZooEntry> zoo_entries();

}  // namespace limpet
