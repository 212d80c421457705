#include "contact/bond_samples.h"

#include <fmt/format.h>

#include <algorithm>

#include "contact/adhesion_law.h"

namespace limpet {
namespace {

enum class Samples { None, Corners, Everywhere };

Samples samples_of(const Body& body) {
    // A body that collides as its triangles has no other positions than theirs.
    if (&body.collision_positions() == &body.surface().positions) return Samples::Everywhere;
    const auto& simplices = body.complex().simplices();
    const bool has_faces = std::any_of(simplices.begin(), simplices.end(),
                                       [](const auto& simplex) { return simplex.corners() == 3; });
    return has_faces ? Samples::Corners : Samples::None;
}

/// Two boxes touch at corners; what is round touches no corner of a box.
bool never_meet_at_vertices(Samples a, Samples b) {
    return std::min(a, b) == Samples::None && std::max(a, b) != Samples::Everywhere;
}

}  // namespace

std::string pairs_without_bond_samples(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies) {
    const AdhesionLaw law(scene, bodies);
    if (!(law.largest_reference_gap() > 0)) return "";
    std::vector<Samples> samples;
    for (const auto& body : bodies) samples.push_back(samples_of(*body));
    std::string first_pair;
    int pairs = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            const bool touch = bodies[i]->can_move() || bodies[j]->can_move();
            if (!touch || !never_meet_at_vertices(samples[i], samples[j]) ||
                !law.between(static_cast<int>(i), static_cast<int>(j)))
                continue;
            if (++pairs == 1)
                first_pair = fmt::format("bodies \"{}\" and \"{}\"", bodies[i]->name(), bodies[j]->name());
        }
    if (pairs == 0) return "";
    return fmt::format(
        "{}{} have adhesion but will not bond: they collide as exact shapes, without vertices where they "
        "touch; give one of the two a `surface`",
        first_pair, pairs > 1 ? fmt::format(", and {} more pairs,", pairs - 1) : "");
}

}  // namespace limpet
