#pragma once

/// The parts of the bench `cells`, and the scenes that they measure.

#include <string>
#include <vector>

#include "bench/bench_parts.h"
#include "limpet/scene.h"

namespace limpet {

/// The scene with these bodies alone, and what else names them.
Scene with_bodies(Scene scene, const std::vector<std::string>& names);

/// How fast packed cells start towards the middle, by their distance: neighbours of 10 µm, which are 1 µm
/// apart at their faces, meet within 20 steps [1/s].
inline constexpr double contraction_rate = 600;

/// The first cell of `cells_aggregate` so many times, packed as densely as balls can be around the attractor,
/// on the way to its middle.
Scene cell_aggregate(int cells);

/// Radius of its cells at rest [m].
double cell_radius(const Scene& aggregate);

/// Times of detection and response in the paper's five scenes.
void bench_cells_table(BenchSheet& sheet);
/// Time, memory and overlap over numbers of cells, on one and two threads.
void bench_cells_growth(BenchSheet& sheet);
/// How a ball moves along a plane, over κ and over strength.
void bench_cells_rolling(BenchSheet& sheet);

}  // namespace limpet
