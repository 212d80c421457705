#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/cells.h"

namespace limpet {
namespace {

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Of those places of the densest packing of balls whose centres are `spacing` apart that are nearest to the
/// middle, so many. [m]
std::vector<Vector3> packed_places(int count, double spacing) {
    struct Place {
        double squared;
        std::array<int, 3> at;  ///< of the face-centred cubic lattice: even sums
        bool operator<(const Place& other) const {
            return squared != other.squared ? squared < other.squared : at < other.at;
        }
    };
    const int reach = static_cast<int>(std::ceil(std::cbrt(count))) + 2;
    std::vector<Place> places;
    for (int i = -reach; i <= reach; ++i)
        for (int j = -reach; j <= reach; ++j)
            for (int k = -reach; k <= reach; ++k)
                if ((i + j + k) % 2 == 0)
                    places.push_back({static_cast<double>(i * i + j * j + k * k), {i, j, k}});
    std::sort(places.begin(), places.end());
    std::vector<Vector3> out;
    for (int n = 0; n < count; ++n) {
        const std::array<int, 3>& at = places[static_cast<std::size_t>(n)].at;
        const double scale = spacing / std::sqrt(2.0);
        out.push_back({scale * at[0], scale * at[1], scale * at[2]});
    }
    return out;
}

}  // namespace

Scene with_bodies(Scene scene, const std::vector<std::string>& names) {
    std::erase_if(scene.bodies, [&](const BodyDescription& b) { return !is_one_of(b.name, names); });
    std::erase_if(scene.probes, [&](const ProbeDescription& p) { return !is_one_of(p.body, names); });
    for (AttractorDescription& attractor : scene.attractors)
        std::erase_if(attractor.bodies, [&](const std::string& name) { return !is_one_of(name, names); });
    std::erase_if(scene.attractors, [](const AttractorDescription& a) { return a.bodies.empty(); });
    std::erase_if(scene.contact->pairs, [&](const ContactPair& p) {
        return !is_one_of(p.bodies[0], names) || !is_one_of(p.bodies[1], names);
    });
    return scene;
}

double cell_radius(const Scene& aggregate) {
    return std::get<SphereShape>(aggregate.bodies.front().shape).radius;
}

Scene cell_aggregate(int cells) {
    Scene scene = load_scene("cells_aggregate");
    const BodyDescription cell = scene.bodies.front();
    const Vector3 middle = scene.attractors.front().position;
    scene.bodies.clear();
    scene.probes.clear();
    for (const Vector3& place : packed_places(cells, 2 * cell_radius(load_scene("cells_aggregate")))) {
        BodyDescription body = cell;
        body.name = fmt::format("cell_{}", scene.bodies.size());
        for (std::size_t i = 0; i < 3; ++i) {
            body.velocity[i] = -contraction_rate * place[i];
            body.position[i] = middle[i] + place[i];
        }
        scene.bodies.push_back(std::move(body));
    }
    return scene;
}

}  // namespace limpet
