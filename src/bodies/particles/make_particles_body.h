#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"
#include "limpet/scene.h"

namespace limpet {

/// Makes a particles body. Throws InputError about the body's fields. `notes` collects what was repaired.
/// `alike`: a particles body of the scene that was made before, if any; one of many equal ones is not judged
/// again, which takes longer than making it.
std::unique_ptr<Body> make_particles_body(const BodyDescription& body, const Scene& scene,
                                          std::vector<std::string>* notes, const Body* alike = nullptr);

}  // namespace limpet
