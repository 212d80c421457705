#pragma once

/// What a person, a device or a script does to a running world between two steps, as plain data. Each verb of
/// World makes one of these and applies it; World::on_command() shows them, so that a run can be recorded and
/// repeated to the same bytes.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "limpet/scene.h"

namespace limpet {

/// A body of a world, for as long as it is in it. The scene's bodies are 0, 1, 2, … in their order; numbers
/// of removed bodies are never given again.
enum class BodyId : std::int64_t {};
/// A grab, until it is released or its body removed; counted from 0, never given again.
enum class GrabId : std::int64_t {};

struct AddBody {
    BodyDescription body;
};

struct RemoveBody {
    BodyId body{};
};

/// For the next step only.
struct ApplyForce {
    BodyId body{};
    Vector3 force{};                 ///< [N]
    std::optional<Vector3> at = {};  ///< a place in the world [m]; none: the centre of mass
};

/// What is left out is chosen by the body's mass.
struct GrabSettings {
    std::optional<double> stiffness = {};  ///< [N/m]; none: holds the body's weight within 1 cm
    std::optional<double> damping = {};    ///< [N s/m]; none: critical for the body's mass on this spring
    std::optional<double> max_force = {};  ///< [N]; none: no limit
};

/// A damped spring from the point of the body's surface nearest to `at`; its target is that point at first.
struct Grab {
    BodyId body{};
    Vector3 at{};  ///< [m]
    GrabSettings settings{};
};

struct MoveGrab {
    GrabId grab{};
    Vector3 target{};  ///< [m]
};

struct ReleaseGrab {
    GrabId grab{};
};

/// The own frame of a static body, or of a named group of a soft body's or cloth's nodes, goes to a place
/// from where it is, evenly over `duration`, and stays there.
struct MoveTo {
    BodyId body{};
    Vector3 position{};  ///< [m]
    Rotation rotation;
    double duration = 0;     ///< [s]; 0: within the next step
    std::string group = {};  ///< `name` of one of the body's motions; empty: a static body
};

/// A straight edge moves from one place to another within the next step, and cuts what it sweeps.
struct Cut {
    std::vector<BodyId> bodies;       ///< soft ones; empty: all of them
    std::array<Vector3, 2> from, to;  ///< its two ends [m]
};

/// A field of the scene that is live (docs/scene-reference.md).
struct Set {
    std::string path;   ///< such as "contact.law.friction"
    std::string value;  ///< as a scene file has it, JSON
};

using Command = std::variant<AddBody, RemoveBody, ApplyForce, Grab, MoveGrab, ReleaseGrab, MoveTo, Cut, Set>;

/// What a command made, if it made anything.
using CommandResult = std::variant<std::monostate, BodyId, GrabId>;

}  // namespace limpet
