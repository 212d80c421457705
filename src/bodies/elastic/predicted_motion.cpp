/// The motion that a step expects (prediction.h), and the rates of the last step that it takes from there:
/// mean velocities against those of the body's rigid motion, which turn with the body.

#include "bodies/elastic/elastic_body.h"
#include "bodies/rigid/torque_free.h"
#include "core/state_part.h"

namespace limpet {

bool ElasticBody::turns_freely() const {
    return can_move() && !is_held() && system_.springs.empty() && !system_.elements->is_linear();
}

const std::vector<Vec3>& ElasticBody::linearised_at() const {
    return step_.input.prediction.any() ? step_.input.prediction.shape : state_.q;
}

Prediction ElasticBody::predicted(double h) {
    // A rotation strains the linear model.
    const RigidMotion motion =
        system_.elements->is_linear() ? RigidMotion{} : RigidMotion(system_.mass, state_.q, state_.v);
    RigidPath path(motion, state_.q, h);
    const Mat3 turn = rotation_exp(h * motion.spin);
    for (Vec3& rate : rates_) rate = turn * rate;
    Prediction p;
    p.is_free = turns_freely();
    step_.rigid_velocity = path.velocity;
    if (p.is_free) p.rigid = path.velocity;
    if (p.is_free && !folds_) {
        // Lagging damping may give back more energy for a step than a compact body has in its vibrations.
        p.even = path.velocity;
        p.velocity = std::move(path.velocity);
        p.shape = std::move(path.half_way);
        return p;
    }
    p.even = rates_.empty() ? state_.v : path.velocity;
    for (std::size_t i = 0; i < rates_.size(); ++i) p.even[i] += rates_[i];
    p.velocity = state_.v;
    p.shape = moved_nodes(system_.scheme.stage * h);
    if (!p.is_free) return p;
    const Mat3 half = rotation_exp(h / 2 * motion.spin);
    for (std::size_t i = 0; i < p.shape.size(); ++i) {
        const Vec3 folding = half * (state_.v[i] - motion.at(state_.q[i]));
        p.velocity[i] = path.velocity[i] + folding;
        p.shape[i] = path.half_way[i] + system_.scheme.stage * h * folding;
    }
    return p;
}

void ElasticBody::append_rates(std::vector<double>& values) const {
    if (!system_.scheme.extrapolates()) return;
    values.push_back(!rates_.empty());
    append_vectors(rates_, values);
}

bool ElasticBody::take_rates(std::span<const double>& values) {
    rates_.clear();
    if (!system_.scheme.extrapolates()) return true;
    if (values.empty()) return false;
    const bool any = values.front() != 0;
    values = values.subspan(1);
    if (!any) return true;
    const std::size_t size = 3 * state_.q.size();
    if (values.size() < size) return false;
    for (std::size_t i = 0; i < state_.q.size(); ++i)
        rates_.push_back(Eigen::Map<const Vec3>(values.data() + 3 * i));
    values = values.subspan(size);
    return true;
}

}  // namespace limpet
