#pragma once

/// Rigid bodies that roll on the facets of a surface that is meant to be round. A polygon does not roll
/// freely: each facet that it lands on is an impact, after which it turns about another edge,
///
///   w⁺/w⁻ = (I + m R² cos α)/(I + m R²),     1 − w⁺/w⁻ < 1 − cos α
///
/// | w | angular velocity | rad/s |
/// | I, m, R | moment of inertia about the middle, mass, radius | kg m², kg, m |
/// | α | angle between two facets | rad |
///
/// That is what such a body does, at any step. With n facets a turn a disc loses (2π/n) w/3 of its speed per
/// second: 1 % per second takes far more facets than meshes have. Spheres, capsules, cylinders and cones that
/// are given as shapes are round (detect/round).

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"
#include "step/warnings.h"

namespace limpet {

class FacetRolling {
public:
    explicit FacetRolling(const std::vector<std::unique_ptr<Body>>& bodies);

    /// After a step: warns of bodies that have rolled a turn.
    void follow(const std::vector<Contact>& contacts, const ContactSolution& solution, Warnings& warnings);

private:
    struct Rolling {
        double facet = 0;   ///< α, mean; 0: it is no rigid body, or not round, or round as a shape [rad]
        Mat3 rotation;      ///< at the end of the last step
        double turned = 0;  ///< while it stuck to something [rad]
    };

    const std::vector<std::unique_ptr<Body>>& bodies_;
    std::vector<Rolling> rolling_;
};

}  // namespace limpet
