/// Bodies of particles: that fly, meet, fall and stick, among themselves and with rigid and static bodies,
/// under virtual adhesives and under constraints.

#include <fmt/format.h>

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

}  // namespace

Scene random_cell_scene(std::uint64_t seed, std::uint64_t index) {
    Random random(seed ^ 0x63656c6c73ULL, index);  // "cells": a series of its own
    const int which = random.below(10);
    const char* name = which < 2 ? "cells-fly" : which < 6 ? "cells-meet" : "cells-fall";
    SceneKit kit(random, fmt::format("{} {}-{}", name, seed, index));
    choose_response(kit);
    (which < 2 ? cells_fly : which < 6 ? cells_meet : cells_fall)(kit);
    kit.set_steps(80);
    return kit.scene();
}

}  // namespace limpet::physics_fuzz
