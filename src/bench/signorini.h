#pragma once

/// The parts of the bench `signorini`, and the scenes that they measure.

#include <array>

#include "bench/bench_parts.h"
#include "limpet/scene.h"

namespace limpet {

/// `signorini_spheres` with elements of 1 cm, these dynamics and this model, pressed `deeper` times as far;
/// for tests with fewer elements.
Scene pressed_spheres(ElasticModel model, Dynamics dynamics, double deeper, bool quick);

/// A soft box of so many cells of 1 cm, five tetrahedra each, that falls 2 mm on a static floor.
Scene box_on_floor(const std::array<int, 3>& cells);

/// A soft box of so many cells of 1 cm whose top is pressed down by 1 mm within ten steps, on a square plate
/// as wide as `plate` cells, in the middle below it.
Scene box_on_plate(const std::array<int, 3>& cells, double plate);

/// 70 contacts of two spheres: building the problem, and 100 sweeps over it.
void bench_signorini_problem(BenchSheet& sheet);
/// Whole steps of two spheres, and of a box on a floor.
void bench_signorini_steps(BenchSheet& sheet);
/// Stages against numbers of contacts and of tetrahedra.
void bench_signorini_growth(BenchSheet& sheet);

}  // namespace limpet
