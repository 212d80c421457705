/// Bodies that meet themselves: cloth that folds, rings that are pressed flat.

#include <cmath>

#include "physics_fuzz/scene_classes.h"

namespace limpet::physics_fuzz {
namespace {

/// Falls on its edge, or lies over a bar and hangs down on both sides of it.
void folding_cloth(SceneKit& kit) {
    Random& random = kit.random();
    if (kit.layered())  // cloth has no volume
        kit.with_detection(random.chance(0.5) ? DetectionType::Proximity : DetectionType::Continuous);
    const double s = 2 * kit.size();
    kit.add_floor();
    if (random.chance(0.6)) {
        BodyDescription& cloth = kit.add_cloth(s, s, {0, 0.52 * s, 0});
        cloth.rotation = {{1, 0, 0}, random.pick({70.0, 80.0, 85.0})};
        cloth.velocity = {0, short_number(-kit.speed() * random.pick({0.0, 1.0, 2.0})), 0};
        return;
    }
    BodyDescription& cloth = kit.add_cloth(s, s, {0, 1.2 * s, 0});
    cloth.velocity = {0, short_number(-kit.speed() * random.pick({0.0, 2.0})), 0};
    kit.add("bar", BodyType::Static, kit.box(Vec3(0.1 * s, 0.1 * s, 2 * s)), {0, 1.1 * s, 0});
}

/// A ring on its rim, pressed until its hole is closed.
void flattened_ring(SceneKit& kit) {
    Random& random = kit.random();
    kit.add_floor();
    const double s = kit.size(), radius = 0.4 * s, tube = 0.15 * s, half = radius + tube;
    const Solid ring{TorusShape{short_number(radius), short_number(tube)},
                     {half, tube, half},
                     short_number(s / 8),
                     short_number(s / 6)};
    BodyDescription& body = kit.add("ring", Medium::Soft, ring, {0, half, 0});
    body.rotation = {{1, 0, 0}, 90};
    const double gap = 0.02 * s, depth = s * random.pick({0.4, 0.5, 0.55}), duration = 60 * kit.step();
    BodyDescription& plate =
        kit.add("plate", BodyType::Static, kit.box(s * Vec3(2, 0.5, 2)), {0, 2 * half + gap + 0.25 * s, 0});
    Motion motion;
    motion.keyframes = {{0, {0, 0, 0}, {}},
                        {short_number(0.7 * duration), {0, short_number(-gap - depth), 0}, {}},
                        {short_number(duration), {0, short_number(-gap - depth), 0}, {}}};
    plate.motion = {motion};
    kit.set_steps(70);
}

}  // namespace

void self_contact(SceneKit& kit) {
    if (kit.random().chance(0.6))
        folding_cloth(kit);
    else
        flattened_ring(kit);
    kit.scene().contact->detection.self = true;
}

}  // namespace limpet::physics_fuzz
