#pragma once

#include <cstdint>

#include "limpet/export.h"

namespace LIMPET_API limpet {

/// How much memory this process may take [bytes], by default half of the machine's. Files, meshes and the
/// matrices of bodies are estimated before they are read or made, and refused with an InputError that says
/// what they would take. An estimate, not a limit of the operating system's: what is counted is the bulk.
std::uint64_t memory_budget() noexcept;
/// 0: the default.
void set_memory_budget(std::uint64_t bytes) noexcept;

}  // namespace limpet
