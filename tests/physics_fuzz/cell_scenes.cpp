/// Bodies of particles: that fly, meet, fall and stick, among themselves and with rigid and static bodies,
/// under virtual adhesives and under constraints; some drawn by attractors, some muscles, some attached.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics_fuzz/scene_classes.h"

namespace limpet::physics_fuzz {
namespace {

constexpr double mean_density = 400;  ///< of what a body's box encloses [kg/m^3]
/// Of a particle's own frequency times its substep. A mesh has particles of a third of the mean mass, and its
/// highest frequency is up to twice that of one particle; the scheme holds up to 2.
constexpr double most_phase = 0.3;

double box_area(const Vec3& half) {
    return 8 * (half.x() * half.y() + half.y() * half.z() + half.z() * half.x());
}

BodyDescription& add_cell(SceneKit& kit, const std::string& name, const Vec3& position) {
    Random& random = kit.random();
    Solid solid = kit.any_solid(Medium::Soft);
    const double edge = short_number(kit.size() * random.pick({0.15, 0.2, 0.3}));
    BodyDescription& body = kit.add(name, BodyType::Particles, solid, position);
    body.surface = edge;
    body.mass = short_number(mean_density * 8 * solid.half.prod());
    body.substeps = random.pick({1, 1, 2, 4});
    const double substep = kit.step() / body.substeps;
    const double count = box_area(solid.half) / (edge * edge * std::numbers::sqrt3 / 2);
    const double phase = most_phase * random.pick({0.1, 0.3, 1.0});
    body.shape_memory = short_number(*body.mass / count * phase * phase / (substep * substep));
    if (random.chance(0.5)) body.damping = short_number(random.pick({0.01, 0.1}) / substep);
    if (random.chance(0.2)) body.volume_preservation = false;
    if (random.chance(0.5)) kit.turn_any_way(body);
    return body;
}

/// Zones need distances, not images; `anticipation` has no volume.
void choose_response(SceneKit& kit) {
    Random& random = kit.random();
    ContactSettings& contact = *kit.scene().contact;
    if (kit.scene().solver.type == SolverType::Anticipation) kit.scene().solver.type = SolverType::Auto;
    if (random.chance(0.3)) return;
    if (kit.layered()) kit.with_detection(random.pick({DetectionType::Proximity, DetectionType::Continuous}));
    contact.response = ContactResponse::VirtualAdhesive;
    const double step = kit.step();
    if (random.chance(0.5))
        contact.kappa = short_number(kit.size() * random.pick({1e-6, 1e-5, 1e-4, 1e-3, 1e-2}));
    else  // As much as stops a body of this size and speed within a step, and down to a thousandth of it.
        contact.strength = short_number(mean_density * kit.size() * kit.speed() / step *
                                        random.pick({1e-3, 1e-2, 1e-1, 1.0}));
}

void cells_fly(SceneKit& kit) {
    Random& random = kit.random();
    kit.no_gravity();
    BodyDescription& body = add_cell(kit, "cell_1", Vec3::Zero());
    const double w = kit.speed() / kit.size() * random.pick({0.1, 0.5, 1.0});
    body.angular_velocity = {short_number(w * random.uniform(-1, 1)), short_number(w),
                             short_number(w * random.uniform(-1, 1))};
    body.velocity = {0, short_number(kit.speed() * random.pick({0.0, 1.0})), 0};
}

void cells_meet(SceneKit& kit) {
    Random& random = kit.random();
    kit.no_gravity();
    const int count = random.between(2, 4);
    const double v = kit.speed() * random.pick({0.1, 0.3, 1.0});
    const bool with_rigid = random.chance(0.3);
    for (int i = 0; i < count; ++i) {
        const Vec3 place(1.7 * kit.size() * i, kit.size() * random.pick({0.0, 0.1, 0.3}) * i,
                         kit.size() * random.pick({0.0, 0.2}) * i);
        BodyDescription& body = with_rigid && i == 1
                                    ? kit.add("rigid", BodyType::Rigid, kit.any_solid(Medium::Rigid), place)
                                    : add_cell(kit, fmt::format("cell_{}", i + 1), place);
        if (body.type == BodyType::Rigid) body.density = 1000;
        body.velocity = {short_number(i == 0 ? v : -v * random.pick({0.0, 0.5, 1.0})), 0, 0};
        if (random.chance(0.3))
            body.angular_velocity = {0, short_number(v / kit.size() * random.uniform(-1, 1)), 0};
    }
}

void cells_fall(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const int count = random.between(1, 3);
    double y = 0.05 * kit.size();
    for (int i = 0; i < count; ++i) {
        y += 1.2 * kit.size();
        BodyDescription& body =
            add_cell(kit, fmt::format("cell_{}", i + 1), {kit.size() * random.pick({0.0, 0.1, 0.3}), y, 0});
        body.velocity = {short_number(kit.speed() * random.pick({0.0, 0.0, 0.5})), 0, 0};
    }
}

/// Pulls, or pushes, as hard as gravity, and harder. Its core is as wide as steps can follow.
void add_attractor(SceneKit& kit, Random& random) {
    AttractorDescription attractor;
    const double s = kit.size();
    attractor.position = {short_number(s * random.uniform(-1, 3)), short_number(s * random.uniform(0, 3)),
                          short_number(s * random.uniform(-1, 1))};
    attractor.strength = short_number(kit.speed() * kit.speed() / s * random.pick({-0.5, 0.3, 1.0, 3.0}));
    attractor.core = short_number(0.3 * s);
    attractor.falloff = random.pick({Falloff::None, Falloff::Linear, Falloff::InverseSquare});
    if (attractor.falloff != Falloff::None) attractor.range = short_number(s * random.pick({2.0, 5.0}));
    if (random.chance(0.3)) attractor.bodies = {"cell_1"};
    kit.scene().attractors.push_back(attractor);
}

/// Contracts within the first half of the scene, and stays so.
void make_muscle(SceneKit& kit, Random& random, BodyDescription& body) {
    MuscleDescription muscle;
    muscle.axis = random.pick({Vector3{1, 0, 0}, Vector3{0, 1, 0}, Vector3{1, 1, 0}});
    const double duration = kit.scene().time.duration;
    muscle.contraction = {{0, 0},
                          {short_number(duration * random.pick({0.25, 0.5})), random.pick({0.1, 0.2, 0.3})}};
    body.muscle = muscle;
}

/// A bone beside the first body, and one half of that on it.
void attach_bone(SceneKit& kit, Random& random, const BodyDescription& first) {
    BodyDescription bone;
    const double s = kit.size();
    bone.name = "bone";
    bone.type = random.chance(0.8) ? BodyType::Rigid : BodyType::Static;
    bone.shape = BoxShape{{short_number(0.4 * s), short_number(0.4 * s), short_number(0.4 * s)}};
    if (bone.type == BodyType::Rigid) {
        bone.density = 1000;
        bone.velocity = first.velocity;
    }
    const Vec3 beside = to_vec3(first.position) + Vec3(-1.3 * s, 0, 0);
    bone.position = {short_number(beside.x()), short_number(beside.y()), short_number(beside.z())};
    kit.scene().bodies.push_back(bone);
    kit.scene().attachments.push_back({{"cell_1", "bone"},
                                       {{short_number(-9 * s), short_number(-9 * s), short_number(-9 * s)},
                                        {0, short_number(9 * s), short_number(9 * s)}}});
}

/// With random numbers of its own: scenes without any of it are as they were.
void add_to_cells(SceneKit& kit, std::uint64_t seed, std::uint64_t index) {
    Random random(seed ^ 0x6d757363ULL, index);
    std::vector<BodyDescription>& bodies = kit.scene().bodies;
    const auto first = std::find_if(bodies.begin(), bodies.end(),
                                    [](const BodyDescription& b) { return b.type == BodyType::Particles; });
    if (random.chance(0.3)) add_attractor(kit, random);
    if (random.chance(0.2) && first->stretch_at_start == Vector3{1, 1, 1}) make_muscle(kit, random, *first);
    if (random.chance(0.2) && first->name == "cell_1") attach_bone(kit, random, BodyDescription(*first));
}

}  // namespace

Scene random_cell_scene(std::uint64_t seed, std::uint64_t index) {
    Random random(seed ^ 0x63656c6c73ULL, index);  // "cells": a series of its own
    const int which = random.below(10);
    const char* name = which < 2 ? "cells-fly" : which < 6 ? "cells-meet" : "cells-fall";
    SceneKit kit(random, fmt::format("{} {}-{}", name, seed, index));
    choose_response(kit);
    (which < 2 ? cells_fly : which < 6 ? cells_meet : cells_fall)(kit);
    kit.set_steps(80);
    add_to_cells(kit, seed, index);
    return kit.scene();
}

}  // namespace limpet::physics_fuzz
