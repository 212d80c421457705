#pragma once

/// Times of a scene's steps. A scene's steps do the same work in every run, so it is run several times and
/// each stage's time is its smallest in that step: what other programs took from one run is not in the
/// others. A step's total is the sum of its stages.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "limpet/bench.h"
#include "limpet/scene.h"
#include "limpet/stages.h"

namespace limpet {

std::vector<StepRecord> measure_steps(const Scene& scene, int steps, int repeats);

/// Those from the first with a contact on, `count` at most.
std::span<const StepRecord> first_touching(const std::vector<StepRecord>& steps, std::size_t count);

double median_ms(std::span<const StepRecord> steps, Stage stage);
double worst_ms(std::span<const StepRecord> steps, Stage stage);

/// "n contacts", the stages' names, "total", "worst": columns of a table, and one row's cells for them.
std::vector<std::string> step_columns();
/// Medians over the steps, stage by stage and of the whole, and the slowest step.
std::vector<BenchCell> step_cells(std::span<const StepRecord> steps);

}  // namespace limpet
