// A scene made in code, and a hand in it: a soft cube is pulled off a sticky plate.
#include <limpet/limpet.h>

#include <cmath>
#include <cstdio>

using namespace limpet;

int main() {
    Scene scene;
    scene.name = "touch";
    scene.materials["gel"] = {.density = 1000, .young = 3e4, .poisson = 0.4, .damping = {0, 0.01}};
    BodyDescription plate{.name = "plate", .type = BodyType::Static, .shape = BoxShape{{0.5, 0.02, 0.5}}};
    plate.position = {0, -0.01, 0};
    BodyDescription cube{.name = "cube", .type = BodyType::Soft, .shape = BoxShape{{0.05, 0.05, 0.05}}};
    cube.element = 0.025;
    cube.material = "gel";
    cube.position = {0, 0.025, 0};
    scene.bodies = {plate, cube};
    scene.contact.emplace();
    scene.contact->law.adhesion = AdhesionDescription{.stiffness = 1e6, .energy = 0.5, .initial = 1};

    World world(scene);
    world.on_warning([](const Warning& w) { std::printf("warning: %s\n", warning_text(w).c_str()); });
    const auto bonds = [&] {
        int count = 0;
        for (const ContactFrame& c : world.contacts()) count += c.beta > 0;
        return count;
    };
    for (int i = 0; i < 20; ++i) world.step();
    const int at_first = bonds();

    // The hand: a spring on the top of the cube that is drawn up by 1 mm per step, with 20 N at most.
    const GrabId grab = world.grab(world.find("cube"), {0, 0.05, 0}, {.max_force = 20});
    Vector3 hand = world.grabs().front().point;
    double most = 0;
    for (int i = 0; i < 150; ++i) {
        hand[1] += 0.001;
        world.move(grab, hand);
        world.step();
        most = std::max(most, std::hypot(world.force(grab)[0], world.force(grab)[1], world.force(grab)[2]));
    }
    std::printf("%d bonds at first, %d after a pull of %.3g N\n", at_first, bonds(), most);
    const bool came_off = at_first > 0 && bonds() == 0 && most <= 20;

    // Friction changes, a ball comes under the cube and catches it when it is let go.
    world.set("contact.law.friction", 0.9);
    BodyDescription ball{.name = "ball", .type = BodyType::Rigid, .shape = SphereShape{0.03}};
    ball.density = 2000;
    ball.position = {0, 0.03, 0};
    world.add(ball);
    world.release(grab);
    int touched = 0;
    for (int i = 0; i < 60; ++i) {
        world.step();
        for (const ContactFrame& c : world.contacts()) touched += c.first_body == 1 && c.force[1] != 0;
    }
    std::printf("friction %s, %d touches of the ball\n", world.get("contact.law.friction").c_str(), touched);
    return came_off && touched > 0 && world.get("contact.law.friction") == "0.9" ? 0 : 1;
}
