#pragma once

/// A moment of a simulation as plain data: what is written to frames and what pictures are made of.

#include <array>
#include <string>
#include <vector>

#include "limpet/scene.h"

namespace limpet {

struct BodyFrame {
    std::string name;
    BodyType type = BodyType::Rigid;
    std::string color;  ///< as the scene says; empty: chosen by the renderer

    std::vector<Vector3> vertices;    ///< of the surface [m]
    std::vector<Vector3> velocities;  ///< of these vertices [m/s]
    std::vector<std::array<int, 3>> triangles;

    std::vector<Vector3> nodes;            ///< soft bodies: of the tetrahedra [m]
    std::vector<Vector3> displacements;    ///< of these nodes from rest [m]
    std::vector<Vector3> node_velocities;  ///< [m/s]
    std::vector<std::array<int, 4>> tetrahedra;
    std::vector<double> von_mises;  ///< equivalent Cauchy stress, a number a tetrahedron [Pa]
};

struct Frame {
    long step = 0;
    double time = 0;  ///< [s]
    std::vector<BodyFrame> bodies;
};

}  // namespace limpet
