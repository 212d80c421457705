#pragma once

/// Blades that cut soft bodies, as the scene says, and strokes of one that is moved by hand
/// (limpet/command.h): the stage `cut`. What they do to a mesh is in shapes/cut/cut_mesh.h.
///
/// A stroke cuts bodies where they are. One that begins where the last one ended, a step later, goes on with
/// it: its edge is swept against the bodies' motion in between, so that nothing is left out between two
/// strokes.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bodies/keyframes.h"
#include "bodies/soft/soft_body.h"
#include "limpet/scene.h"
#include "shapes/cut/edge_crossing.h"

namespace limpet {

class Blades {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    Blades() = default;
    /// Throws InputError if a body that a blade is to cut cannot be cut.
    Blades(const Scene& scene, const Bodies& bodies);

    /// There are other bodies now. Throws InputError, and nothing changes, if one that is to be cut cannot
    /// be.
    void follow(const Bodies& bodies);
    /// Before a step: the next cut() makes this stroke, too, through these bodies. Throws InputError, and
    /// nothing changes, if one of them cannot be cut.
    void add_stroke(const std::vector<int>& bodies, MovingEdge edge, long step);

    /// Before a step: planes whose time has come cut, and edges what they swept, against the bodies' motion,
    /// in the step before. Returned are the bodies that have another surface now, ascending.
    std::vector<int> cut(long step, double h);
    /// Bodies that may be cut.
    const std::vector<int>& bodies() const { return bodies_; }

    /// Strokes that are still to be made, and where the last one ended; nothing without strokes.
    std::vector<double> state() const;
    [[nodiscard]] bool set_state(std::span<const double> values);

private:
    struct Blade {
        BladeDescription description;
        Keyframes keyframes;
        bool cuts(const Body& body) const;
        std::array<Vec3, 2> edge_at(double time) const;
        std::vector<EdgeCrossing> crossings(const SoftBody& body, double before, double now) const;
    };
    struct Stroke {
        MovingEdge edge;
        bool goes_on = false;  ///< from the last one, in the step after it
        long step = 0;         ///< that it cuts before
        int blade = 0;         ///< number of the blade, for the meshes
        std::vector<int> bodies{};
    };
    /// The soft body, that may be cut. Throws InputError.
    static SoftBody& soft(Body& body);
    void list_bodies();

    std::vector<Blade> blades_;
    std::vector<Body*> all_;       ///< bodies of the world
    std::vector<int> bodies_;      ///< that may be cut
    std::vector<SoftBody*> soft_;  ///< by body; null where it is not cut
    std::vector<Stroke> strokes_;  ///< to be made
    std::optional<Stroke> last_;   ///< stroke that was asked for
};

}  // namespace limpet
