#pragma once

/// Soft bodies that are crushed until tetrahedra turn inside out, and those of which nothing is left.
///
/// Some inverted tetrahedra recover, or leave a fault that a warning names. A free body with no volume, or a
/// negative one, has turned inside out as a whole: what lies on it has gone through it, no law of elasticity
/// says what it does next, and a run that went on would record bodies that are not there.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/renumbering.h"
#include "limpet/scene.h"
#include "limpet/warning.h"

namespace limpet {

class InvertedElements {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;

    /// After a step. Appends user warnings; each body's is issued once. Throws BreakdownError.
    void look(const Scene& scene, const Bodies& bodies, double time, std::vector<Warning>& warnings);

    /// There are other bodies now, so many.
    void follow(const BodyRenumbering& bodies_before, std::size_t bodies);

private:
    std::vector<bool> warned_;  ///< of each body
};

}  // namespace limpet
