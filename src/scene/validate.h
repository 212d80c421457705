#pragma once

#include <vector>

#include "limpet/error.h"
#include "limpet/scene.h"

namespace limpet {

/// What validate() throws, as a list.
std::vector<Complaint> complaints_about(const Scene& scene);

}  // namespace limpet
