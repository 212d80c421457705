/// Boxes on boxes: flush, askew, as a wall, at rest, heavy on light, and in each other from the start.

#include <fmt/format.h>

#include "physics_fuzz/scene_classes.h"

namespace limpet::physics_fuzz {
namespace {

/// Boxes of one footprint above each other. Returns their names' number.
void stack(SceneKit& kit, const std::vector<double>& gaps, double soft_share) {
    Random& random = kit.random();
    const bool cubes = random.chance(0.5);
    const bool meshes = cubes && random.chance(0.3);
    const Vec3 sides =
        kit.size() * (cubes ? Vec3(1, 1, 1) : Vec3{random.pick({1.0, 2.0}), random.pick({0.5, 1.0}), 1});
    const double x = kit.size() * random.pick({0.0, 0.0, 0.4, 1.3}),
                 z = kit.size() * random.pick({0.0, 0.0, -0.7});
    double y = 0;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const Medium medium = kit.any_medium(soft_share);
        const Solid solid = meshes && medium == Medium::Rigid ? kit.mesh_box(sides) : kit.box(sides);
        y += gaps[i] + solid.half.y();
        kit.add(fmt::format("block_{}", i + 1), medium, solid, {x, y, z});
        y += solid.half.y();
    }
}

}  // namespace

void stack_flush(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const double soft_share = random.pick({0.0, 0.0, 0.0, 0.5});
    std::vector<double> gaps = {kit.size() * random.pick({0.0, 0.1, 1.0, 5.0, 10.0})};
    const int more = random.between(1, 3);
    for (int i = 0; i < more; ++i)
        gaps.push_back(kit.size() * random.pick({0.0, 1e-4, 5e-3, 0.05, 0.1, 0.2}));
    stack(kit, gaps, soft_share);
    if (gaps[0] > kit.size()) kit.set_steps(soft_share > 0 ? 100 : 240);
}

void stack_rest(SceneKit& kit) {
    kit.add_floor();
    // What slides off without friction is another matter.
    if (kit.scene().contact->law.friction.at_rest < 0.1) kit.scene().contact->law.friction = Friction(0.3);
    stack(kit, std::vector<double>(kit.random().between(1, 4), 0.0), 0);
}

void stack_askew(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const double soft_share = random.pick({0.0, 0.0, 0.5});
    double y = 0;
    const int count = random.between(2, 4);
    for (int i = 0; i < count; ++i) {
        const Vec3 sides =
            kit.size() * Vec3{random.pick({0.6, 1.0, 1.5}), random.pick({0.5, 1.0}), random.pick({0.6, 1.0})};
        const Solid solid = kit.box(sides);
        const bool tilts = random.chance(0.4);
        const double tall = tilts ? solid.radius() : solid.half.y();
        y += kit.size() * random.pick({0.001, 0.01, 0.1, 0.5}) + tall;
        const Medium medium = kit.any_medium(soft_share);
        BodyDescription& body =
            kit.add(fmt::format("block_{}", i + 1), medium, solid,
                    {kit.size() * random.uniform(-0.3, 0.3), y, kit.size() * random.uniform(-0.3, 0.3)});
        body.rotation = {{0, 1, 0}, static_cast<double>(5 * random.between(-9, 9))};
        if (tilts) body.rotation.axis = {random.uniform(-0.3, 0.3), 1, random.uniform(-0.3, 0.3)};
        y += tall;
    }
    kit.set_steps(soft_share > 0 ? 70 : 160);
}

void wall(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const int rows = random.between(2, 3), columns = random.between(1, 3);
    const Vec3 brick = kit.size() * Vec3(2, 1, 1);
    const double beside = kit.size() * random.pick({0.0, 0.0, 1e-3, 0.02, -2e-3});
    const double above = kit.size() * random.pick({0.0, 0.0, 1e-3, 0.05, -2e-3});
    const double drop = kit.size() * random.pick({0.0, 0.0, 0.0, 0.5, 3.0});
    const bool bond = random.chance(0.8);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const double x = (column + (bond && row % 2 == 1 ? 0.5 : 0.0)) * (brick.x() + beside);
            const double y = drop + brick.y() / 2 + row * (brick.y() + above);
            kit.add(fmt::format("brick_{}_{}", row + 1, column + 1), Medium::Rigid, kit.box(brick),
                    {x, y, 0});
        }
    kit.set_steps(100);
}

void mass_ratio(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const double ratio = random.pick({10.0, 100.0, 1e3, 1e4, 1e6});
    const Medium below = kit.any_medium(0.3);
    const Vec3 sides = kit.size() * Vec3(1, random.pick({0.5, 1.0}), 1);
    const double gap = kit.size() * random.pick({0.0, 0.01, 0.3});
    kit.add("light", below, kit.box(sides), {0, sides.y() / 2, 0});
    const Solid top = random.chance(0.6) ? kit.box(sides) : kit.round_solid();
    BodyDescription& heavy = kit.add("heavy", Medium::Rigid, top, {0, sides.y() + gap + top.half.y(), 0});
    heavy.density = short_number(100 * ratio);
    if (kit.scene().bodies[1].density) kit.scene().bodies[1].density = 100;
    kit.set_steps(below == Medium::Soft ? 60 : 120);
}

void overlapping_start(SceneKit& kit) {
    Random& random = kit.random();
    const bool floor = random.chance(0.5);
    if (floor)
        kit.add_floor();
    else
        kit.no_gravity();
    const double soft_share = random.pick({0.0, 0.5, 1.0});
    const double share = random.pick({0.005, 0.01, 0.05, 0.1, 0.2});
    double y = 0;
    const int count = random.between(2, 3);
    for (int i = 0; i < count; ++i) {
        const Medium medium = kit.any_medium(soft_share);
        const Solid solid = random.chance(0.5) ? kit.box(kit.size() * Vec3(1, 1, 1)) : kit.round_solid();
        if (i > 0) y -= share * kit.size();
        y += solid.half.y();
        kit.add(fmt::format("body_{}", i + 1), medium, solid,
                {kit.size() * random.pick({0.0, 0.1, 0.4}) * i, y, 0});
        y += solid.half.y();
    }
    if (soft_share > 0) kit.set_steps(50);
}

}  // namespace limpet::physics_fuzz
