#include "step/facet_rolling.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "bodies/rigid/torque_free.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

Vec3 normal_of(const CollisionComplex::Simplex& s, const std::vector<Vec3>& x) {
    return (x[s.vertices[1]] - x[s.vertices[0]]).cross(x[s.vertices[2]] - x[s.vertices[0]]).normalized();
}

/// The mean angle between its facets, by the length of their edges; 0 where most of these are flat or sharp.
double facet_angle(const Body& body) {
    const CollisionComplex& complex = body.complex();
    if (body.type() != BodyType::Rigid || complex.radius() > 0 || complex.round_solid()) return 0;
    const std::vector<Vec3>& x = body.collision_positions();
    double round = 0, folded = 0, angles = 0;
    for (int e = 0; e < static_cast<int>(complex.edges().size()); ++e) {
        const auto [s, t] = complex.simplices_of_edge(e);
        if (s < 0 || t < 0) continue;
        const double cosine = normal_of(complex.simplices()[s], x).dot(normal_of(complex.simplices()[t], x));
        const double angle = std::acos(std::clamp(cosine, -1.0, 1.0));
        const double length = (x[complex.edges()[e][1]] - x[complex.edges()[e][0]]).norm();
        if (angle < least_facet_angle) continue;
        folded += length;
        if (angle > largest_facet_angle) continue;
        round += length;
        angles += length * angle;
    }
    return round > min_round_share * folded ? angles / round : 0;
}

}  // namespace

FacetRolling::FacetRolling(const std::vector<std::unique_ptr<Body>>& bodies) : bodies_(bodies) {
    for (const auto& body : bodies) rolling_.push_back({facet_angle(*body), body->rotation()});
}

void FacetRolling::follow(const std::vector<Contact>& contacts, const ContactSolution& solution,
                          Warnings& warnings) {
    std::vector<double> turned(rolling_.size(), 0.0);
    std::vector<Vec3> by(rolling_.size(), Vec3::Zero());
    for (std::size_t i = 0; i < rolling_.size(); ++i)
        if (rolling_[i].facet > 0) {
            const Mat3 now = bodies_[i]->rotation();
            by[i] = rotation_log(now * rolling_[i].rotation.transpose());
            rolling_[i].rotation = now;
        }
    // What turns about the contact's normal spins, and does not roll.
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const auto [first, second] = std::pair(contacts[k].key.first_body, contacts[k].key.second_body);
        if (solution[k].status != ContactStatus::Stick || bodies_[first]->deforms() ||
            bodies_[second]->deforms())
            continue;
        for (const int body : {first, second}) {
            const Vec3& w = by[body];
            turned[body] =
                std::max(turned[body], (w - w.dot(contacts[k].normal()) * contacts[k].normal()).norm());
        }
    }
    for (std::size_t i = 0; i < rolling_.size(); ++i) {
        rolling_[i].turned += turned[i];
        if (rolling_[i].facet == 0 || rolling_[i].turned < 2 * std::numbers::pi) continue;
        warnings.about_body("facets", static_cast<int>(i), 0, [&] {
            return fmt::format(
                "has rolled a turn on the facets of its surface, about {:.0f} of them: each takes up to "
                "{:.2g} "
                "% of its speed; a sphere, capsule, cylinder or cone that is given as a shape rolls freely",
                2 * std::numbers::pi / rolling_[i].facet, 100 * (1 - std::cos(rolling_[i].facet)));
        });
    }
}

}  // namespace limpet
