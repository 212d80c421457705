#pragma once

#include <string>
#include <vector>

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {

/// In the order of severity.
enum class Outcome {
    Good,
    Expected,   ///< violations of a kind that has a name and a figure (expected.h)
    Spoken,     ///< violations that a warning names
    Slow,       ///< more wall time than a scene may take; judged as far as it came
    Breakdown,  ///< BreakdownError: the run stopped with a sentence
    Refused,    ///< InputError: the generator made a scene that is none
    Silent,     ///< violations that nobody was told of: failures
};

std::string outcome_name(Outcome outcome);

struct Judgement {
    Outcome outcome = Outcome::Good;
    Violations silent;               ///< neither spoken nor expected
    std::vector<std::string> lines;  ///< one per violation, breakdown or warning
    double seconds = 0;
    void raise(Outcome to);  ///< to this outcome, if it is more severe
};

/// Runs a scene and judges it. `index` chooses the symmetry it is tried for.
Judgement judge_scene(const Scene& scene, const std::string& folder, int index,
                      double seconds = RunLimits{}.seconds);

/// The same of a scene that is touched at random while it runs. `commands`, if given, is what was done.
Judgement judge_touched(const Scene& scene, const std::string& folder, std::uint64_t seed, int index,
                        double seconds = RunLimits{}.seconds,
                        std::vector<RecordedCommand>* commands = nullptr);

/// Detection, solver, step and bodies in a line.
std::string settings_text(const Scene& scene);

}  // namespace limpet::physics_fuzz
