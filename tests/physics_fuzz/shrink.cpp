#include "physics_fuzz/shrink.h"

#include <algorithm>
#include <functional>

#include "physics_fuzz/scene_kit.h"

namespace limpet::physics_fuzz {
namespace {

using Change = std::function<bool(Scene&)>;  ///< false: it changes nothing

bool still_fails(const Scene& scene, const std::string& invariant, const std::string& folder) {
    if (scene.bodies.empty()) return false;
    // Index 1 has no variant, which would be a second run.
    const Judgement j = judge_scene(scene, folder, invariant.starts_with("symmetry") ? 0 : 1);
    return std::any_of(j.silent.begin(), j.silent.end(),
                       [&](const Violation& v) { return v.invariant == invariant; });
}

std::vector<Change> changes_of_settings() {
    return {[](Scene& s) { return s.solver.type != SolverType::Auto && (s.solver = {}, true); },
            [](Scene& s) {
                return s.contact && s.contact->detection.self && (s.contact->detection.self = false, true);
            },
            [](Scene& s) {
                if (!s.contact || s.contact->law.friction == Friction(0.5)) return false;
                s.contact->law.friction = Friction(0.5);
                return true;
            },
            [](Scene& s) {
                if (!s.contact || s.contact->law.friction == Friction(0.0)) return false;
                s.contact->law.friction = Friction(0.0);
                return true;
            },
            [](Scene& s) {
                return s.contact && s.contact->detection.distance &&
                       (s.contact->detection.distance.reset(), true);
            },
            [](Scene& s) {
                return s.contact && s.contact->detection.cell && (s.contact->detection.cell.reset(), true);
            },
            [](Scene& s) {
                return s.contact && s.contact->detection.pixel && (s.contact->detection.pixel.reset(), true);
            },
            [](Scene& s) {
                if (!s.contact || s.contact->detection.type == DetectionType::Proximity) return false;
                s.contact->detection = {};
                return true;
            }};
}

std::vector<Change> changes_of_body(std::size_t i) {
    return {[i](Scene& s) {
                s.bodies.erase(s.bodies.begin() + static_cast<long>(i));
                return true;
            },
            [i](Scene& s) { return s.bodies[i].rotation.degrees != 0 && (s.bodies[i].rotation = {}, true); },
            [i](Scene& s) {
                return s.bodies[i].angular_velocity != Vector3{} && (s.bodies[i].angular_velocity = {}, true);
            },
            [i](Scene& s) { return s.bodies[i].velocity != Vector3{} && (s.bodies[i].velocity = {}, true); },
            [i](Scene& s) {
                Vector3& x = s.bodies[i].position;
                const bool changes = x[0] != 0 || x[2] != 0;
                x[0] = x[2] = 0;
                return changes;
            },
            [i](Scene& s) {
                return s.bodies[i].model != ElasticModel::Corotational &&
                       (s.bodies[i].model = ElasticModel::Corotational, true);
            },
            [i](Scene& s) {
                const bool changes = s.bodies[i].density && s.bodies[i].density != 1000;
                if (changes) s.bodies[i].density = 1000;
                return changes;
            },
            [i](Scene& s) {
                const bool plain = std::holds_alternative<BoxShape>(s.bodies[i].shape) ||
                                   std::holds_alternative<SphereShape>(s.bodies[i].shape) ||
                                   std::holds_alternative<PlaneShape>(s.bodies[i].shape);
                if (plain) return false;
                const double side = s.bodies[i].surface.value_or(s.bodies[i].element.value_or(0.02)) * 6;
                s.bodies[i].shape = BoxShape{{short_number(side), short_number(side), short_number(side)}};
                return true;
            },
            [i](Scene& s) {
                if (s.bodies[i].type != BodyType::Soft) return false;
                s.bodies[i].type = BodyType::Rigid;
                s.bodies[i].element.reset();
                s.bodies[i].model = ElasticModel::Corotational;
                return true;
            }};
}

/// Drops materials that nothing uses.
void tidy(Scene& scene) {
    std::erase_if(scene.materials, [&](const auto& entry) {
        return std::none_of(scene.bodies.begin(), scene.bodies.end(),
                            [&](const BodyDescription& b) { return b.material == entry.first; });
    });
}

}  // namespace

Scene shrink(const Scene& scene, const Judgement& judgement, const std::string& folder) {
    if (judgement.silent.empty()) return scene;
    const std::string invariant = judgement.silent.front().invariant;
    Scene best = scene;
    // What rests or rolls needs its floor and its friction.
    const bool needs_support = invariant.starts_with("rest") || invariant == "rolling";
    const auto statics = [](const Scene& s) {
        return std::count_if(s.bodies.begin(), s.bodies.end(),
                             [](const BodyDescription& b) { return b.type == BodyType::Static; });
    };
    const auto attempt = [&](const Change& change) {
        Scene next = best;
        if (!change(next)) return false;
        const bool unsupported = statics(next) < statics(best) ||
                                 (next.contact && next.contact->law.friction != best.contact->law.friction);
        if (needs_support && unsupported) return false;
        tidy(next);
        if (!still_fails(next, invariant, folder)) return false;
        best = next;
        return true;
    };
    const double until = judgement.silent.front().time;
    attempt([&](Scene& s) {
        return until < s.time.duration && (s.time.duration = short_number(until + 8 * s.time.step), true);
    });
    for (bool smaller = true; smaller;) {
        smaller = false;
        for (std::size_t i = best.bodies.size(); i-- > 0;) {
            const std::size_t before = best.bodies.size();
            for (const Change& change : changes_of_body(i)) {
                smaller = attempt(change) || smaller;
                if (best.bodies.size() < before) break;
            }
        }
    }
    for (const Change& change : changes_of_settings()) attempt(change);
    return best;
}

}  // namespace limpet::physics_fuzz
