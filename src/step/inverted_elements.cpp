#include "step/inverted_elements.h"

#include <fmt/format.h>

namespace limpet {
namespace {

/// Of a body's tetrahedra: fewer that are inverted in a hard hit recover unnoticed, with models that do.
constexpr double min_share_of_recovering = 0.01;

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

}  // namespace

void InvertedElements::look(const Scene& scene, const Bodies& bodies, std::vector<Warning>& warnings) {
    warned_.resize(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (warned_[i]) continue;
        const int inverted = bodies[i]->inverted_tetrahedra();
        const double least =
            recovers(scene.bodies[i].model) ? min_share_of_recovering * bodies[i]->tetrahedra() : 0;
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
