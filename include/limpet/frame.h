#pragma once

/// A moment of a simulation as plain data: what is written to frames and what pictures are made of.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "limpet/export.h"
#include "limpet/scene.h"

namespace LIMPET_API limpet {

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

    std::vector<int> in_zones;  ///< ids of the zones of virtual adhesives that hold the body, rising
    std::vector<int> zones;  ///< per vertex: id of the zone that holds it, -1: none; bodies of particles only
    std::vector<std::uint8_t> colliding;  ///< per vertex: 1 if it collides; bodies of particles only
};

enum class ContactStatus { Open, Stick, Slip };

/// A contact of the step just taken, with the force that the solver applied.
struct ContactFrame {
    std::int64_t id = 0;                    ///< stays while the same features touch
    int first_body = 0, second_body = 0;    ///< indices in Frame::bodies; both the same for self-contact
    Vector3 first_point{}, second_point{};  ///< on the two surfaces, at the end of the step [m]
    Vector3 normal{};                       ///< from the second body to the first, of unit length
    double gap = 0;                         ///< as detection saw it; negative where surfaces overlap [m]
    double area = 0;                        ///< that the contact stands for [m^2]
    Vector3 force{};                        ///< on the first body [N]
    Vector3 traction{};  ///< on its patch, spread evenly, with the forces of edges beside it [Pa]
    Vector3 slip{};      ///< tangential velocity of the first body against the second [m/s]
    ContactStatus status = ContactStatus::Open;
    double beta = 0;        ///< intensity of adhesion [-]
    double energy = 0;      ///< stored in its bond [J]
    Vector3 pull{};         ///< of its bond on the first body, a part of the force [N]
    double dissipated = 0;  ///< by its bond since it was made [J]
    bool adhesive = false;  ///< whether its pair has adhesion
};

struct Frame {
    long step = 0;
    double time = 0;  ///< [s]
    std::vector<BodyFrame> bodies;
    bool has_contacts = false;  ///< whether the scene has contact at all, be there any just now or not
    std::vector<ContactFrame> contacts = {};
};

}  // namespace limpet
