#include "bench/signorini.h"

namespace limpet {
namespace {

constexpr double cell = 0.01;  ///< [m]

Scene soft_box(const std::array<int, 3>& cells) {
    Scene scene;
    scene.time.step = 0.005;
    Material silicone;
    silicone.young = 1e5;
    silicone.poisson = 0.3;
    silicone.damping.stiffness = 0.01;
    scene.materials["silicone"] = silicone;
    BodyDescription box;
    box.name = "box";
    box.type = BodyType::Soft;
    box.shape = BoxShape{{cell * cells[0], cell * cells[1], cell * cells[2]}};
    box.element = cell;
    box.material = "silicone";
    scene.bodies.push_back(box);
    scene.contact.emplace();
    scene.contact->detection.distance = 0.001;
    scene.contact->law.friction = 0;
    return scene;
}

/// A static box whose top is at y = 0.
BodyDescription floor_of(double width) {
    BodyDescription floor;
    floor.name = "floor";
    floor.type = BodyType::Static;
    floor.shape = BoxShape{{width, 0.02, width}};
    floor.position = {0, -0.01, 0};
    return floor;
}

}  // namespace

Scene pressed_spheres(ElasticModel model, Dynamics dynamics, double deeper, bool quick) {
    Scene scene = load_scene("signorini_spheres");
    for (BodyDescription& body : scene.bodies) {
        body.model = model;
        body.dynamics = dynamics;
        body.element = quick ? 0.02 : 0.01;
        for (Motion& motion : body.motion)
            for (Keyframe& key : motion.keyframes) key.displacement[1] *= deeper;
    }
    return scene;
}

Scene box_on_floor(const std::array<int, 3>& cells) {
    Scene scene = soft_box(cells);
    scene.name = "box on a floor";
    scene.bodies[0].position = {0, cell * cells[1] / 2 + 0.002, 0};
    scene.bodies.push_back(floor_of(2 * cell * (cells[0] + cells[2])));
    return scene;
}

Scene box_on_plate(const std::array<int, 3>& cells, double plate) {
    Scene scene = soft_box(cells);
    scene.name = "box on a plate";
    scene.gravity = {0, 0, 0};
    const double top = cell * cells[1] / 2, press_time = 10 * scene.time.step;
    scene.bodies[0].position = {0, top + 0.0005, 0};
    const NodeSelection top_nodes = BoxSelection{{-1e3, top - cell / 2, -1e3}, {1e3, top + cell, 1e3}};
    scene.bodies[0].motion.push_back(
        {top_nodes, {{0, {0, 0, 0}, {}}, {press_time, {0, -0.001, 0}, {}}, {1e3, {0, -0.001, 0}, {}}}});
    scene.bodies.push_back(floor_of(cell * plate));
    return scene;
}

}  // namespace limpet
