#pragma once

/// Which coefficient of friction a contact has.
///
///   μ = μ_pair if the pair has its own, otherwise √(μ_a μ_b)
///
///   μ_a, μ_b  of the bodies, or of the scene's law where a body has none [-]
///
/// Each is a pair (static, kinetic). A contact that slid in the step before has the kinetic one; all others,
/// new ones included, have the static one. Which of them it is lags one step behind: the step in which a
/// contact breaks loose still has the static coefficient.

#include <map>
#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "limpet/scene.h"

namespace limpet {

class FrictionLaw {
public:
    FrictionLaw(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies);

    double coefficient(int first_body, int second_body, bool slid) const;
    /// ν: the pair's own, otherwise that of the scene's law [Pa s/m].
    double viscosity(int first_body, int second_body) const;

private:
    std::vector<Friction> of_body_;
    std::map<std::pair<int, int>, Friction> of_pair_;
    double viscosity_;
    std::map<std::pair<int, int>, double> viscosity_of_pair_;
};

/// How a contact is, from λ and u (n, t, b) of its solution.
///
/// It is open if w_n λn ≤ un, w_n = normal compliance, also where λn is not quite zero. It sticks if ‖λ_T −
/// u_T/w‖ < μ λn, w = mean tangential compliance: which side of the cone the next iterate would be on, so
/// that neither a λ_T at the cone nor a u_T at zero is asked to be exact. Where forces are not unique, a
/// contact may be at its cone and yet hold: below `slow` [m/s] it sticks too.
ContactStatus contact_status(const Vec3& lambda, const Vec3& u, const double* own_block, double friction,
                             double slow);

}  // namespace limpet
