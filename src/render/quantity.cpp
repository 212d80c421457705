/// Quantities of tetrahedra reach a surface that hangs in them in two steps:
///     node:     σ_i = Σ_t V_t σ_t / Σ_t V_t   over the tetrahedra t around node i,
///     surface:  σ(p) = Σ_k w_k σ_k,           w the barycentric coordinates of p, clamped to 0…1, in that
/// tetrahedron around the node nearest to p, or around its neighbours, in which the smallest of them is
/// largest.

#include "render/quantity.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "core/text.h"
#include "core/types.h"
#include "limpet/error.h"
#include "render/nearest.h"

namespace limpet {
namespace {

const std::vector<Quantity>& quantities() {
    static const std::vector<Quantity> list = {{"speed", "speed", "m/s"},
                                               {"von_mises", "von Mises stress", "Pa"},
                                               {"displacement", "displacement", "m"},
                                               {"zone", "zone", "", true},
                                               {"colliding", "colliding", "", true}};
    return list;
}

std::vector<double> numbers(const auto& values) {
    return {values.begin(), values.end()};
}

std::vector<double> lengths(const std::vector<Vector3>& vectors) {
    std::vector<double> out;
    out.reserve(vectors.size());
    for (const Vector3& v : vectors) out.push_back(to_vec3(v).stableNorm());
    return out;
}

void check_size(const BodyFrame& body, const char* what, std::size_t found, std::size_t needed) {
    if (found != needed)
        throw InputError(body.name, fmt::format("has {} {}, but needs {}", found, what, needed));
}

void check_tetrahedra(const BodyFrame& body) {
    for (const Vector3& node : body.nodes)
        if (!to_vec3(node).allFinite()) throw InputError(body.name, "has a node that is not finite");
    const int count = static_cast<int>(body.nodes.size());
    for (const Tetrahedron& tetrahedron : body.tetrahedra)
        for (const int node : tetrahedron)
            if (node < 0 || node >= count)
                throw InputError(
                    body.name,
                    fmt::format("a tetrahedron has node {}, but there are only {} nodes", node, count));
}

double volume_of(const BodyFrame& body, const Tetrahedron& t) {
    const Vec3 a = to_vec3(body.nodes[t[0]]);
    return std::abs((to_vec3(body.nodes[t[1]]) - a)
                        .cross(to_vec3(body.nodes[t[2]]) - a)
                        .dot(to_vec3(body.nodes[t[3]]) - a)) /
           6;
}

std::vector<double> node_averages(const BodyFrame& body, const std::vector<double>& of_tetrahedra) {
    std::vector<double> sum(body.nodes.size(), 0.0), weight(body.nodes.size(), 0.0);
    for (std::size_t t = 0; t < body.tetrahedra.size(); ++t) {
        const double volume = volume_of(body, body.tetrahedra[t]);
        for (const int node : body.tetrahedra[t]) {
            sum[node] += volume * of_tetrahedra[t];
            weight[node] += volume;
        }
    }
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = weight[i] > 0 ? sum[i] / weight[i] : 0;
    return sum;
}

/// Barycentric coordinates of p; all −1 in a flat tetrahedron.
Eigen::Vector4d coordinates_in(const BodyFrame& body, const Tetrahedron& t, const Vec3& p) {
    const Vec3 a = to_vec3(body.nodes[t[0]]);
    const Vec3 u = to_vec3(body.nodes[t[1]]) - a, v = to_vec3(body.nodes[t[2]]) - a,
               w = to_vec3(body.nodes[t[3]]) - a;
    const double six_volumes = u.cross(v).dot(w);
    const Vec3 d = p - a;
    Eigen::Vector4d out;
    out[1] = d.cross(v).dot(w) / six_volumes;
    out[2] = u.cross(d).dot(w) / six_volumes;
    out[3] = u.cross(v).dot(d) / six_volumes;
    out[0] = 1 - out[1] - out[2] - out[3];
    return out.allFinite() ? out : Eigen::Vector4d::Constant(-1);
}

/// A place in the tetrahedra, as a weight for each node of one of them.
struct Place {
    int tetrahedron = -1;
    Eigen::Vector4d weights = Eigen::Vector4d::Constant(-1);
};

void try_tetrahedra(const BodyFrame& body, const std::vector<int>& candidates, const Vec3& p, Place& best) {
    for (const int t : candidates) {
        const Eigen::Vector4d weights = coordinates_in(body, body.tetrahedra[t], p);
        if (best.tetrahedron < 0 || weights.minCoeff() > best.weights.minCoeff()) best = {t, weights};
    }
}

Place find_place(const BodyFrame& body, const std::vector<std::vector<int>>& around, int nearest,
                 const Vec3& p) {
    Place place;
    try_tetrahedra(body, around[nearest], p, place);
    // A surface may stick out of its tetrahedra a little; that is no reason to look farther.
    if (place.tetrahedron < 0 || place.weights.minCoeff() > -0.02) return place;
    std::vector<int> tried = {nearest};
    for (const int t : around[nearest])
        for (const int node : body.tetrahedra[t]) {
            if (std::find(tried.begin(), tried.end(), node) != tried.end()) continue;
            tried.push_back(node);
            try_tetrahedra(body, around[node], p, place);
        }
    return place;
}

std::vector<double> surface_from_nodes(const BodyFrame& body, const std::vector<double>& of_nodes) {
    std::vector<std::vector<int>> around(body.nodes.size());
    for (std::size_t t = 0; t < body.tetrahedra.size(); ++t)
        for (const int node : body.tetrahedra[t]) around[node].push_back(static_cast<int>(t));
    const NearestPoints nearest(body.nodes);
    std::vector<double> values(body.vertices.size());
    parallel_blocks(static_cast<int>(values.size()), 1024, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const int node = nearest.find(body.vertices[i]);
            const Place place = find_place(body, around, node, to_vec3(body.vertices[i]));
            const Eigen::Vector4d inside = place.weights.cwiseMax(0.0);
            values[i] = inside.sum() > 0 ? 0 : of_nodes[node];
            for (int k = 0; inside.sum() > 0 && k < 4; ++k)
                values[i] += inside[k] / inside.sum() * of_nodes[body.tetrahedra[place.tetrahedron][k]];
        }
    });
    return values;
}

}  // namespace

const Quantity& find_quantity(const std::string& name) {
    std::vector<std::string> names;
    for (const Quantity& quantity : quantities()) {
        if (quantity.name == name) return quantity;
        names.push_back(quantity.name);
    }
    const std::string nearest = nearest_name(name, names);
    throw InputError("color_by", "unknown quantity \"" + name + "\"" +
                                     (nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?") +
                                     " Allowed are " + comma_separated(names) + ", or nothing");
}

std::vector<double> surface_values(const BodyFrame& body, const std::string& name) {
    if (name.empty() || body.type == BodyType::Static) return {};
    std::vector<double> values;
    if (name == "speed") {
        if (body.velocities.empty()) return {};
        check_size(body, "velocities", body.velocities.size(), body.vertices.size());
        values = lengths(body.velocities);
    } else if (name == "zone" || name == "colliding") {
        values = name == "zone" ? numbers(body.zones) : numbers(body.colliding);
        if (values.empty()) return {};
        check_size(body, name == "zone" ? "zones" : "marks of colliding vertices", values.size(),
                   body.vertices.size());
    } else {
        const bool of_tetrahedra = name == "von_mises";
        if (body.nodes.empty() || (of_tetrahedra ? body.von_mises.empty() : body.displacements.empty()))
            return {};
        check_tetrahedra(body);
        if (of_tetrahedra)
            check_size(body, "stresses", body.von_mises.size(), body.tetrahedra.size());
        else
            check_size(body, "displacements", body.displacements.size(), body.nodes.size());
        values = surface_from_nodes(
            body, of_tetrahedra ? node_averages(body, body.von_mises) : lengths(body.displacements));
    }
    for (const double value : values)
        if (!std::isfinite(value)) throw InputError(body.name, name + " is not finite");
    return values;
}

double largest_value(const Frame& frame, const std::string& name) {
    double largest = 0;
    for (const BodyFrame& body : frame.bodies)
        for (const double value : surface_values(body, name)) largest = std::max(largest, value);
    return largest;
}

}  // namespace limpet
