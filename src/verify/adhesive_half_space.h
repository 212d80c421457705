#pragma once

/// The slow twin of A4: a rigid sphere pulled off an elastic half-space, by rings.
///
///   g_i = √(R² + r_i²) − R − d + Σ_j M_ij p_j,     0 ≤ p_i + C β_i² g_i ⊥ g_i ≥ 0,     β_i ≤ W/(C g_i²)
///
///   r_i  radius of a ring [m]   g  gap [m]   p  pressure [Pa]   d  depth of the sphere [m]   E* [Pa]
///   M    displacement of ring i under a unit pressure on ring j: of two discs, K. L. Johnson, Contact
///        Mechanics (1985), eq. 3.29

namespace limpet::verification {

struct AdhesiveHalfSpace {
    double radius;     ///< of the sphere [m]
    double modulus;    ///< E* [Pa]
    double energy;     ///< W [J/m²]
    double stiffness;  ///< C [N/m³]
    double patch;      ///< bonds reach as far [m]
    double start;      ///< depth from which it is pulled [m]
};

/// The largest force as the sphere is lifted by `steps` steps for each gap √(W/C) [N].
double largest_pull(const AdhesiveHalfSpace& half_space, int rings, int steps);

}  // namespace limpet::verification
