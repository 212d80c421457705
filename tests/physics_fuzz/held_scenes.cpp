/// Bodies that something else holds: plates that move, edges of cloth that are fixed, bonds.

#include <fmt/format.h>

#include <cmath>

#include "physics_fuzz/scene_classes.h"

namespace limpet::physics_fuzz {

void squeeze(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const Medium medium = kit.any_medium(0.8);
    const Solid solid = kit.any_solid(medium);
    BodyDescription& pressed = kit.add("pressed", medium, solid, {0, solid.half.y(), 0});
    const bool without_inertia = medium == Medium::Soft && random.chance(0.3);
    // Without inertia something has to hold it. Animals do not fill their box, so that its bottom may be
    // empty.
    if (without_inertia && !std::holds_alternative<ZooShape>(solid.shape)) {
        pressed.dynamics = Dynamics::Quasistatic;
        const double wide = 2 * kit.size();
        pressed.fixed = {
            BoxSelection{{-wide, -wide, -wide}, {wide, short_number(-0.8 * solid.half.y()), wide}}};
    }
    const double plate = kit.size();
    const double gap = 0.02 * kit.size();
    // Rigid bodies cannot give way; the plate then only touches them.
    const double depth = medium == Medium::Soft ? kit.size() * random.pick({0.05, 0.1, 0.2}) : 0.0;
    const double duration = 50 * kit.step();
    BodyDescription& body =
        kit.add("plate", BodyType::Static, kit.box(Vec3(2 * plate, 0.5 * plate, 2 * plate)),
                {0, 2 * solid.half.y() + gap + 0.25 * plate, 0});
    Motion motion;
    motion.keyframes = {{0, {0, 0, 0}, {}},
                        {short_number(0.6 * duration), {0, short_number(-gap - depth), 0}, {}},
                        {short_number(duration), {0, short_number(-gap - depth), 0}, {}}};
    body.motion = {motion};
    kit.set_steps(70);
}

void push(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const int count = random.between(1, 3);
    double x = 0;
    for (int i = 0; i < count; ++i) {
        const Medium medium = kit.any_medium(0.2);
        const Solid solid = random.chance(0.6) ? kit.box(kit.size() * Vec3(1, 1, 1)) : kit.any_solid(medium);
        x += solid.half.x();
        kit.add(fmt::format("body_{}", i + 1), medium, solid, {x, solid.half.y(), 0});
        x += solid.half.x() + kit.size() * random.pick({0.0, 0.02, 0.5});
    }
    BodyDescription& pusher = kit.add("pusher", BodyType::Static, kit.box(kit.size() * Vec3(0.5, 1, 2)),
                                      {-0.35 * kit.size(), 0.6 * kit.size(), 0});
    Motion motion;
    const double duration = 80 * kit.step();
    Keyframe last{
        short_number(duration), {short_number(kit.size() * random.pick({0.3, 1.0, 2.0})), 0, 0}, {}};
    if (random.chance(0.3)) last.rotation = {{0, 1, 0}, random.pick({30.0, 90.0})};
    motion.keyframes = {{0, {0, 0, 0}, {}}, last};
    pusher.motion = {motion};
    kit.set_steps(90);
}

namespace {

/// Cloth has no volume.
void without_layers(SceneKit& kit) {
    if (kit.layered())
        kit.with_detection(kit.random().chance(0.5) ? DetectionType::Proximity : DetectionType::Continuous);
}

}  // namespace

void cloth_pendulum(SceneKit& kit) {
    Random& random = kit.random();
    without_layers(kit);
    const double s = 2 * kit.size();
    BodyDescription& cloth = kit.add_cloth(s, s, {0, 2.2 * kit.size(), 0});
    cloth.fixed = {BoxSelection{{short_number(0.49 * s), -s, -s}, {s, s, s}}};
    if (random.chance(0.7)) {
        const Solid obstacle =
            random.chance(0.5) ? kit.box(kit.size() * Vec3(0.5, 2, 1.5)) : kit.round_solid();
        kit.add("obstacle", BodyType::Static, obstacle,
                {s / 2 + kit.size() * random.pick({0.0, 0.4}), obstacle.half.y() - kit.size(), 0});
    }
}

void cloth_drop(SceneKit& kit) {
    Random& random = kit.random();
    without_layers(kit);
    const double s = 2 * kit.size();
    kit.add_floor();
    const bool loose = random.chance(0.4);
    const Solid solid = kit.any_solid(Medium::Rigid);
    if (loose)
        kit.add("body_1", Medium::Rigid, solid, {0, solid.half.y() + 0.01 * kit.size(), 0});
    else
        kit.add("body_1", BodyType::Static, solid, {0, solid.half.y(), 0});
    BodyDescription& cloth = kit.add_cloth(
        s, s, {0.1 * kit.size(), 2 * solid.half.y() + kit.size() * random.pick({0.05, 0.3, 1.0}), 0});
    if (random.chance(0.3)) cloth.velocity = {0, short_number(-3 * kit.speed()), 0};
    if (random.chance(0.3)) cloth.rotation = {{1, 0, 0}, 20};
}

void bonded_pair(SceneKit& kit) {
    Random& random = kit.random();
    const bool hangs = random.chance(0.6);
    AdhesionDescription bond;
    const double gap = short_number(0.01 * kit.size());
    bond.reference_gap = gap;
    // Holds the weight of a body of 1000 kg/m³ at a tenth to a half of the reference gap.
    bond.stiffness = short_number(1000 * 9.81 * kit.size() / gap * random.pick({2.0, 5.0, 10.0}));
    bond.energy = short_number(0.5 * bond.stiffness * gap * gap * random.pick({0.5, 1.0, 2.0}));
    bond.viscosity = short_number(bond.energy * random.pick({0.0, 0.1}));
    bond.saturation = short_number(1000 * 9.81 * kit.size());
    bond.initial = random.pick({0.0, 1.0, 1.0});
    kit.scene().contact->law.adhesion = bond;
    const SolverType solver = kit.scene().solver.type;
    if (solver == SolverType::UzawaLocal || solver == SolverType::UzawaGlobal ||
        solver == SolverType::InteriorPoint)
        kit.scene().solver = {};
    if (!kit.layered()) kit.scene().contact->detection.distance = short_number(2.5 * gap);
    const Medium medium = kit.any_medium(0.4);
    const Solid solid = random.chance(0.7) ? kit.box(kit.size() * Vec3(1, 1, 1)) : kit.round_solid();
    if (hangs) {
        kit.add("ceiling", BodyType::Static, kit.box(kit.size() * Vec3(4, 1, 4)), {0, 0.5 * kit.size(), 0});
        kit.add("hanging", medium, solid, {0, -solid.half.y(), 0});
    } else {
        kit.no_gravity();
        kit.add("first", medium, solid, {0, -solid.half.y(), 0});
        BodyDescription& second =
            kit.add("second", Medium::Rigid, kit.box(kit.size() * Vec3(1, 1, 1)), {0, 0.5 * kit.size(), 0});
        second.velocity = {0, short_number(kit.speed() * random.pick({-0.5, 0.05, 0.5})), 0};
    }
    kit.set_steps(60);
}

}  // namespace limpet::physics_fuzz
