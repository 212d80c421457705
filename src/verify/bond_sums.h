#pragma once

/// What benchmarks of adhesion ask of a world's bonds.

#include "limpet/world.h"

namespace limpet::verification {

/// Over the contacts of the last step that have an area and can bond.
struct BondSums {
    int contacts = 0, bonds = 0;
    double area = 0, bonded_area = 0;      ///< [m²]
    double gap = 0;                        ///< at the end of the step, mean by area [m]
    double pull = 0;                       ///< along the contacts' normals [N]
    double pressure = 0;                   ///< mean by area [Pa]
    double least_beta = 1, most_beta = 0;  ///< [-]
};
BondSums bond_sums(const World& world);

/// Kinetic, elastic, of gravity and of bonds, after the last step [J].
double mechanical_energy(const World& world);

double dot(const Vector3& a, const Vector3& b);

/// The law for all pairs of a scene that has one.
AdhesionDescription& adhesion_of(Scene& scene);

}  // namespace limpet::verification
