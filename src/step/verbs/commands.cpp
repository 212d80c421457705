/// The verbs of World: each makes a command and applies it. What commands do is in the other files here.

#include "limpet/error.h"
#include "step/verbs/arguments.h"
#include "step/verbs/surface_search.h"
#include "step/world_parts.h"

namespace limpet {

CommandResult World::apply(const Command& command) {
    const CommandResult result =
        std::visit([this](const auto& what) { return parts_->apply(what); }, command);
    parts_->listeners.tell(parts_->warnings);
    parts_->listeners.tell(steps(), command);
    return result;
}

BodyId World::add(BodyDescription body) {
    return std::get<BodyId>(apply(AddBody{std::move(body)}));
}

void World::remove(BodyId body) {
    apply(RemoveBody{body});
}

void World::apply_force(BodyId body, const Vector3& force, const std::optional<Vector3>& at) {
    apply(ApplyForce{body, force, at});
}

GrabId World::grab(BodyId body, const Vector3& at, const GrabSettings& settings) {
    return std::get<GrabId>(apply(Grab{body, at, settings}));
}

void World::move(GrabId grab, const Vector3& target) {
    apply(MoveGrab{grab, target});
}

void World::release(GrabId grab) {
    apply(ReleaseGrab{grab});
}

void World::move_to(BodyId body, const Vector3& position, const Rotation& rotation, double duration,
                    const std::string& group) {
    apply(MoveTo{body, position, rotation, duration, group});
}

void World::cut(const std::vector<BodyId>& bodies, const std::array<Vector3, 2>& from,
                const std::array<Vector3, 2>& to) {
    apply(Cut{bodies, from, to});
}

Vector3 World::force(GrabId grab) const {
    return to_array(parts_->grabs.at(grab).force);
}

std::vector<GrabState> World::grabs() const {
    std::vector<GrabState> all;
    for (const auto& [id, held] : parts_->grabs.all()) {
        const Body& body = *parts_->bodies[parts_->ids.index_of(held.body)];
        all.push_back({id, held.body, to_array(held.at.of(body.surface().positions)), to_array(held.target),
                       to_array(held.force)});
    }
    return all;
}

std::optional<Pick> World::pick(const Vector3& origin, const Vector3& direction) const {
    require_finite("origin", origin);
    require_finite("direction", direction);
    const Vec3 from = to_vec3(origin), along = to_vec3(direction);
    if (along.norm() == 0) throw InputError("direction", "[0, 0, 0]; allowed: a direction with a length");
    const Vec3 unit = along.normalized();
    std::optional<Pick> nearest;
    double limit = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < parts_->bodies.size(); ++i) {
        const auto hit = first_hit(parts_->bodies[i]->surface(), from, unit, limit);
        if (!hit) continue;
        limit = hit->distance;
        nearest = Pick{parts_->ids[i], hit->triangle, to_array(hit->weights),
                       to_array(Vec3(from + hit->distance * unit)), hit->distance};
    }
    return nearest;
}

void World::on_warning(std::function<void(const Warning&)> listener) {
    parts_->listeners.add(Listeners::OnWarning(std::move(listener)), parts_->warnings);
}

void World::on_command(std::function<void(long step, const Command&)> listener) {
    parts_->listeners.add(Listeners::OnCommand(std::move(listener)));
}

}  // namespace limpet
