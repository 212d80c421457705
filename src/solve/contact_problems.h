#pragma once

#include <vector>

#include "limpet/world.h"
#include "solve/problem.h"

namespace limpet {

/// The contact problems of a world's last step, one per group of bodies that touch. They live until the next
/// step.
std::vector<const Problem*> contact_problems(const World& world);

}  // namespace limpet
