#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "limpet/frame.h"
#include "limpet/scene.h"
#include "limpet/stages.h"
#include "limpet/threads.h"
#include "limpet/warning.h"

namespace limpet {

class Body;
struct Problem;

/// All that a later step depends on, so that restore() and going on gives the same bytes as never having
/// stopped.
struct WorldState {
    long step = 0;
    double time = 0;  ///< [s]
    struct BodyState {
        std::string name;
        std::vector<double> values;
    };
    std::vector<BodyState> bodies;
    std::vector<double> contacts = {};  ///< what contacts remember; empty without contact
};

/// A probe's columns in probes.csv and its present values; three for a vector, one for a scalar.
struct ProbeReading {
    std::string name;
    std::vector<double> values;
};

/// What there is to see of one body. Spans are flat (x, y, z, x, y, z, …) and live until the next step.
class BodyView {
public:
    const std::string& name() const;
    BodyType type() const;
    std::span<const double> positions() const;   ///< of the surface's vertices [m]
    std::span<const double> velocities() const;  ///< [m/s]
    std::span<const int> triangles() const;
    Vector3 center_of_mass() const;  ///< [m]
    double mass() const;             ///< [kg]; 0 for a static body
    int tetrahedra() const;          ///< of a soft body; else 0

private:
    friend class World;
    explicit BodyView(const Body& body) : body_(&body) {}
    const Body* body_;
};

/// The simulation: bodies, time, and step().
class World {
public:
    /// Checks the scene (validate() in limpet/scene.h) and makes the bodies. Throws InputError with all that
    /// is wrong with its fields, or with its shapes.
    explicit World(Scene scene);
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    /// Goes on by one time step. Throws BreakdownError if a state becomes non-finite, and Interrupted after
    /// request_interruption() (limpet/interruption.h); the world is then of no more use until restore().
    void step();

    double time() const;  ///< [s]
    long steps() const;
    const Scene& scene() const;
    const StepRecord& last_step() const;

    std::size_t body_count() const;
    BodyView body(std::size_t index) const;
    BodyView body(const std::string& name) const;

    std::vector<ProbeReading> probes() const;
    /// The contact problems of the last step, one a group of bodies that touch. They live until the next
    /// step.
    std::vector<const Problem*> contact_problems() const;
    /// Contacts of the last step, with their forces; lives until the next step.
    const std::vector<ContactFrame>& contacts() const;
    /// Warnings about the scene and the steps so far; each is issued once (docs/warnings.md).
    const std::vector<Warning>& warnings() const;
    Frame frame() const;
    WorldState state() const;
    /// Throws InputError if the state is of another scene.
    void restore(const WorldState& state);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace limpet
