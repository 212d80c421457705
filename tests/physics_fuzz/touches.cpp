#include "physics_fuzz/touches.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/box.h"
#include "physics_fuzz/random.h"
#include "physics_fuzz/scene_kit.h"

namespace limpet::physics_fuzz {
namespace {

/// Scripts have random numbers of their own: scenes of a series are the same with and without one.
constexpr std::uint64_t touch_stream = 0x2545f4914f6cdd1dULL;
/// Where there is no gravity, pushes are measured by that of the Earth [m/s^2].
constexpr double usual_gravity = 9.81;

Vec3 any_direction(Random& random) {
    const Vec3 v(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    return v.norm() > 0.1 ? v.normalized() : Vec3::UnitY();
}

using Verb = Touch::Verb;

/// What cannot be done to a scene is left out. `anticipation` is judged by the damping that the scene has.
bool fits(const Touch& touch, const Scene& scene) {
    const SolverType solver = scene.solver.type;
    const bool knows_friction = solver != SolverType::Pgs && solver != SolverType::Lemke;
    switch (touch.verb) {
        case Verb::Friction:
            return scene.contact && knows_friction;
        case Verb::Distance:
            // A bond's reach may not be more than it.
            return scene.contact && scene.contact->detection.type != DetectionType::LayeredDepth &&
                   !scene.contact->law.adhesion;
        case Verb::Cell:
            return scene.contact && scene.contact->detection.cell.has_value();
        case Verb::Damping:
            return !scene.materials.empty() && solver != SolverType::Anticipation;
        case Verb::SolverType:
            return solver == SolverType::Auto || solver == SolverType::Nsgs;
        default:
            return true;
    }
}

Box3 box_around(std::span<const double> positions) {
    Box3 box;
    for (std::size_t i = 0; i < positions.size(); i += 3)
        box.extend(Vec3(positions[i], positions[i + 1], positions[i + 2]));
    return box;
}

}  // namespace

std::vector<Touch> random_touches(const Scene& scene, std::uint64_t seed, std::uint64_t index) {
    Random random(seed ^ touch_stream, index);
    const long steps = std::lround(scene.time.duration / scene.time.step);
    std::vector<Touch> script;
    const int count = random.between(3, 8);
    for (int i = 0; i < count; ++i) {
        Touch touch;
        touch.step = random.between(0, static_cast<int>(steps * 3 / 4));
        touch.verb = random.pick({Verb::Add, Verb::Add, Verb::Remove, Verb::Grab, Verb::Grab, Verb::Grab,
                                  Verb::Grab, Verb::Release, Verb::Push, Verb::Friction, Verb::Gravity,
                                  Verb::Damping, Verb::Distance, Verb::Cell, Verb::SolverType});
        touch.which = random.below(1000);
        touch.direction = any_direction(random);
        touch.amount = random.pick({0.1, 0.3, 0.5, 1.0});
        touch.stiffness = random.pick({0.0, 1e-4, 0.01, 0.1, 1.0, 100.0});
        touch.force_limit = random.pick({0.0, 0.0, 0.5, 3.0});
        touch.is_damped = random.chance(0.7);
        if (fits(touch, scene)) script.push_back(touch);
    }
    std::stable_sort(script.begin(), script.end(),
                     [](const Touch& a, const Touch& b) { return a.step < b.step; });
    return script;
}

Toucher::Toucher(std::vector<Touch> script, World& world, double tolerance)
    : script_(std::move(script)), world_(world), start_(world.scene()), tolerance_(tolerance) {
    for (std::size_t i = 0; i < world.body_count(); ++i)
        start_boxes_.push_back(box_around(world.body(i).positions()));
}

std::vector<std::string> Toucher::movable() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < world_.body_count(); ++i)
        if (const BodyView body = world_.body(i); body.mass() > 0 && body.name() != bystander_name)
            names.push_back(body.name());
    return names;
}

double Toucher::weight_of(const std::string& body) const {
    const double g = to_vec3(start_.gravity).norm();
    return world_.body(body).mass() * (g > 0 ? g : usual_gravity);
}

TouchEffect Toucher::touch() {
    TouchEffect effect;
    pushes_.clear();
    for (; next_ < script_.size() && script_[next_].step <= world_.steps(); ++next_)
        apply(script_[next_], effect);
    held_.clear();
    for (const GrabState& grab : world_.grabs())
        held_.push_back({grab, to_vec3(world_.body(grab.body).center_of_mass())});
    return effect;
}

void Toucher::apply(const Touch& touch, TouchEffect& effect) {
    const std::vector<std::string> bodies = movable();
    switch (touch.verb) {
        case Verb::Add:
            return add(touch, effect);
        case Verb::Gravity:
            return turn_gravity(touch, effect);
        case Verb::Release: {
            const std::vector<GrabState> grabs = world_.grabs();
            if (!grabs.empty()) world_.release(grabs[touch.which % grabs.size()].id);
            return;
        }
        case Verb::Remove:
            if (bodies.empty()) return;
            world_.remove(world_.find(bodies[touch.which % bodies.size()]));
            effect.lost = true;
            std::erase_if(pushes_,
                          [&](const Push& push) { return push.body == bodies[touch.which % bodies.size()]; });
            return;
        case Verb::Grab:
            if (!bodies.empty()) grab(touch);
            return;
        case Verb::Push: {
            if (bodies.empty()) return;
            const std::string& name = bodies[touch.which % bodies.size()];
            const Vec3 force = touch.amount * weight_of(name) * touch.direction;
            world_.apply_force(world_.find(name), to_array(force));
            pushes_.push_back({name, force, to_vec3(world_.body(name).center_of_mass())});
            return;
        }
        default:
            set_field(touch);
    }
}

/// Above all that is there: a copy of one that the scene starts with and that nothing holds, as it was then.
void Toucher::add(const Touch& touch, TouchEffect& effect) {
    std::vector<std::size_t> choices;
    for (std::size_t i = 0; i < start_.bodies.size(); ++i) {
        const BodyDescription& body = start_.bodies[i];
        if (body.type != BodyType::Static && body.fixed.empty() && body.motion.empty() &&
            body.dynamics != Dynamics::Quasistatic)
            choices.push_back(i);
    }
    if (choices.empty()) return;
    const std::size_t chosen = choices[touch.which % choices.size()];
    Box3 all;
    double top = start_boxes_[chosen].min().y();
    for (std::size_t i = 0; i < world_.body_count(); ++i) {
        if (world_.body(i).name() == bystander_name) continue;
        const Box3 own = box_around(world_.body(i).positions());
        top = std::max(top, own.max().y());
        if (world_.body(i).mass() > 0) all.extend(own);
    }
    const Box3& box = start_boxes_[chosen];
    const Vec3 size = box.sizes();
    BodyDescription body = start_.bodies[chosen];
    body.name = fmt::format("added_{}", ++added_);
    const Vec3 middle = all.isEmpty() ? box.center() : all.center();
    const Vec3 place(middle.x(), top + size.y() * (0.5 + touch.amount) + tolerance_, middle.z());
    const Vec3 moved = to_vec3(body.position) + place - box.center();
    body.position = {short_number(moved.x()), short_number(moved.y()), short_number(moved.z())};
    body.angular_velocity = {};
    const BodyId id = world_.add(body);
    const double mass = world_.body(id).mass();
    effect.brought += mass * (to_vec3(body.velocity).squaredNorm() / 2 -
                              to_vec3(world_.scene().gravity).dot(to_vec3(world_.body(id).center_of_mass())));
    effect.added.push_back(body);
}

void Toucher::grab(const Touch& touch) {
    const std::vector<std::string> bodies = movable();
    const std::string& name = bodies[touch.which % bodies.size()];
    const double mass = world_.body(name).mass(), h = start_.time.step;
    const Box3 box = box_around(world_.body(name).positions());
    const double size = box.sizes().maxCoeff();
    GrabSettings settings;
    if (touch.stiffness > 0) settings.stiffness = mass * touch.stiffness / (h * h);
    if (!touch.is_damped) settings.damping = 0;
    if (touch.force_limit > 0) settings.max_force = touch.force_limit * weight_of(name);
    const Vec3 at = box.center() + size * touch.direction;
    const GrabId id = world_.grab(world_.find(name), to_array(at), settings);
    const Vec3 from = to_vec3(world_.grabs().back().target);
    world_.move(id, to_array(Vec3(from + touch.amount * size * touch.direction)));
}

void Toucher::turn_gravity(const Touch& touch, TouchEffect& effect) {
    const Vec3 before = to_vec3(world_.scene().gravity);
    const double g = to_vec3(start_.gravity).norm();
    if (!(g > 0)) return;
    const Vec3 after = touch.amount * g * (to_vec3(start_.gravity) / g + 0.3 * touch.direction).normalized();
    world_.set("gravity", fmt::format("[{}, {}, {}]", after.x(), after.y(), after.z()));
    const Vec3 change = to_vec3(world_.scene().gravity) - before;
    for (std::size_t i = 0; i < world_.body_count(); ++i)
        if (const BodyView body = world_.body(i); body.name() != bystander_name)
            effect.brought -= body.mass() * change.dot(to_vec3(body.center_of_mass()));
}

void Toucher::set_field(const Touch& touch) {
    switch (touch.verb) {
        case Verb::Friction:
            world_.set("contact.law.friction", touch.amount);
            return;
        case Verb::Damping: {
            auto material = start_.materials.begin();
            std::advance(material, touch.which % start_.materials.size());
            world_.set(fmt::format("materials.{}.damping.stiffness", material->first),
                       touch.amount * start_.time.step);
            return;
        }
        case Verb::Distance:
            // Judged by what the scene starts with, which is more.
            world_.set("contact.detection.distance", std::max(0.3, touch.amount) * tolerance_);
            return;
        case Verb::Cell:
            world_.set("contact.detection.cell", (0.7 + touch.amount) * *start_.contact->detection.cell);
            return;
        case Verb::SolverType:
            world_.set("solver.type", touch.which % 2 == 0 ? "auto" : "nsgs");
            return;
        default:
            return;
    }
}

std::vector<BodyPull> Toucher::pulls() const {
    std::vector<BodyPull> all;
    for (const Push& push : pushes_)
        all.push_back({push.body, push.force,
                       push.force.dot(to_vec3(world_.body(push.body).center_of_mass()) - push.from)});
    for (const GrabState& now : world_.grabs())
        for (const auto& [before, center] : held_) {
            if (before.id != now.id) continue;
            const BodyView body = world_.body(now.body);
            const Vec3 force = to_vec3(now.force), way = to_vec3(now.point) - to_vec3(before.point);
            // A chord of the length s on a circle of the radius r is off its tangent by s²/2r.
            const double chord = (way - to_vec3(body.center_of_mass()) + center).norm(),
                         radius = (to_vec3(before.point) - center).norm();
            all.push_back({body.name(), force, force.dot(way),
                           force.norm() * std::min(chord * chord / (2 * radius), chord)});
        }
    return all;
}

}  // namespace limpet::physics_fuzz
