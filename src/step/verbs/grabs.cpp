#include "step/verbs/grabs.h"

#include <fmt/format.h>

#include <cmath>

#include "limpet/error.h"
#include "step/step_constants.h"

namespace limpet {
GrabId Grabs::add(Held held) {
    const auto id = static_cast<GrabId>(next_id_++);
    grabs_.emplace(id, std::move(held));
    return id;
}

const Grabs::Held& Grabs::at(GrabId id) const {
    const auto found = grabs_.find(id);
    if (found != grabs_.end()) return found->second;
    const auto number = static_cast<std::int64_t>(id);
    const bool was_there = number >= 0 && number < next_id_;
    throw InputError("grab", fmt::format("{} {}; allowed: ids of grabs that hold, as grab() gives them",
                                         number, was_there ? "was released" : "is the id of no grab"));
}

Grabs::Held& Grabs::at(GrabId id) {
    return const_cast<Held&>(std::as_const(*this).at(id));
}

void Grabs::release(GrabId id) {
    at(id);
    grabs_.erase(id);
}

void Grabs::drop(BodyId body) {
    std::erase_if(grabs_, [&](const auto& grab) { return grab.second.body == body; });
    std::erase_if(forces_, [&](const Force& force) { return force.body == body; });
}

bool Grabs::any_limited() const {
    for (const auto& [id, held] : grabs_)
        if (held.max_force < std::numeric_limits<double>::infinity()) return true;
    return false;
}

Pull Grabs::spring(const Held& held) const {
    return {held.at, Vec3::Zero(), held.stiffness, held.damping, held.target};
}

void Grabs::set_limit(Trial& trial, Try how, const Vec3& along) {
    const Held& held = grabs_.at(trial.id);
    trial.how = how;
    pulls_[trial.body][trial.pull] = {held.at, held.max_force * along.normalized()};
}

void Grabs::begin_step(const Bodies& bodies, const BodyIds& ids, double h) {
    pulls_.clear();
    trials_.clear();
    if (grabs_.empty() && forces_.empty()) return;
    pulls_.resize(bodies.size());
    for (const Force& force : forces_) pulls_[ids.index_of(force.body)].push_back(force.pull);
    for (const auto& [id, held] : grabs_) {
        const int body = ids.index_of(held.body);
        Trial trial{id, body, pulls_[body].size(), Try::Spring};
        pulls_[body].push_back(spring(held));
        if (held.at_limit || held.is_quasistatic) {
            const Surface& surface = bodies[body]->surface();
            PulledPoint now{held.at.of(surface.positions), held.at.of(surface.velocities)};
            if (held.is_quasistatic) now.u.setZero();
            const Vec3 s = spring(held).force_on(now, h);
            if (held.at_limit ? s.norm() > 0 : s.norm() > held.max_force)
                set_limit(trial, Try::LimitGuess, s);
        }
        trials_.push_back(trial);
    }
}

PulledPoint Grabs::point(const Trial& trial, const Bodies& bodies) const {
    return bodies[trial.body]->pulled_points()[trial.pull];
}

bool Grabs::change_pulls(const Bodies& bodies, double h) {
    bool any = false;
    for (Trial& trial : trials_) {
        const Held& held = grabs_.at(trial.id);
        if (trial.how == Try::Limit || !(held.max_force < std::numeric_limits<double>::infinity())) continue;
        const Vec3 s = spring(held).force_on(point(trial, bodies), h);
        Pull& pull = pulls_[trial.body][trial.pull];
        if (trial.how == Try::Spring) {
            if (!(s.norm() > held.max_force)) continue;
            set_limit(trial, Try::Limit, s);
        } else if (s.norm() >= held.max_force && s.dot(pull.force) > 0) {
            if (s.dot(pull.force) >= same_pull_cosine * s.norm() * pull.force.norm()) continue;
            set_limit(trial, Try::Limit, s);
        } else {
            trial.how = Try::Spring;
            pull = spring(held);
        }
        any = true;
    }
    return any;
}

void Grabs::end_step(const Bodies& bodies, double h) {
    for (const Trial& trial : trials_) {
        Held& held = grabs_.at(trial.id);
        held.force = pulls_[trial.body][trial.pull].force_on(point(trial, bodies), h);
        held.at_limit = trial.how != Try::Spring;
    }
    forces_.clear();
    pulls_.clear();
    trials_.clear();
}

}  // namespace limpet
