#include "step/inverted_elements.h"

#include <fmt/format.h>

#include <cmath>

#include "bodies/body_material.h"
#include "limpet/error.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

bool recovers(ElasticModel model) {
    return model == ElasticModel::Corotational || model == ElasticModel::NeoHookean;
}

/// Why elements of this model stay inverted or come back, and what to do.
const char* advice(ElasticModel model) {
    switch (model) {
        case ElasticModel::StVenantKirchhoff:
            return "its model, stvk, pushes back less and less below 58 % of a length and not at all from "
                   "the "
                   "other side, so that they may stay so; \"corotational\" and \"neohookean\" recover";
        case ElasticModel::Linear:
            return "its model, linear, is for small strains alone; \"corotational\" and \"neohookean\" "
                   "recover";
        case ElasticModel::Corotational:
        case ElasticModel::NeoHookean:
            break;
    }
    return "it is crushed further than its elements can follow: there its surface has turned over, and what "
           "it "
           "lies on no longer holds it. They recover when it is let go; a stiffer material, smaller elements "
           "or a "
           "smaller time.step help";
}

/// A modulus that carries this body and all others that can move, by a cube of its volume. [Pa]
double modulus_that_carries(const Scene& scene, const InvertedElements::Bodies& bodies, double rest_volume) {
    double mass = 0;
    for (const auto& body : bodies)
        if (body->can_move()) mass += body->mass();
    return advised_modulus_ratio * mass * to_vec3(scene.gravity).norm() / std::pow(rest_volume, 2.0 / 3.0);
}

std::string remedy(const Scene& scene, const InvertedElements::Bodies& bodies, std::size_t body,
                   double rest_volume) {
    if (!recovers(scene.bodies[body].model)) return advice(scene.bodies[body].model);
    const double young = material_of(scene.bodies[body], scene).young;
    const double carries = modulus_that_carries(scene, bodies, rest_volume);
    if (carries > young)
        return fmt::format(
            "its material, with young {:.3g} Pa, cannot carry what presses on it; {:.2g} Pa would carry "
            "it and all other bodies that can move",
            young, carries);
    return "what presses on it is too strong for its material or comes too fast: a stiffer material or a "
           "smaller time.step may help";
}

}  // namespace

void InvertedElements::follow(const BodyRenumbering& bodies_before, std::size_t bodies) {
    std::vector<bool> now(bodies, false);
    for (std::size_t i = 0; i < warned_.size(); ++i)
        if (const auto at = bodies_before.body(static_cast<int>(i))) now[*at] = warned_[i];
    warned_ = std::move(now);
}

void InvertedElements::look(const Scene& scene, const Bodies& bodies, double time,
                            std::vector<Warning>& warnings) {
    warned_.resize(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const int inverted = bodies[i]->tetrahedra() > 0 ? bodies[i]->inverted_tetrahedra() : 0;
        const BodyDescription& described = scene.bodies[i];
        // Nodes that are driven through each other do as they are told.
        if (inverted > 0 && described.fixed.empty() && described.motion.empty() && bodies[i]->volume() <= 0) {
            const double rest = bodies[i]->mass() / material_of(described, scene).density;
            throw BreakdownError(
                fmt::format("body \"{}\" is crushed until nothing is left of its volume ({:.2g} of {:.2g} "
                            "m^3), and {} of "
                            "its {} tetrahedra are inside out, at t = {:.6g} s: {}",
                            described.name, bodies[i]->volume(), rest, inverted, bodies[i]->tetrahedra(),
                            time, remedy(scene, bodies, i, rest)));
        }
        if (warned_[i]) continue;
        const double least =
            recovers(scene.bodies[i].model) ? min_inverted_share_of_recovering * bodies[i]->tetrahedra() : 0;
        if (!(inverted > least)) continue;
        warned_[i] = true;
        warnings.push_back(
            {"inverted",
             {bodies[i]->name()},
             fmt::format("{} of the {} tetrahedra of body \"{}\" are inside out: {}", inverted,
                         bodies[i]->tetrahedra(), bodies[i]->name(), advice(scene.bodies[i].model))});
    }
}

}  // namespace limpet
