#pragma once

#include <memory>

#include "bodies/body.h"

namespace limpet {

/// Makes the tetrahedra and the surface that a soft body's description asks for, and hangs one on the other.
std::unique_ptr<Body> make_soft_body(const BodyDescription& body, const Scene& scene);

}  // namespace limpet
