#include "bodies/cloth/cloth_body.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "limpet/error.h"

namespace limpet {
namespace {

/// Cloth folds: an older A⁻¹ that turns with the whole sheet knows nothing of its folds.
constexpr ElasticCompliance::Upkeep upkeep{1, 0.002};

void require(bool good, const char* field, double value, const char* what) {
    if (!good) throw InputError(field, fmt::format("is {}, but must {}", value, what));
}

void check(const ClothBodyParts& parts) {
    check_elastic_material(parts.material);
    const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
    const auto not_negative = [](double x) { return std::isfinite(x) && x >= 0; };
    require(positive(parts.thickness), "thickness", parts.thickness, "be positive");
    require(not_negative(parts.moduli.stretch), "stretch", parts.moduli.stretch, "not be negative");
    require(not_negative(parts.moduli.shear), "shear", parts.moduli.shear, "not be negative");
    require(not_negative(parts.moduli.bend), "bend", parts.moduli.bend, "not be negative");
    if (parts.mesh.triangles.empty()) throw InputError("shape", "cloth needs at least one triangle");
    for (const Vec3& x : parts.mesh.vertices)
        if (!x.allFinite()) throw InputError("shape", "a vertex's position is not a finite number");
}

/// A third of each triangle at each of its corners [kg].
std::vector<double> masses(const ClothElements& elements, std::size_t nodes, double of_area) {
    std::vector<double> mass(nodes, 0.0);
    for (int e = 0; e < elements.count(); ++e)
        for (int a = 0; a < 3; ++a) mass[elements.nodes(e)[a]] += of_area * elements.rest_area(e) / 3;
    for (std::size_t i = 0; i < nodes; ++i)
        if (!(mass[i] > 0)) throw InputError("shape", fmt::format("vertex {} belongs to no triangle", i));
    return mass;
}

ElasticBodyParts elastic_parts(ClothBodyParts& parts) {
    check(parts);
    ElasticBodyParts out;
    out.name = parts.name;
    out.type = BodyType::Cloth;
    out.title = fmt::format("cloth '{}'", parts.name);
    auto elements = std::make_unique<ClothElements>(parts.mesh, parts.moduli);
    out.mass = masses(*elements, parts.mesh.vertices.size(), parts.material.density * parts.thickness);
    out.elements = std::move(elements);
    std::vector<int> nodes(parts.mesh.vertices.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    out.embedding = BarycentricEmbedding::of_nodes(nodes);
    out.own = std::move(parts.mesh.vertices);
    out.triangles = std::move(parts.mesh.triangles);
    out.placement = parts.placement;
    out.velocity = parts.velocity;
    out.angular_velocity = parts.angular_velocity;
    out.damping = parts.material.damping;
    out.integrator = parts.integrator;
    out.linear_solver = LinearSolver::Cholesky;
    out.upkeep = upkeep;
    out.folds = true;
    out.fixed = std::move(parts.fixed);
    out.motion = std::move(parts.motion);
    out.radius = parts.thickness / 2;
    return out;
}

}  // namespace

ClothBody::ClothBody(ClothBodyParts parts) : ElasticBody(elastic_parts(parts)), thickness_(parts.thickness) {}

}  // namespace limpet
