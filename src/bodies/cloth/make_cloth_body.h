#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"

namespace limpet {

/// Makes the cloth that a description asks for: its shape's surface becomes a sheet. `notes` gets a sentence
/// for everything in a file that was mended or left out.
std::unique_ptr<Body> make_cloth_body(const BodyDescription& body, const Scene& scene,
                                      std::vector<std::string>* notes);

}  // namespace limpet
