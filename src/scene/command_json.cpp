/// Commands as JSON, by a schema of their own: {"step": 12, "set": {"path": …, "value": …}}. The first field
/// after the step tells what is done.

#include <algorithm>
#include <cmath>
#include <limits>

#include "limpet/command.h"
#include "scene/complaints.h"
#include "scene/json_reader.h"
#include "scene/quantities.h"
#include "scene/reader.h"
#include "scene/scene_schema.h"
#include "scene/write_json.h"

namespace limpet {
namespace {

using namespace schema;

/// World judges commands before they are recorded: whatever is finite is read back.
constexpr double largest = std::numeric_limits<double>::max();
/// Beyond it steps cannot be counted in doubles, as JSON has them.
constexpr double largest_step = 9007199254740992.0;

constexpr Quantity force_quantity{"a force", "N", "5 (N) or \"5 N\"", {{{1, 1, -2, 0}}}};
constexpr Quantity spring_quantity{"a stiffness", "N/m", "500 (N/m) or \"0.5 N/mm\"", {{{0, 1, -2, 0}}}};
constexpr Quantity damper_quantity{"a damping", "N s/m", "5 (N s/m) or \"5 N s/m\"", {{{0, 1, -1, 0}}}};

Typed<double> at_least_zero(const Quantity& quantity) {
    return number(quantity, {0, largest});
}

Typed<Vector3> any_vector(const Quantity& quantity) {
    return vector(quantity, {-largest, largest});
}

Typed<AddBody> add_command() {
    return object<AddBody>("Add", {field("add", &AddBody::body, body(), "A new body.").required()});
}

Typed<RemoveBody> remove_command() {
    return object<RemoveBody>(
        "Remove", {field("remove", &RemoveBody::body, id<BodyId>(), "A body, by its id.").required()});
}

Typed<ApplyForce> force_command() {
    const auto inner = object<ApplyForce>(
        "Force", {field("body", &ApplyForce::body, id<BodyId>(), "On which it acts.").required(),
                  field("force", &ApplyForce::force, any_vector(force_quantity), "Force.").required(),
                  field("at", &ApplyForce::at, any_vector(quantities::length), "Where, in the world.")});
    return object<ApplyForce>("Apply a force", {nested("apply_force", inner, "A force for the next step.")});
}

Typed<Grab> grab_command() {
    const auto settings = object<GrabSettings>(
        "Grab settings",
        {field("stiffness", &GrabSettings::stiffness, at_least_zero(spring_quantity), "Of the spring."),
         field("damping", &GrabSettings::damping, at_least_zero(damper_quantity), "Of the spring."),
         field("max_force", &GrabSettings::max_force, at_least_zero(force_quantity), "At most.")});
    const auto inner = object<Grab>(
        "Grab", {field("body", &Grab::body, id<BodyId>(), "That is grabbed.").required(),
                 field("at", &Grab::at, any_vector(quantities::length), "Near which point.").required(),
                 field("settings", &Grab::settings, settings, "The spring.")});
    return object<Grab>("Grab a body", {nested("grab", inner, "A spring on a point.")});
}

Typed<MoveGrab> move_command() {
    const auto inner = object<MoveGrab>(
        "Move", {field("grab", &MoveGrab::grab, id<GrabId>(), "That is moved.").required(),
                 field("target", &MoveGrab::target, any_vector(quantities::length), "Where to.").required()});
    return object<MoveGrab>("Move a grab", {nested("move", inner, "The target of a grab.")});
}

Typed<ReleaseGrab> release_command() {
    return object<ReleaseGrab>(
        "Release", {field("release", &ReleaseGrab::grab, id<GrabId>(), "A grab, by its id.").required()});
}

Typed<MoveTo> move_to_command() {
    const auto inner = object<MoveTo>(
        "Move to",
        {field("body", &MoveTo::body, id<BodyId>(), "That is moved.").required(),
         field("position", &MoveTo::position, any_vector(quantities::length), "Where to.").required(),
         field("rotation", &MoveTo::rotation, rotation(), "Rotation that it then has."),
         field("duration", &MoveTo::duration, at_least_zero(quantities::time), "How long it takes."),
         field("group", &MoveTo::group, text(TextRole::Free), "Of the body's nodes.")});
    return object<MoveTo>("Move a body", {nested("move_to", inner, "A body or group goes to a place.")});
}

Typed<std::array<Vector3, 2>> command_edge() {
    const auto end = any_vector(quantities::length);
    return tuple<std::array<Vector3, 2>>("Edge", {place<0, Vector3, 2>("first end", end, "One end."),
                                                  place<1, Vector3, 2>("second end", end, "The other.")});
}

Typed<Cut> cut_command() {
    const auto inner =
        object<Cut>("Cut", {field("bodies", &Cut::bodies, list(id<BodyId>()), "That are cut.").required(),
                            field("from", &Cut::from, command_edge(), "The edge before.").required(),
                            field("to", &Cut::to, command_edge(), "The edge after.").required()});
    return object<Cut>("Cut bodies", {nested("cut", inner, "What an edge sweeps in the next step.")});
}

Typed<Set> set_command() {
    const auto inner =
        object<Set>("Set", {field("path", &Set::path, text(TextRole::Free), "Of a live field.").required(),
                            field("value", &Set::value, text(TextRole::Free), "As JSON.").required()});
    return object<Set>("Set a field", {nested("set", inner, "Another value of a field.")});
}

const Node& command_node() {
    static const Typed<Command> all =
        alternatives("Command", add_command(), remove_command(), force_command(), grab_command(),
                     move_command(), release_command(), move_to_command(), cut_command(), set_command());
    return *all.node;
}

}  // namespace

std::string to_json(const RecordedCommand& recorded) {
    return "{\"step\":" + std::to_string(recorded.step) + "," +
           json_text(command_node(), &recorded.command).substr(1);
}

RecordedCommand command_from_json(const std::string& line) {
    json::Value document = json::read(line, "");
    const json::Value* step = document.find("step");
    const double* number = step ? step->number() : nullptr;
    if (!number || !(*number >= 0) || *number > largest_step || std::floor(*number) != *number)
        throw InputError("step", found_allowed(step ? json::found_text(*step) : "nothing",
                                               "a whole number, the steps taken before"));
    RecordedCommand recorded;
    recorded.step = static_cast<long>(*number);
    std::erase_if(*document.object(), [](const json::Member& member) { return member.name == "step"; });
    Complaints complaints("");
    read_value(command_node(), document, "", "", &recorded.command, complaints);
    complaints.throw_if_any();
    return recorded;
}

}  // namespace limpet
