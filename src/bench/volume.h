#pragma once

/// The parts of the bench `volume`, and the scenes that they measure.

#include <optional>
#include <string>
#include <vector>

#include "bench/bench_parts.h"
#include "limpet/scene.h"

namespace limpet {

/// Of all bodies.
int triangles_of(const Scene& scene);

/// The scene with edges of all surfaces but boxes so much shorter, or longer, that it has about so many
/// triangles.
Scene with_triangles(Scene scene, int triangles);

/// `volume_snake` with cells of this size [m]; none: mono-volume.
Scene snake(std::optional<double> cell);

/// The scene with elements, triangles and pixels twice as long, to see that a bench works.
Scene coarse(Scene scene);

/// Cells of the snake's grid that give about 1, 6, 18 and 41 contacts; 0: none [m].
inline constexpr double snake_cells[] = {0, 0.1, 0.045, 0.024};

/// J. Allard et al. 2010, Table 1.
void bench_volume_table(BenchSheet& sheet);
/// Fig. 7: the snake's place after being pulled, against proximity.
void bench_volume_snake(BenchSheet& sheet);
/// Fig. 6: what is left of an overlap after one solve.
void bench_volume_parting(BenchSheet& sheet);
/// Times and contacts over triangles, pixels and cells; asked for alone as the row of this name.
inline constexpr const char* volume_growth_row = "growth";
void bench_volume_growth(BenchSheet& sheet);

}  // namespace limpet
