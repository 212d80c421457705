#pragma once

/// A contact problem as FCLIB keeps them, HDF5: V. Acary et al., FCLIB: a collection of discrete 3D
/// frictional contact problems (2014). Its "local" problem is ours: W in compressed rows (nz = −2), q = u⁰,
/// mu.

#include <filesystem>

#include "solve/problem.h"

namespace limpet {

/// Whether Limpet was built with HDF5.
bool has_fclib_files();
/// Throws InputError if the file cannot be written, or Limpet was built without HDF5.
void write_fclib(const Problem& problem, const std::filesystem::path& path);

}  // namespace limpet
