/// A soft body that blades cut: its tetrahedra are those of a CutMesh, and its surface is their boundary.

#include <algorithm>

#include "bodies/soft/soft_body.h"
#include "core/state_part.h"
#include "limpet/error.h"

namespace limpet {
namespace {

/// Old vertices stay, with their numbers; nodes that came to the boundary follow, ascending.
void add_boundary_nodes(const std::vector<Triangle>& boundary, int nodes, std::vector<int>& surface_nodes) {
    std::vector<char> known(nodes, 0), on_boundary(nodes, 0);
    for (const int node : surface_nodes) known[node] = 1;
    for (const Triangle& triangle : boundary)
        for (const int node : triangle) on_boundary[node] = 1;
    for (int node = 0; node < nodes; ++node)
        if (on_boundary[node] && !known[node]) surface_nodes.push_back(node);
}

}  // namespace

void SoftBody::require_cuttable() const {
    if (is_quasistatic())
        throw InputError(
            "dynamics", "a quasistatic body cannot be cut: a part that is cut off has nothing that holds it");
    for (std::size_t i = 0; i < embedding().size(); ++i)
        if (embedding().point(i).weights[0] != 1)
            throw InputError("surface",
                             "a body that a blade cuts has to collide with the boundary of its tetrahedra");
}

void SoftBody::make_cuttable(int blades) {
    if (cut_mesh_) return cut_mesh_->ensure_blades(blades);
    require_cuttable();
    cut_mesh_.emplace(elements().tetrahedra(), static_cast<int>(rest_.own.size()), blades);
    end_cutting();
}

std::vector<int> SoftBody::surface_nodes() const {
    std::vector<int> nodes;
    for (std::size_t i = 0; i < embedding().size(); ++i) nodes.push_back(embedding().point(i).nodes[0]);
    return nodes;
}

bool SoftBody::cut(int blade, const std::vector<EdgeCrossing>& crossings) {
    const int kept = cut_mesh_->nodes();
    if (!cut_mesh_->cross(blade, crossings, rest_.own)) return false;
    take_cut_mesh(kept, surface_nodes());
    extend_by_origins(before_, kept,
                      std::span(cut_mesh_->origins()).subspan(kept - cut_mesh_->original_nodes()));
    return true;
}

void SoftBody::take_cut_mesh(int kept, std::vector<int> surface_nodes) {
    ElasticRemesh parts;
    parts.kept = kept;
    parts.added = std::span(cut_mesh_->origins()).subspan(kept - cut_mesh_->original_nodes());
    std::vector<Vec3> rest = rest_.placed;
    extend_by_origins(rest, kept, parts.added);
    auto made = std::make_unique<Elements>(rest, cut_mesh_->tetrahedra(), lame_parameters(material_),
                                           elements().model());
    parts.mass = lumped_masses(*made, cut_mesh_->nodes(), material_.density);
    parts.elements = std::move(made);
    parts.triangles = boundary_triangles({{}, cut_mesh_->tetrahedra()});
    add_boundary_nodes(parts.triangles, cut_mesh_->nodes(), surface_nodes);
    std::vector<int> vertex_of(cut_mesh_->nodes(), -1);
    for (int i = 0; i < static_cast<int>(surface_nodes.size()); ++i) vertex_of[surface_nodes[i]] = i;
    for (Triangle& triangle : parts.triangles)
        for (int& node : triangle) node = vertex_of[node];
    parts.surface_nodes = std::move(surface_nodes);
    remesh(std::move(parts));
}

void SoftBody::append_state(std::vector<double>& values) const {
    if (cut_mesh_) {
        cut_mesh_->append_state(values);
        const std::vector<int> nodes = surface_nodes();
        values.push_back(static_cast<double>(nodes.size()));
        values.insert(values.end(), nodes.begin(), nodes.end());
        append_vectors(before_, values);
    }
    ElasticBody::append_state(values);
}

bool SoftBody::set_state(std::span<const double> values) {
    if (!cut_mesh_) return ElasticBody::set_state(values);
    if (!cut_mesh_->take_state(values)) return false;
    const int nodes = cut_mesh_->nodes();
    if (values.empty() || !(values[0] >= 0 && values[0] <= nodes)) return false;
    const auto count = static_cast<std::size_t>(values[0]);
    if (values.size() < 1 + count + 3 * static_cast<std::size_t>(nodes)) return false;
    std::vector<int> surface_nodes;
    for (const double node : values.subspan(1, count)) {
        if (!(node >= 0 && node < nodes)) return false;
        surface_nodes.push_back(static_cast<int>(node));
    }
    try {
        take_cut_mesh(cut_mesh_->original_nodes(), std::move(surface_nodes));
    } catch (const InputError&) {
        return false;
    }
    before_.resize(nodes);
    flat(before_) = Eigen::Map<const VecX>(values.data() + 1 + count, 3 * static_cast<Eigen::Index>(nodes));
    return ElasticBody::set_state(values.subspan(1 + count + 3 * static_cast<std::size_t>(nodes)));
}

}  // namespace limpet
