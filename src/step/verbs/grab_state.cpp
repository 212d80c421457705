/// Grabs and waiting forces as numbers, for states.

#include <algorithm>
#include <cmath>

#include "step/verbs/grabs.h"

namespace limpet {
namespace {

constexpr std::size_t numbers_per_grab = 19, numbers_per_force = 15;

void append_point(const TrianglePoint& point, std::vector<double>& values) {
    values.insert(values.end(), point.vertices.begin(), point.vertices.end());
    values.insert(values.end(), point.weights.begin(), point.weights.end());
}

TrianglePoint point_of(const double* v) {
    return {{static_cast<int>(v[0]), static_cast<int>(v[1]), static_cast<int>(v[2])}, Vec3(v[3], v[4], v[5])};
}

/// Are these vertices of the body, and is it there?
bool is_on_body(double body, const double* vertices, const Grabs::Bodies& bodies, const BodyIds& ids) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (static_cast<double>(ids[i]) != body) continue;
        const auto count = static_cast<double>(bodies[i]->surface().positions.size());
        return std::all_of(vertices, vertices + 3, [&](double v) { return v >= 0 && v < count; });
    }
    return false;
}

}  // namespace

std::vector<double> Grabs::state() const {
    if (next_id_ == 0 && forces_.empty()) return {};
    std::vector<double> values = {static_cast<double>(next_id_), static_cast<double>(grabs_.size())};
    for (const auto& [id, held] : grabs_) {
        values.insert(values.end(), {static_cast<double>(id), static_cast<double>(held.body)});
        append_point(held.at, values);
        // States have finite numbers alone.
        values.insert(values.end(),
                      {held.stiffness, held.damping, std::isfinite(held.max_force) ? held.max_force : -1});
        for (const Vec3* v : {&held.target, &held.force}) values.insert(values.end(), v->begin(), v->end());
        values.push_back(held.at_limit);
        values.push_back(held.is_quasistatic);
    }
    for (const Force& force : forces_) {
        const Pull& pull = force.pull;
        values.insert(values.end(),
                      {static_cast<double>(force.body), static_cast<double>(pull.at.has_value())});
        append_point(pull.at.value_or(TrianglePoint{}), values);
        values.insert(values.end(), pull.force.begin(), pull.force.end());
        values.push_back(pull.place.has_value());
        const Vec3 place = pull.place.value_or(Vec3::Zero());
        values.insert(values.end(), place.begin(), place.end());
    }
    return values;
}

bool Grabs::set_state(std::span<const double> values, const Bodies& bodies, const BodyIds& ids) {
    grabs_.clear();
    forces_.clear();
    next_id_ = 0;
    if (values.empty()) return true;
    if (values.size() < 2) return false;
    next_id_ = std::llround(values[0]);
    const double count = values[1];
    values = values.subspan(2);
    if (!(count >= 0 && numbers_per_grab * count <= static_cast<double>(values.size()))) return false;
    for (auto left = static_cast<std::size_t>(count); left > 0; --left) {
        const double* v = values.data();
        if (!is_on_body(v[1], v + 2, bodies, ids)) return false;
        Held held{static_cast<BodyId>(std::llround(v[1])), point_of(v + 2), v[8], v[9]};
        if (v[10] >= 0) held.max_force = v[10];
        held.target = Vec3(v[11], v[12], v[13]);
        held.force = Vec3(v[14], v[15], v[16]);
        held.at_limit = v[17] != 0;
        held.is_quasistatic = v[18] != 0;
        grabs_.emplace(static_cast<GrabId>(std::llround(v[0])), held);
        values = values.subspan(numbers_per_grab);
    }
    for (; values.size() >= numbers_per_force; values = values.subspan(numbers_per_force)) {
        const double* v = values.data();
        if (!is_on_body(v[0], v + 2, bodies, ids)) return false;
        Force force{static_cast<BodyId>(std::llround(v[0])), {}};
        if (v[1] != 0) force.pull.at = point_of(v + 2);
        force.pull.force = Vec3(v[8], v[9], v[10]);
        if (v[11] != 0) force.pull.place = Vec3(v[12], v[13], v[14]);
        forces_.push_back(std::move(force));
    }
    return values.empty();
}

}  // namespace limpet
