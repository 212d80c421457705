#include "scene/quantities.h"
#include "scene/scene_schema.h"

namespace limpet::schema {
namespace {

/// Forces that hands and devices can bear; larger ones are no limit.
constexpr Range device_force{1e-3, 1e3};

Typed<HapticTool> tool() {
    return object_or_text<HapticTool>(
        "Tool",
        {field("body", &HapticTool::body, text(TextRole::Name), "Name of the body that the device moves.")
             .required(),
         field("group", &HapticTool::group, text(TextRole::Name),
               "Of a soft body or cloth: the `name` of the motion whose nodes the device moves.")
             .when_left_out("the whole body, which is rigid or static")},
        &HapticTool::body);
}

Typed<HapticCoupling> coupling() {
    return object<HapticCoupling>(
        "Coupling",
        {field("stiffness", &HapticCoupling::stiffness, number(quantities::spring_stiffness, {1, 1e6}),
               "Of the springs between device and tool, all together; where they act, at six points of the "
               "tool's surface, gives their stiffness against turning."),
         field("damping", &HapticCoupling::damping, number(quantities::spring_damping, {0, 1e4}),
               "Of the same springs.")});
}

Typed<HapticOperator> hand() {
    return object<HapticOperator>(
        "Hand",
        {field("mass", &HapticOperator::mass, number(quantities::mass, {1e-3, 100}),
               "Of the hand and the handle it holds."),
         field("stiffness", &HapticOperator::stiffness, number(quantities::spring_stiffness, {0, 1e5}),
               "Of the muscles that lead the hand along its path."),
         field("damping", &HapticOperator::damping, number(quantities::spring_damping, {0, 1e4}),
               "Of these muscles."),
         field("path", &HapticOperator::path, list(keyframe("Keyframe of a hand", "the handle"), 2),
               "Where the hand wants to be when, from where it starts: `[t, [dx, dy, dz]]` or `[t, [dx, dy, "
               "dz], {\"axis\": …, \"degrees\": …}]`, linear in between.")
             .when_left_out("none; `--device operator` then needs a file")});
}

}  // namespace

Typed<HapticsDescription> haptics() {
    return object<HapticsDescription>(
        "Haptics",
        {field("tool", &HapticsDescription::tool, tool(), "What the device moves.").required(),
         field("scale", &HapticsDescription::scale, number(quantities::ratio, {1e-6, 1e6}),
               "Displacement of the tool per displacement of the device. The device's force is the tool's "
               "times this, so that their powers are equal."),
         field("origin", &HapticsDescription::origin, vector(quantities::length, any_coordinate),
               "Where the device's first position puts the tool's own origin, or a rigid tool's centre of "
               "mass.")
             .when_left_out("where the tool is at the start"),
         field("coupling", &HapticsDescription::coupling, coupling(),
               "What links the device and the tool: a damped spring.")
             .when_left_out("the fields' defaults"),
         field("max_force", &HapticsDescription::max_force, number(quantities::force, device_force),
               "The device never gets more. Torques are limited to this force at the tool's radius."),
         field("max_force_rate", &HapticsDescription::max_force_rate,
               number(quantities::force_rate, {1, 1e6}), "The force never changes faster; torques as above."),
         field("max_speed", &HapticsDescription::max_speed, number(quantities::velocity, {1e-3, 1e3}),
               "A device that moves faster between two positions is at fault."),
         field("stale_after", &HapticsDescription::stale_after, number(quantities::time, {1e-3, 1}),
               "With no position for so long, the force is zero; it fades from half of it on."),
         field("ramp", &HapticsDescription::ramp, number(quantities::time, {0, 10}),
               "The force comes in over this time, at the start and after a fault."),
         field("operator", &HapticsDescription::hand, hand(), "The simulated hand of `--device operator`.")
             .when_left_out("the fields' defaults")});
}

}  // namespace limpet::schema
