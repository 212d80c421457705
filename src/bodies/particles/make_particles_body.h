#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"
#include "limpet/scene.h"

namespace limpet {

/// Makes a particles body. Throws InputError about the body's fields. `notes` collects what was repaired.
std::unique_ptr<Body> make_particles_body(const BodyDescription& body, const Scene& scene,
                                          std::vector<std::string>* notes);

}  // namespace limpet
