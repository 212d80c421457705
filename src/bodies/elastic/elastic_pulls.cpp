/// What pulls at an elastic body from outside (bodies/pull.h, bodies/load.h): forces on nodes, and springs
/// that are part of the step's matrix.

#include <Eigen/LU>
#include <algorithm>

#include "bodies/elastic/elastic_body.h"

namespace limpet {
namespace {

/// All three vertices hang on one node each.
bool on_nodes(const BarycentricEmbedding& embedding, const TrianglePoint& point) {
    return std::all_of(point.vertices.begin(), point.vertices.end(),
                       [&](int v) { return embedding.point(v).weights[0] == 1; });
}

/// Barycentric weights of a point in a tetrahedron, or of the nearest that do not extrapolate.
std::array<double, 4> weights_in(const std::array<Vec3, 4>& corners, const Vec3& x) {
    Mat3 sides;
    for (int k = 0; k < 3; ++k) sides.col(k) = corners[k + 1] - corners[0];
    const Vec3 w = sides.inverse() * (x - corners[0]);
    std::array<double, 4> weights = {1 - w.sum(), w[0], w[1], w[2]};
    double sum = 0;
    for (double& weight : weights) sum += weight = std::max(weight, 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
}

}  // namespace

NodePoint ElasticBody::node_point(const TrianglePoint& point) const {
    Eigen::Index nearest = 0;
    point.weights.maxCoeff(&nearest);
    const TetPoint& hung = embedding_.point(point.vertices[nearest]);
    if (on_nodes(embedding_, point)) {
        NodePoint on;
        for (int k = 0; k < 3; ++k) {
            on.nodes[k] = embedding_.point(point.vertices[k]).nodes[0];
            on.weights[k] = point.weights[k];
        }
        on.nodes[3] = on.nodes[0];
        // A cut may have gone through the triangle.
        return fits_pattern(on, system_.assembly) ? on : NodePoint{hung.nodes, hung.weights};
    }
    // The surface's triangles need not lie in one element: the nearest vertex says in which.
    std::vector<Vec3> at_rest;
    embedding_.interpolate(rest_.own, at_rest);
    const Tetrahedron& nodes = hung.nodes;
    const std::vector<Vec3>& own = rest_.own;
    return {nodes,
            weights_in({own[nodes[0]], own[nodes[1]], own[nodes[2]], own[nodes[3]]}, point.of(at_rest))};
}

void ElasticBody::take_pulls(std::span<const Pull> pulls, StepInput& step) {
    step_.pulled.clear();
    NodeSprings springs;
    std::vector<Vec3> force;
    if (!pulls.empty()) force.assign(state_.q.size(), Vec3::Zero());
    for (const Pull& pull : pulls) {
        const NodePoint at = pull.at ? node_point(*pull.at) : NodePoint{{-1, -1, -1, -1}, {}};
        step_.pulled.push_back(at);
        if (!pull.at) {
            for (std::size_t i = 0; i < force.size(); ++i)
                force[i] += system_.mass[i] / rest_.mass * pull.force;
            continue;
        }
        for (int k = 0; k < 4; ++k) force[at.nodes[k]] += at.weights[k] * pull.force;
        if (pull.is_spring()) springs.push_back({at, pull.stiffness, pull.damping, pull.target});
    }
    if (!force.empty()) step.force = gathered(force, system_.assembly.free_nodes());
    if (!same_matrix(springs, system_.springs)) {
        system_.matrix_h = 0;
        compliance_.forget();
    }
    system_.springs = std::move(springs);
}

void ElasticBody::add_attraction(const AccelerationField& field, StepInput& step) const {
    if (field.is_uniform()) return;
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    if (step.force.size() == 0) step.force.setZero(3 * static_cast<Eigen::Index>(nodes.size()));
    for (std::size_t i = 0; i < nodes.size(); ++i)
        step.force.segment<3>(3 * static_cast<Eigen::Index>(i)) +=
            system_.mass[nodes[i]] * field.attraction(state_.q[nodes[i]]);
}

std::vector<Vec3> ElasticBody::own_points(LoadedPoints points) const {
    if (points == LoadedPoints::Nodes) return rest_.own;
    std::vector<Vec3> vertices;
    embedding_.interpolate(rest_.own, vertices);
    return vertices;
}

void ElasticBody::add_loads(std::span<const Load> loads, StepInput& step) const {
    if (loads.empty()) return;
    std::vector<Vec3> force(state_.q.size(), Vec3::Zero());
    add_node_loads(loads, rest_.own, system_.mass, force);
    if (any_on_surface(loads)) {
        std::vector<Vec3> on_surface(surface_.positions.size(), Vec3::Zero());
        add_surface_loads(loads, own_points(LoadedPoints::SurfaceVertices), surface_.positions,
                          surface_.triangles, on_surface);
        embedding_.add_transposed(on_surface, force);
    }
    const VecX given = gathered(force, system_.assembly.free_nodes());
    step.force = step.force.size() > 0 ? VecX(step.force + given) : given;
}

std::vector<PulledPoint> ElasticBody::pulled_points() const {
    std::vector<PulledPoint> points;
    for (const NodePoint& at : step_.pulled) {
        const bool whole = at.nodes[0] < 0;
        points.push_back(
            {whole ? center_of_mass() : at.of(state_.q), whole ? mean_velocity() : at.of(state_.v)});
    }
    return points;
}

void ElasticBody::append_commanded(std::vector<double>& values) const {
    if (system_.springs.empty() && !held_nodes_.any_taken_over()) return;
    held_nodes_.append_state(values);
    append_springs(system_.springs, values);
}

bool ElasticBody::take_commanded(std::span<const double> values) {
    return held_nodes_.take_state(values) &&
           take_springs(values, static_cast<int>(state_.q.size()), system_.springs);
}

}  // namespace limpet
