#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "limpet/cell.h"
#include "limpet/command.h"
#include "limpet/export.h"
#include "limpet/frame.h"
#include "limpet/scene.h"
#include "limpet/stages.h"
#include "limpet/threads.h"
#include "limpet/warning.h"

namespace limpet {
class Body;
struct Problem;
struct ToolProblem;
}  // namespace limpet

namespace LIMPET_API limpet {

/// All that a later step depends on, so that restore() and going on gives the same bytes as never having
/// stopped.
struct WorldState {
    long step = 0;
    double time = 0;  ///< [s]
    struct BodyState {
        std::string name;
        std::vector<double> values;
        bool operator==(const BodyState&) const = default;
    };
    std::vector<BodyState> bodies;
    std::vector<double> contacts = {};   ///< what contacts remember; empty without contact
    std::vector<double> commanded = {};  ///< grabs, forces for the next step, strokes of a blade; empty: none
    std::vector<double> shown = {};  ///< what the last step shows of itself: its row but for times, contacts
    /// In what later steps depend on: all but `shown`.
    bool operator==(const WorldState& other) const {
        return step == other.step && time == other.time && bodies == other.bodies &&
               contacts == other.contacts && commanded == other.commanded;
    }
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

/// A grab that holds, as it is now.
struct GrabState {
    GrabId id{};
    BodyId body{};
    Vector3 point{}, target{};  ///< where the grabbed point is, and what it is pulled to [m]
    Vector3 force{};            ///< on the body, in the step just taken [N]
};

/// What a ray meets first.
struct Pick {
    BodyId body{};
    int triangle = 0;     ///< of the body's surface
    Vector3 weights{};    ///< of its three vertices; they add up to 1
    Vector3 point{};      ///< [m]
    double distance = 0;  ///< from the ray's origin [m]
};

/// The simulation: bodies, time, step(), and what can be done between two steps.
class World {
public:
    /// Checks the scene (validate() in limpet/scene.h) and makes the bodies. Throws InputError with all that
    /// is wrong with its fields, or with its shapes.
    explicit World(Scene scene);
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    /// Goes on by one time step. Throws BreakdownError if a state becomes non-finite, and Interrupted after
    /// request_interruption() (limpet/interruption.h). The step is then half done, and what the world shows
    /// means nothing until restore() takes it back to a state that state() gave before.
    void step();

    double time() const;  ///< [s]
    long steps() const;
    const Scene& scene() const;
    const StepRecord& last_step() const;

    std::size_t body_count() const;
    BodyView body(std::size_t index) const;
    BodyView body(const std::string& name) const;
    BodyView body(BodyId id) const;
    BodyId id(std::size_t index) const;
    BodyId find(const std::string& name) const;

    std::vector<ProbeReading> probes() const;
    /// Contacts of the last step, with their forces; lives until the next step.
    const std::vector<ContactFrame>& contacts() const;
    /// The bodies of particles, in their order, as the last step left them.
    std::vector<CellReading> cells() const;
    /// Warnings about the scene and the steps so far; each is issued once (docs/warnings.md).
    const std::vector<Warning>& warnings() const;
    Frame frame() const;
    /// `spent`: a state that is no longer needed, whose memory the new one takes.
    WorldState state(WorldState spent = {}) const;
    /// Goes on from a state of the same scene with the same bodies: a world to which the same add(),
    /// remove(), set() and cut() were done before gives the same bytes from there on. Grabs, forces and what
    /// move_to() moves are part of the state. Throws InputError if the state does not fit, and nothing
    /// changes.
    void restore(const WorldState& state);

    /// What follows is done between two steps (docs/cpp-api.md). Whatever is wrong about a call throws
    /// InputError, and nothing changes.

    /// Its contacts start with the next step. It comes after all other bodies.
    BodyId add(BodyDescription body);
    /// Its contacts, bonds and grabs go with it. Indices of bodies behind it fall by one, ids stay.
    void remove(BodyId body);

    /// Pulls at a body that can move in the next step only [N]; at a place in the world [m], of a soft body
    /// or cloth the nearest point of its surface; without a place, at the centre of mass.
    void apply_force(BodyId body, const Vector3& force, const std::optional<Vector3>& at = {});
    /// Holds the point of a body's surface that is nearest to `at` [m] by a damped spring, which is stable
    /// for any stiffness. Its target is that point until move().
    GrabId grab(BodyId body, const Vector3& at, const GrabSettings& settings = {});
    void move(GrabId grab, const Vector3& target);
    void release(GrabId grab);
    /// On the body, in the step just taken; never more than the grab's `max_force` [N].
    Vector3 force(GrabId grab) const;
    std::vector<GrabState> grabs() const;

    /// Takes the own frame of a static body, or of a soft body's or cloth's nodes whose `motion` has the name
    /// `group`, to a place and a rotation, evenly over `duration` [s]. There it stays.
    void move_to(BodyId body, const Vector3& position, const Rotation& rotation, double duration,
                 const std::string& group = "");
    /// Moves an edge, given by its ends [m], through soft bodies (none: all of them) at the start of the next
    /// step. A cut that begins where the last one ended, a step later, goes on with it.
    void cut(const std::vector<BodyId>& bodies, const std::array<Vector3, 2>& from,
             const std::array<Vector3, 2>& to);

    /// Gives a live field of the scene (docs/scene-reference.md) another value from the next step on:
    /// "contact.law.friction", "bodies.brick.friction", "gravity[1]". `value` is JSON or a text as it stands,
    /// units included: "0.3", "2 mm".
    void set(const std::string& path, const std::string& value);
    void set(const std::string& path, double value);
    /// Any field of the scene as JSON; "null" where it is left out and has no value.
    std::string get(const std::string& path) const;

    /// The first triangle of any surface that a ray meets.
    std::optional<Pick> pick(const Vector3& origin, const Vector3& direction) const;

    /// What each verb above does, as data; returns the id that add() or grab() would.
    CommandResult apply(const Command& command);
    /// Calls `listener` with each command that was accepted and the step before which it acts, from now on.
    void on_command(std::function<void(long step, const Command&)> listener);
    /// Calls `listener` with each warning once: at once with those issued so far, then as they are issued.
    void on_warning(std::function<void(const Warning&)> listener);

private:
    friend std::vector<const Problem*> contact_problems(const World& world);
    friend void find_tool_problem(const World& world, BodyId tool, const Vector3& reference,
                                  ToolProblem& problem);
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace limpet
