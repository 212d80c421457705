#include "step/slip_paths.h"

#include "core/types.h"

namespace limpet {

void SlipPaths::add(const std::vector<ContactFrame>& contacts, double h) {
    if (!asked_) return;
    struct Mean {
        Vec3 slip = Vec3::Zero();
        double pressing = 0;
    };
    std::map<std::pair<int, int>, Mean> means;
    for (const ContactFrame& c : contacts) {
        if (c.status == ContactStatus::Open) continue;
        const double force = to_vec3(c.force).dot(to_vec3(c.normal));
        if (!(force > 0)) continue;
        Mean& mean = means[{c.first_body, c.second_body}];
        mean.slip += force * to_vec3(c.slip);
        mean.pressing += force;
    }
    for (const auto& [pair, mean] : means) path_[pair] += h * mean.slip.norm() / mean.pressing;
}

void SlipPaths::append_state(std::vector<double>& values) const {
    if (!asked_) return;
    values.push_back(static_cast<double>(path_.size()));
    for (const auto& [pair, path] : path_)
        values.insert(values.end(),
                      {static_cast<double>(pair.first), static_cast<double>(pair.second), path});
}

bool SlipPaths::take_state(std::span<const double>& values) {
    path_.clear();
    if (!asked_) return true;
    if (values.empty() || !(values[0] >= 0 && 3 * values[0] + 1 <= static_cast<double>(values.size())))
        return false;
    const auto pairs = static_cast<std::size_t>(values[0]);
    for (std::size_t i = 0; i < pairs; ++i) {
        const double* v = values.data() + 1 + 3 * i;
        if (!(v[0] >= 0 && v[1] >= 0 && v[0] < 1e9 && v[1] < 1e9)) return false;
        path_[{static_cast<int>(v[0]), static_cast<int>(v[1])}] = v[2];
    }
    values = values.subspan(1 + 3 * pairs);
    return true;
}

void SlipPaths::inherit(const CarriedState& before, const BodyRenumbering& bodies) {
    path_ = bodies.by_pair(static_cast<const SlipPaths&>(before).path_);
}

}  // namespace limpet
