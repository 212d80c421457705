#pragma once

/// The contact problems of a run's steps as files, for other solvers: `limpet run --dump-problems`.

#include <filesystem>

#include "limpet/world.h"

namespace limpet {

/// Throws InputError if steps of this scene may have problems that files cannot hold.
void refuse_without_problem_files(const Scene& scene);

/// Writes those of the last step, STEM_STEP_GROUP.fc3d, and the same as FCLIB's HDF5 where Limpet is built
/// with it. Throws InputError if a file cannot be written or hold them.
void write_problem_files(const World& world, const std::filesystem::path& folder);

}  // namespace limpet
