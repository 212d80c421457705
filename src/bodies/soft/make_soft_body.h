#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"
#include "bodies/meshes_by_shape.h"
#include "shapes/meshes/embedding.h"
#include "shapes/meshes/meshes.h"

namespace limpet {

/// Tetrahedra, and a surface that hangs on them.
struct VolumeAndSurface {
    TetMesh volume;
    TriMesh surface;
    BarycentricEmbedding embedding;
};
using SoftMeshes = MeshesByShape<VolumeAndSurface>;

/// Makes the tetrahedra and the surface that a soft body's description asks for, and hangs one on the other.
/// `notes` gets a sentence for everything in a file that was mended or left out.
std::unique_ptr<Body> make_soft_body(const BodyDescription& body, const Scene& scene, SoftMeshes& meshes,
                                     std::vector<std::string>* notes);

}  // namespace limpet
