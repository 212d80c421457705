#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"
#include "limpet/error.h"
#include "limpet/scene.h"
#include "limpet/warning.h"

namespace limpet {

/// Makes the scene's bodies: reads or makes their meshes, places them, sets them moving.
/// Throws one InputError with the complaints about all of them, each with the line of its field.
/// `warnings` gets one for everything in a file that was mended or left out.
std::vector<std::unique_ptr<Body>> make_bodies(const Scene& scene, std::vector<Warning>* warnings = nullptr);

/// Makes one more body for a scene. Throws InputError about the body's own fields.
std::unique_ptr<Body> make_body(const BodyDescription& body, const Scene& scene,
                                std::vector<Warning>* warnings = nullptr);

/// Index of the body with that name. Throws InputError about `field` if there is none.
int body_index(const std::vector<std::unique_ptr<Body>>& bodies, const std::string& name, const char* field);

/// Puts a complaint about a field, or what the field is in, at its line of the scene file.
Complaint in_scene_file(Complaint complaint, const Scene& scene);

}  // namespace limpet
