#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"

namespace limpet {

/// Makes the tetrahedra and the surface that a soft body's description asks for, and hangs one on the other.
/// `notes` gets a sentence for everything in a file that was mended or left out.
std::unique_ptr<Body> make_soft_body(const BodyDescription& body, const Scene& scene,
                                     std::vector<std::string>* notes);

}  // namespace limpet
