#include "bodies/elastic/reference_shape.h"

#include <cmath>

#include "bodies/elastic/shape_change.h"
#include "core/state_part.h"

namespace limpet {
namespace {

/// Of an element's edges: with less change of them, A₀ is as good as A.
constexpr double same_shape_edge_change = 0.02;
/// In a step. A shape that changes by less for so many steps will be the same for long enough to pay for a
/// new A₀.
constexpr double steady_edge_change = same_shape_edge_change / 32;
constexpr int steps_to_settle = 8;

}  // namespace

void ReferenceShape::fit_warp(const ElasticSystem& system, const std::vector<Vec3>& q) {
    warp_ = best_rotation(system.mass, nodes_, q);
    turned_ = true;
}

void ReferenceShape::turn(const ElasticSystem& system, const std::vector<Vec3>& q) {
    if (!turned_) fit_warp(system, q);
}

void ReferenceShape::follow(const ElasticSystem& system, const std::vector<Vec3>& q) {
    fit_warp(system, q);
    const double before = edge_change_;
    edge_change_ = largest_edge_change(*system.elements, nodes_, q, warp_);
    steady_steps_ = std::abs(edge_change_ - before) <= steady_edge_change ? steady_steps_ + 1 : 0;
}

double ReferenceShape::mean_change(const ElasticSystem& system, const std::vector<Vec3>& q) const {
    return mean_shape_change(system.mass, nodes_, q, warp_);
}

bool ReferenceShape::is_same() const {
    return edge_change_ <= same_shape_edge_change;
}

bool ReferenceShape::has_settled_elsewhere() const {
    return !is_same() && steady_steps_ >= steps_to_settle;
}

void ReferenceShape::append_state(std::vector<double>& values) const {
    values.insert(values.end(),
                  {static_cast<double>(steps_), edge_change_, static_cast<double>(steady_steps_)});
    append_vectors(nodes_, values);
}

std::optional<ReferenceShape> ReferenceShape::from_state(std::span<const double>& values, int nodes) {
    const auto is_count = [](double value) {
        return value >= 0 && value <= 1e9 && value == std::floor(value);
    };
    const std::size_t size = 3 + 3 * static_cast<std::size_t>(nodes);
    if (values.size() < size || !is_count(values[0]) || !is_count(values[2])) return {};
    ReferenceShape shape(std::vector<Vec3>(nodes, Vec3::Zero()));
    shape.turned_ = false;
    shape.steps_ = static_cast<int>(values[0]);
    shape.edge_change_ = values[1];
    shape.steady_steps_ = static_cast<int>(values[2]);
    const double* next = values.data() + 3;
    for (Vec3& x : shape.nodes_) {
        x = Eigen::Map<const Vec3>(next);
        next += 3;
    }
    values = values.subspan(size);
    return shape;
}

}  // namespace limpet
