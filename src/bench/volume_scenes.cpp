#include <cmath>

#include "bench/volume.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double closely = 0.05;  ///< how near the number of triangles has to be
constexpr int most_tries = 3;

bool is_box(const BodyDescription& body) {
    return std::holds_alternative<BoxShape>(body.shape);
}

}  // namespace

int triangles_of(const Scene& scene) {
    const World world(scene);
    std::size_t numbers = 0;
    for (std::size_t i = 0; i < world.body_count(); ++i) numbers += world.body(i).triangles().size();
    return static_cast<int>(numbers / 3);
}

Scene with_triangles(Scene scene, int triangles) {
    for (int i = 0; i < most_tries; ++i) {
        const double ratio = static_cast<double>(triangles_of(scene)) / triangles;
        if (std::abs(ratio - 1) < closely) break;
        for (BodyDescription& body : scene.bodies)
            if (!is_box(body) && body.surface) *body.surface *= std::sqrt(ratio);
    }
    return scene;
}

Scene snake(std::optional<double> cell) {
    Scene scene = load_scene("volume_snake");
    scene.contact->detection.cell = cell;
    return scene;
}

Scene coarse(Scene scene) {
    for (BodyDescription& body : scene.bodies)
        if (body.surface) *body.surface *= 2;
    if (auto& pixel = scene.contact->detection.pixel) *pixel *= 2;
    return scene;
}

}  // namespace limpet
