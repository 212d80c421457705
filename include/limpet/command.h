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
    bool operator==(const AddBody&) const = default;
};

struct RemoveBody {
    BodyId body{};
    bool operator==(const RemoveBody&) const = default;
};

/// For the next step only.
struct ApplyForce {
    BodyId body{};
    Vector3 force{};            ///< [N]
    std::optional<Vector3> at;  ///< a place in the world [m]; none: the centre of mass
    bool operator==(const ApplyForce&) const = default;
};

/// What is left out is chosen by the body's mass.
struct GrabSettings {
    std::optional<double> stiffness;  ///< [N/m]; none: holds the body's weight within 1 cm
    std::optional<double> damping;    ///< [N s/m]; none: critical for the body's mass on this spring
    std::optional<double> max_force;  ///< [N]; none: no limit
    bool operator==(const GrabSettings&) const = default;
};

/// A damped spring from the point of the body's surface nearest to `at`; its target is that point at first.
struct Grab {
    BodyId body{};
    Vector3 at{};  ///< [m]
    GrabSettings settings;
    bool operator==(const Grab&) const = default;
};

struct MoveGrab {
    GrabId grab{};
    Vector3 target{};  ///< [m]
    bool operator==(const MoveGrab&) const = default;
};

struct ReleaseGrab {
    GrabId grab{};
    bool operator==(const ReleaseGrab&) const = default;
};

/// The own frame of a static body, or of a named group of a soft body's or cloth's nodes, goes to a place
/// from where it is, evenly over `duration`, and stays there.
struct MoveTo {
    BodyId body{};
    Vector3 position{};  ///< [m]
    Rotation rotation;
    double duration = 0;     ///< [s]; 0: within the next step
    std::string group = {};  ///< `name` of one of the body's motions; empty: a static body
    bool operator==(const MoveTo&) const = default;
};

/// A straight edge moves from one place to another within the next step, and cuts what it sweeps.
struct Cut {
    std::vector<BodyId> bodies;       ///< soft ones
    std::array<Vector3, 2> from, to;  ///< its two ends [m]
    bool operator==(const Cut&) const = default;
};

/// A field of the scene that is live (docs/scene-reference.md).
struct Set {
    std::string path;   ///< such as "contact.law.friction"
    std::string value;  ///< as a scene file has it, JSON
    bool operator==(const Set&) const = default;
};

using Command = std::variant<AddBody, RemoveBody, ApplyForce, Grab, MoveGrab, ReleaseGrab, MoveTo, Cut, Set>;

/// A command and the step before which it acts: 0 before the first one.
struct RecordedCommand {
    long step = 0;
    Command command;
    bool operator==(const RecordedCommand&) const = default;
};

/// One line of commands.jsonl (docs/outputs.md), without its end; numbers read back to the same double.
/// Reading throws InputError.
std::string to_json(const RecordedCommand& recorded);
RecordedCommand command_from_json(const std::string& line);

/// What a command made, if it made anything.
using CommandResult = std::variant<std::monostate, BodyId, GrabId>;

}  // namespace limpet
