#include "bodies/particles/interior_particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "limpet/error.h"
#include "shapes/distance/solid_of_surface.h"

namespace limpet {
namespace {

/// Explicit steps of more take longer than anybody waits for.
constexpr double most_lattice_points = 1e7;

using LatticeCell = std::array<int, 3>;

LatticeCell cell_of(const Vec3& x, double size) {
    return {static_cast<int>(std::floor(x[0] / size)), static_cast<int>(std::floor(x[1] / size)),
            static_cast<int>(std::floor(x[2] / size))};
}

/// Calls visit(j) for all particles from `first` on in the cells around x.
template <class Visit>
void for_each_near(const std::map<LatticeCell, std::vector<int>>& cells, const LatticeCell& center,
                   Visit&& visit) {
    for (int a = -1; a <= 1; ++a)
        for (int b = -1; b <= 1; ++b)
            for (int c = -1; c <= 1; ++c) {
                const auto found = cells.find({center[0] + a, center[1] + b, center[2] + c});
                if (found == cells.end()) continue;
                for (const int j : found->second) visit(j);
            }
}

int nearest_of(const std::vector<Vec3>& particles, int first, const Vec3& x) {
    int nearest = first;
    double least = std::numeric_limits<double>::infinity();
    for (int j = first; j < static_cast<int>(particles.size()); ++j) {
        const double distance = (particles[j] - x).squaredNorm();
        if (!(distance < least)) continue;
        least = distance;
        nearest = j;
    }
    return nearest;
}

}  // namespace

std::vector<Vec3> interior_particles(const TriMesh& surface, double spacing) {
    const Box3 box = bounds(surface.vertices);
    const double count = (box.sizes() / spacing).array().floor().prod();
    if (count > most_lattice_points)
        throw InputError(
            "interior",
            fmt::format("a spacing of {:.3g} m, which makes about {:.2g} particles in the "
                        "body's box; allowed: up to {:.0g}, that is a spacing of {:.2g} m or more",
                        spacing, count, most_lattice_points,
                        1.05 * spacing * std::cbrt(count / most_lattice_points)));
    const SignedDistance solid = solid_of_surface(surface);
    std::vector<Vec3> inside;
    std::array<int, 3> low{}, high{};
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = static_cast<int>(std::ceil(box.min()[axis] / spacing));
        high[axis] = static_cast<int>(std::floor(box.max()[axis] / spacing));
    }
    for (int i = low[0]; i <= high[0]; ++i)
        for (int j = low[1]; j <= high[1]; ++j)
            for (int k = low[2]; k <= high[2]; ++k) {
                const Vec3 x = spacing * Vec3(i, j, k);
                if (solid.at(x) <= -0.5 * spacing) inside.push_back(x);
            }
    if (inside.empty())
        throw InputError("interior", fmt::format("a spacing of {:.3g} m, of which no point is half a spacing "
                                                 "or more inside the surface; allowed: a smaller one",
                                                 spacing));
    return inside;
}

ParticleLinks interior_links(const std::vector<Vec3>& particles, int first_inside, double spacing) {
    const double range = link_range_ratio * spacing;
    std::map<LatticeCell, std::vector<int>> cells;
    const int count = static_cast<int>(particles.size());
    for (int j = first_inside; j < count; ++j) cells[cell_of(particles[j], range)].push_back(j);
    ParticleLinks links;
    for (int i = 0; i < count; ++i) {
        bool linked = i >= first_inside;
        for_each_near(cells, cell_of(particles[i], range), [&](int j) {
            if (j <= i || (particles[j] - particles[i]).norm() > range) return;
            links.emplace_back(i, j);
            linked = true;
        });
        if (!linked) links.emplace_back(i, nearest_of(particles, first_inside, particles[i]));
    }
    return links;
}

}  // namespace limpet
