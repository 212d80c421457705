#include "bodies/elastic/time_scheme.h"

namespace limpet {
namespace {

/// c and θ: by the study in docs/soft-bodies.md.
constexpr double midpoint_dissipation = 0.05, midpoint_change = 0.53;

}  // namespace

TimeScheme time_scheme(Integrator integrator) {
    if (integrator == Integrator::ImplicitEuler) return {};
    return {0.5, midpoint_dissipation, midpoint_change};
}

}  // namespace limpet
