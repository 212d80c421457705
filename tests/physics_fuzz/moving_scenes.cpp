/// Bodies that fall, roll and slide on a floor, and that fly freely.

#include <fmt/format.h>

#include <cmath>

#include "physics_fuzz/scene_classes.h"

namespace limpet::physics_fuzz {

void pile(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const double soft_share = random.pick({0.0, 0.0, 0.3});
    const int count = random.between(3, 6);
    const double pitch = 1.9 * kit.size();
    for (int i = 0; i < count; ++i) {
        const Medium medium = kit.any_medium(soft_share);
        const Solid solid = kit.any_solid(medium);
        const double x = (i % 2) * 0.6 * pitch + kit.size() * random.uniform(-0.1, 0.1);
        const double z = (i / 2 % 2) * 0.4 * pitch + kit.size() * random.uniform(-0.1, 0.1);
        BodyDescription& body =
            kit.add(fmt::format("body_{}", i + 1), medium, solid, {x, pitch * (i + 0.6), z});
        kit.turn_any_way(body);
        if (random.chance(0.3)) body.velocity = {0, -kit.speed(), 0};
    }
    kit.set_steps(soft_share > 0 ? 80 : 200);
}

void drop(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const double soft_share = random.pick({0.0, 0.0, 0.5, 1.0});
    double y = kit.size() * random.pick({0.05, 0.5, 2.0, 5.0, 10.0});
    const double speed = random.chance(0.3) ? kit.speed() * random.pick({2.0, 5.0, 10.0}) : 0;
    const bool far = y > 3 * kit.size();
    const int count = random.between(1, 3);
    for (int i = 0; i < count; ++i) {
        const Medium medium = kit.any_medium(soft_share);
        const Solid solid = kit.any_solid(medium);
        const bool turned = random.chance(0.5);
        const double tall = turned ? solid.radius() : solid.half.y();
        y += tall;
        BodyDescription& body = kit.add(
            fmt::format("body_{}", i + 1), medium, solid,
            {kit.size() * random.pick({0.0, 0.0, 0.1, 0.3}), y, kit.size() * random.pick({0.0, 0.2})});
        if (turned) kit.turn_any_way(body);
        body.velocity = {0, short_number(-speed), 0};
        y += tall + kit.size() * random.pick({0.005, 0.05, 0.1, 0.5});
    }
    kit.set_steps(soft_share > 0 ? (far ? 100 : 60) : (far ? 260 : 140));
}

void roll(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const Medium medium = kit.any_medium(0.3);
    const double r = short_number(0.4 * kit.size());
    const double v = short_number(kit.speed() * random.pick({0.2, 0.5, 1.0}));
    const bool ball = random.chance(0.6);
    Solid solid =
        ball ? Solid{SphereShape{r}, Vec3::Constant(r), short_number(r / 3), short_number(r / 2)}
             : Solid{CylinderShape{r, 2 * r}, Vec3::Constant(r), short_number(r / 3), short_number(r / 2)};
    BodyDescription& body = kit.add("roller", medium, solid, {0, r, 0});
    if (!ball) body.rotation = {{1, 0, 0}, 90};
    body.velocity = {v, 0, 0};
    if (random.chance(0.6)) body.angular_velocity = {0, 0, short_number(-v / r)};
    if (random.chance(0.4)) kit.scene().gravity = {1.7, -9.66, 0};
}

void slide(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const Medium medium = kit.any_medium(0.3);
    const int count = random.between(1, 3);
    for (int i = 0; i < count; ++i) {
        const Solid solid = random.chance(0.7) ? kit.box(kit.size() * Vec3(1, random.pick({0.3, 1.0}), 1))
                                               : kit.any_solid(medium);
        BodyDescription& body =
            kit.add(fmt::format("body_{}", i + 1), medium, solid, {kit.size() * 1.6 * i, solid.half.y(), 0});
        if (i == 0) body.velocity = {short_number(kit.speed() * random.pick({0.5, 1.0, 3.0})), 0, 0};
    }
    if (random.chance(0.3)) kit.scene().gravity = {3.36, -9.22, 0};
    kit.set_steps(medium == Medium::Soft ? 60 : 140);
}

void throw_together(SceneKit& kit) {
    Random& random = kit.random();
    kit.no_gravity();
    const double soft_share = random.pick({0.0, 0.0, 0.5, 1.0});
    const int count = random.between(2, 3);
    const double v = kit.speed() * random.pick({0.3, 1.0, 3.0});
    for (int i = 0; i < count; ++i) {
        const Medium medium = kit.any_medium(soft_share);
        const Solid solid = kit.any_solid(medium);
        BodyDescription& body =
            kit.add(fmt::format("body_{}", i + 1), medium, solid,
                    {1.9 * kit.size() * i, kit.size() * random.pick({0.0, 0.1, 0.3, 0.5}) * i,
                     kit.size() * random.pick({0.0, 0.2}) * i});
        if (random.chance(0.5)) kit.turn_any_way(body);
        body.velocity = {short_number(i == 0 ? v : -v * random.pick({0.0, 1.0})), 0, 0};
        if (random.chance(0.3))
            body.angular_velocity = {0, short_number(v / kit.size()),
                                     short_number(v / kit.size() * random.uniform(-1, 1))};
    }
    kit.set_steps(soft_share > 0 ? 60 : 140);
}

void spin(SceneKit& kit) {
    Random& random = kit.random();
    kit.no_gravity();
    const Medium medium = kit.any_medium(0.4);
    BodyDescription& body = kit.add("top", medium, kit.any_solid(medium), Vec3::Zero());
    kit.turn_any_way(body);
    const double w = kit.speed() / kit.size() * random.pick({0.1, 0.5, 2.0});
    body.angular_velocity = {short_number(w * random.uniform(-1, 1)), short_number(w),
                             short_number(w * random.uniform(-1, 1))};
    if (random.chance(0.5)) body.velocity = {0, short_number(kit.speed()), 0};
    kit.set_steps(medium == Medium::Soft ? 40 : 200);
}

}  // namespace limpet::physics_fuzz
