/// An elastic body gets other nodes and elements between two steps, as when a blade cuts it.
///
/// Rest positions, positions and velocities of added nodes are the same linear functions of earlier nodes.
/// Where the pieces of an element have its density, the lumped masses of its pieces have its mass, its first
/// moment and its momentum exactly, since the mean of a linear field over a simplex is that of its corners:
///
///   Σ_pieces ρ V mean(v) = ∫ρ v dV = ρ V mean(v of the element)
///
/// and so has its elastic energy, F being the same in all pieces. Kinetic energy, ½ ρ V mean(v²), can only
/// fall, since v² is convex; angular momentum changes by as little as lumping differs from ∫ρ x × v dV.

#include "bodies/elastic/elastic_body.h"

namespace limpet {
namespace {

/// Each node's share of what it and its twins had together.
void share_with_twins(std::vector<Vec3>& impulses, int kept, std::span<const NodeOrigin> added,
                      const std::vector<double>& mass) {
    std::vector<int> first_twin(mass.size());
    for (int i = 0; i < static_cast<int>(mass.size()); ++i) {
        const bool is_twin = i >= kept && added[i - kept].is_twin();
        first_twin[i] = is_twin ? first_twin[added[i - kept].first] : i;
    }
    std::vector<double> together(mass.size(), 0.0);
    for (std::size_t i = 0; i < mass.size(); ++i) together[first_twin[i]] += mass[i];
    impulses.resize(mass.size(), Vec3::Zero());
    const std::vector<Vec3> before = impulses;
    for (std::size_t i = 0; i < mass.size(); ++i)
        impulses[i] = mass[i] / together[first_twin[i]] * before[first_twin[i]];
}

}  // namespace

void ElasticBody::remesh(ElasticRemesh parts) {
    std::vector<Vec3> impulses;
    if (carried_.size() > 0) {
        impulses.assign(state_.q.size(), Vec3::Zero());
        scatter(carried_, system_.assembly.free_nodes(), impulses);
        impulses.resize(parts.kept);
        share_with_twins(impulses, parts.kept, parts.added, parts.mass);
    }
    for (std::vector<Vec3>* values : {&rest_.own, &rest_.placed, &state_.q, &state_.v})
        extend_by_origins(*values, parts.kept, parts.added);
    if (!rates_.empty()) extend_by_origins(rates_, parts.kept, parts.added);
    held_nodes_.extend(parts.kept, parts.added);

    system_.elements = std::move(parts.elements);
    system_.mass = std::move(parts.mass);
    rest_.measure(system_);
    system_.assembly = Assembly(*system_.elements, static_cast<int>(rest_.own.size()), held_nodes_.held());
    system_.linear = LinearSystem(system_.assembly, system_.linear.method());
    system_.matrix_h = 0;
    compliance_.forget();
    step_.input.prediction = {};
    if (!impulses.empty()) carried_ = gathered(impulses, system_.assembly.free_nodes());

    embedding_ = BarycentricEmbedding::of_nodes(parts.surface_nodes);
    complex_ = CollisionComplex::of_triangles(parts.triangles, static_cast<int>(embedding_.size()));
    surface_.triangles = std::move(parts.triangles);
    update_surface();
}

}  // namespace limpet
