#pragma once

/// Which pairs of bodies can bond, and how a bond's intensity β ∈ [0, 1] grows and fades in a step.
///
///   bonding     β̇ = r max(P − β p₀, 0)
///   debonding   β̇ = min(W − C g² β, 0)/η
///
///   P   compression of the contact ≥ 0 [Pa]        g   length of the gap [m]: of the whole gap vector under
///   C   stiffness [N/m³]                               traction, of its tangential part under compression
///   W   energy of a full bond [J/m²]               r   bonding rate [1/(Pa s)]
///   η   viscosity of debonding [J s/m²]            p₀  saturation [Pa]
///
/// J. Gascón, J. S. Zurdo, M. A. Otaduy (2010), eq. 11 (p there is compression) and 12, after M. Raous,
/// L. Cangémi, M. Cocu (1999). The paper steps both explicitly. Here P and g are those of the step's end;
/// bonding is then integrated exactly, and debonding implicitly, so that η → 0 is the limit β ≤ W/(C g²).

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "bodies/body.h"
#include "limpet/adhesion.h"

namespace limpet {

double grown_bond(double beta, double compression, const Adhesion& law, double h);
double faded_bond(double beta, double gap, const Adhesion& law, double h);
/// ½ C β² e² A: what a bond of this area gives back [J]; `strain`: e [m].
double bond_energy(const Adhesion& law, double beta, double strain, double area);

class AdhesionLaw {
public:
    AdhesionLaw(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies);

    /// Null where two bodies cannot bond.
    const Adhesion* between(int first_body, int second_body) const;
    /// Of all pairs, the largest; 0 without adhesion [m].
    double largest_reference_gap() const;

private:
    std::optional<Adhesion> of_all_;
    std::map<std::pair<int, int>, Adhesion> of_pair_;
};

}  // namespace limpet
