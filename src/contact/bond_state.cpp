/// Bonds as numbers: what a saved state keeps of them.

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/bonds.h"

namespace limpet {
namespace {

/// Beside its patches, if it has any.
constexpr std::size_t numbers_per_bond = 34;

}  // namespace

void Bonds::append_state(std::vector<double>& values) const {
    values.push_back(double(dissipated_.size()));
    const auto add = [&](std::initializer_list<double> more) { values.insert(values.end(), more); };
    for (const auto& [pair, heat] : dissipated_) add({double(pair.first), double(pair.second), heat});
    for (const auto& [key, bond] : bonds_) {
        add({double(key.first_body), double(key.second_body), double(key.features), double(key.feature),
             double(key.ordinal)});
        for (const MaterialPoint& p : {bond.anchors.first, bond.anchors.second}) {
            for (const int vertex : p.point.vertices) add({double(vertex)});
            for (const double weight : p.point.weights) add({weight});
            add({p.offset.x(), p.offset.y(), p.offset.z()});
        }
        add({bond.normal.x(), bond.normal.y(), bond.normal.z(), bond.area, bond.beta, double(bond.pressed),
             double(bond.grew), double(bond.facing), bond.slack, bond.strain, bond.dissipated});
        if (bond.anchors.volume.rows) bond.anchors.volume.append_state(values);
    }
}

void Bonds::inherit(const Bonds& before, const BodyRenumbering& bodies) {
    dissipated_ = bodies.by_pair(before.dissipated_);
    if (places_ && before.places_) places_->inherit(*before.places_, bodies);
    bonds_.clear();
    for (const auto& [key, bond] : before.bonds_)
        if (const auto now = renumbered(key, bodies); now && law_.between(now->first_body, now->second_body))
            bonds_.emplace(*now, bond);
}

bool Bonds::on_bodies(const ContactKey& key, const MaterialPoint& first, const MaterialPoint& second) const {
    const auto fits = [&](int body, const MaterialPoint& p) {
        if (body < 0 || body >= static_cast<int>(bodies_.size())) return false;
        const int vertices = static_cast<int>(bodies_[body]->collision_positions().size());
        return std::all_of(p.point.vertices.begin(), p.point.vertices.end(),
                           [&](int vertex) { return vertex >= -1 && vertex < vertices; });
    };
    return fits(key.first_body, first) && fits(key.second_body, second) &&
           law_.between(key.first_body, key.second_body) != nullptr;
}

bool Bonds::take_bond(std::span<const double>& values) {
    if (values.size() < numbers_per_bond) return false;
    const double* v = values.data();
    for (const int k : {0, 1, 2, 3, 4, 5, 6, 7, 14, 15, 16, 30})
        if (!(std::abs(v[k]) <= std::numeric_limits<int>::max())) return false;
    const auto point = [](const double* p) {
        return MaterialPoint{{{int(p[0]), int(p[1]), int(p[2])}, {p[3], p[4], p[5]}}, Vec3(p[6], p[7], p[8])};
    };
    const ContactKey key{int(v[0]), int(v[1]), static_cast<FeaturePair>(int(v[2])), int(v[3]), int(v[4])};
    LiveBond bond{{point(v + 5), point(v + 14)},
                  Vec3(v[23], v[24], v[25]),
                  v[26],
                  v[27],
                  v[28] != 0,
                  v[29] != 0,
                  int(v[30]),
                  v[31],
                  v[32],
                  v[33]};
    if (!on_bodies(key, bond.anchors.first, bond.anchors.second)) return false;
    if ((key.features == FeaturePair::Volume) != places_.has_value()) return false;
    values = values.subspan(numbers_per_bond);
    if (key.features == FeaturePair::Volume) {
        const auto vertices = [&](int body) {
            return static_cast<int>(bodies_[body]->collision_positions().size());
        };
        if (!bond.anchors.volume.take_state(values, {vertices(key.first_body), vertices(key.second_body)}))
            return false;
    }
    bonds_[key] = std::move(bond);
    return true;
}

bool Bonds::take_dissipation(std::span<const double>& values) {
    dissipated_.clear();
    if (values.empty() || !(values[0] >= 0 && 3 * values[0] + 1 <= static_cast<double>(values.size())))
        return false;
    const auto pairs = static_cast<std::size_t>(values[0]);
    const auto is_body = [&](double body) { return body >= 0 && body < static_cast<double>(bodies_.size()); };
    for (std::size_t i = 0; i < pairs; ++i) {
        const double* v = values.data() + 1 + 3 * i;
        if (!is_body(v[0]) || !is_body(v[1])) return false;
        dissipated_[{int(v[0]), int(v[1])}] = v[2];
    }
    values = values.subspan(1 + 3 * pairs);
    return true;
}

bool Bonds::set_state(std::span<const double> values) {
    bonds_.clear();
    if (!take_dissipation(values)) return false;
    while (!values.empty())
        if (!take_bond(values)) return false;
    return true;
}

}  // namespace limpet
