#include <fmt/format.h>

#include "bodies/keyframes.h"
#include "step/scene_warnings/scene_warnings.h"

namespace limpet {
namespace {

/// How far the nodes of a group are from their places at time 0 when their keyframes take hold: by the
/// displacement, and by the rotation of what is about as far from the body's origin as the group's middle
/// [m].
double jump_of(const Motion& motion, double time) {
    const Keyframes::Pose pose = Keyframes(motion.keyframes).at(time);
    double arm = 0;
    if (motion.nodes) {
        if (const auto* sphere = std::get_if<SphereSelection>(&*motion.nodes))
            arm = to_vec3(sphere->center).norm();
        if (const auto* box = std::get_if<BoxSelection>(&*motion.nodes))
            arm = (to_vec3(box->min) + to_vec3(box->max)).norm() / 2;
    }
    return pose.displacement.norm() + arm * (pose.rotation - Mat3::Identity()).norm() / std::sqrt(2.0);
}

}  // namespace

void warn_of_duration(const Scene& scene, std::vector<Warning>& warnings) {
    const auto [step, duration] = std::pair(scene.time.step, scene.time.duration);
    if (!(step > duration)) return;
    const std::string steps =
        std::lround(duration / step) == 0 ? "nothing is simulated" : "one step is taken";
    warnings.push_back(
        {"step-over-duration",
         {},
         fmt::format("time.step ({:.3g} s) is longer than time.duration ({:.3g} s): {}; a step is "
                     "a thousandth to a hundredth of a second as a rule",
                     step, duration, steps)});
}

/// Nodes are at rest at time 0 and where their keyframes say at the end of the first step. Static bodies
/// start at their first keyframe.
void warn_of_jumps(const Scene& scene, std::vector<Warning>& warnings) {
    for (const BodyDescription& body : scene.bodies) {
        if (body.type == BodyType::Static) continue;
        for (const Motion& motion : body.motion) {
            const double jump = jump_of(motion, 0);
            if (!(jump > 0)) continue;
            warnings.push_back(
                {"keyframe-jump",
                 {body.name},
                 fmt::format(
                     "body \"{}\": its keyframes start {:.3g} m away from where its nodes are at time 0: "
                     "they are moved there in the first step, at {:.3g} m/s; begin with [0, [0, 0, 0]]",
                     body.name, jump, jump_of(motion, scene.time.step) / scene.time.step)});
            break;
        }
    }
}

}  // namespace limpet
