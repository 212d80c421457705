#include "physics_fuzz/scene_classes.h"

#include <fmt/format.h>

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
                                                {"bonded", 6, bonded_pair}};
    return all;
}

Scene random_scene(std::uint64_t seed, std::uint64_t index) {
    Random random(seed, index);
    const std::vector<SceneClass>& classes = scene_classes();
    const int all = std::accumulate(classes.begin(), classes.end(), 0,
                                    [](int sum, const SceneClass& c) { return sum + c.weight; });
    int ticket = random.below(all);
    const SceneClass* chosen = classes.data();
    while (ticket >= chosen->weight) ticket -= (chosen++)->weight;
    SceneKit kit(random, fmt::format("{} {}-{}", chosen->name, seed, index));
    chosen->make(kit);
    // `pgs` knows no friction.
    const ContactLaw& law = kit.scene().contact->law;
    if (law.friction == Friction(0.0) && !law.adhesion && random.chance(0.3))
        kit.scene().solver.type = SolverType::Pgs;
    return kit.scene();
}

std::string class_of(const Scene& scene) {
    return scene.name.substr(0, scene.name.find(' '));
}

}  // namespace limpet::physics_fuzz
