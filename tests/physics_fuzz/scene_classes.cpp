#include "physics_fuzz/scene_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace limpet::physics_fuzz {

const std::vector<SceneClass>& scene_classes() {
    static const std::vector<SceneClass> all = {{"stack-flush", 10, stack_flush},
                                                {"stack-rest", 5, stack_rest},
                                                {"stack-askew", 8, stack_askew},
                                                {"wall", 6, wall},
                                                {"mass-ratio", 5, mass_ratio},
                                                {"overlapping-start", 8, overlapping_start},
                                                {"pile", 10, pile},
                                                {"drop", 12, drop},
                                                {"roll", 5, roll},
                                                {"slide", 4, slide},
                                                {"throw", 10, throw_together},
                                                {"spin", 4, spin},
                                                {"squeeze", 5, squeeze},
                                                {"push", 4, push},
                                                {"cloth-pendulum", 4, cloth_pendulum},
                                                {"cloth-drop", 4, cloth_drop},
                                                {"bonded", 6, bonded_pair},
                                                // Weight 0: takes the place of others, see below.
                                                {"self-contact", 0, self_contact}};
    return all;
}

namespace {

/// What was added to series later has random numbers of its own, so that scenes without it stay as they are.
constexpr std::uint64_t second_stream = 0x8f5c28f5c28f5c29ULL;
constexpr std::uint64_t third_stream = 0x6a09e667f3bcc909ULL;
constexpr double self_contact_share = 0.04;
constexpr double restitution_share = 0.15, turned_on_a_lathe_share = 0.2;
constexpr double newton_share = 0.3;  // of scenes without W

bool body_deforms(const BodyDescription& body) {
    return body.type == BodyType::Soft || body.type == BodyType::Cloth;
}

/// `pgs` knows no friction, `lemke` has problems of at most 600 rows: few rigid bodies if there is friction.
/// `anticipation` needs inertia.
void choose_solver(Scene& scene, Random& random, Random& second) {
    const ContactLaw& law = scene.contact->law;
    const bool frictionless = law.friction == Friction(0.0) && !law.adhesion;
    if (frictionless && random.chance(0.3))
        scene.solver.type = SolverType::Pgs;
    else if (frictionless && second.chance(0.3))
        scene.solver.type = SolverType::Lemke;
    const bool small =
        scene.bodies.size() <= 3 && std::none_of(scene.bodies.begin(), scene.bodies.end(), body_deforms);
    if (!frictionless && !law.adhesion && small && second.chance(0.04)) {
        scene.solver.type = SolverType::Lemke;
        scene.solver.cone = ConeType::Pyramid;
    }
    if (!frictionless && scene.solver.type == SolverType::Auto && second.chance(0.04))
        scene.solver.type = SolverType::BlockPgs;
    const bool without_inertia = std::any_of(scene.bodies.begin(), scene.bodies.end(), [](const auto& body) {
        return body.dynamics == Dynamics::Quasistatic;
    });
    if (without_inertia && scene.solver.type == SolverType::Anticipation)
        scene.solver.type = SolverType::Auto;
    if (scene.solver.type == SolverType::BlockPgs)
        scene.solver.cone = second.pick({ConeType::Exact, ConeType::Pyramid, ConeType::Box});
}

/// Rigid boxes of scenes in which these fall or fly become cylinders or cones that fit into them. Under `ldi`
/// no cones: of an apex, images see a volume that is too small to hold it off.
void turn_on_a_lathe(Scene& scene, Random& random) {
    for (BodyDescription& body : scene.bodies) {
        const auto* box = std::get_if<BoxShape>(&body.shape);
        if (body.type != BodyType::Rigid || !box || !random.chance(0.7)) continue;
        const double radius = short_number(std::min(box->size[0], box->size[2]) / 2), height = box->size[1];
        if (random.chance(0.5) || scene.contact->detection.type == DetectionType::LayeredDepth)
            body.shape = CylinderShape{radius, height};
        else
            body.shape = ConeShape{radius, height};
    }
}

bool falls_or_flies(const std::string& name) {
    return name == "pile" || name == "drop" || name == "throw";
}

}  // namespace

Scene random_scene(std::uint64_t seed, std::uint64_t index) {
    Random random(seed, index);
    const std::vector<SceneClass>& classes = scene_classes();
    const int all = std::accumulate(classes.begin(), classes.end(), 0,
                                    [](int sum, const SceneClass& c) { return sum + c.weight; });
    int ticket = random.below(all);
    const SceneClass* chosen = classes.data();
    while (ticket >= chosen->weight) ticket -= (chosen++)->weight;
    Random second(seed ^ second_stream, index);
    if (second.chance(self_contact_share)) chosen = &classes.back();
    SceneKit kit(random, fmt::format("{} {}-{}", chosen->name, seed, index));
    chosen->make(kit);
    Scene& scene = kit.scene();
    choose_solver(scene, random, second);
    if (std::any_of(scene.bodies.begin(), scene.bodies.end(), body_deforms) && second.chance(0.25))
        scene.contact->detection.self = true;
    Random third(seed ^ third_stream, index);
    if (third.chance(turned_on_a_lathe_share) && falls_or_flies(chosen->name)) turn_on_a_lathe(scene, third);
    if (third.chance(restitution_share)) scene.contact->law.restitution = third.pick({0.3, 0.6, 0.9, 1.0});
    if (scene.solver.type == SolverType::Anticipation && third.chance(newton_share))
        scene.solver.type = SolverType::Newton;
    return scene;
}

std::string class_of(const Scene& scene) {
    return scene.name.substr(0, scene.name.find(' '));
}

}  // namespace limpet::physics_fuzz
