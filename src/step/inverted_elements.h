#pragma once

/// Soft bodies that are crushed until tetrahedra turn inside out.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "limpet/scene.h"
#include "limpet/warning.h"

namespace limpet {

class InvertedElements {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;

    /// After a step. Appends user warnings; each body's is issued once.
    void look(const Scene& scene, const Bodies& bodies, std::vector<Warning>& warnings);

private:
    std::vector<bool> warned_;  ///< of each body
};

}  // namespace limpet
