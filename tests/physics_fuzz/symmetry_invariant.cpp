/// |x'(n) − (Q x(n) + s)| ≤ ε (|x| + |s| + L) until the step before the first contact of either run
///
/// | x, x' | centres of mass, in the scene and in its variant | m |
/// | Q, s | what the variant did: a turn or a mirror, a shift | –, m |
/// | L | size of the body | m |
///
/// So are heights of lowest vertices, which show how bodies are turned, where both runs have the same mesh:
/// all variants leave y as it is, but for the shift.
///
/// ε is 1e-9 of rigid bodies, whose free motion is arithmetic alone, 1e-6 of what deforms, whose linear
/// solves have a tolerance, and 0 where only the order of bodies changed. With half the step a body in free
/// fall may be ahead by ½ g h t. The step before a contact is recorded may move bodies already, where
/// stabilisation finds them in each other at its end. The first push itself comes at the same step, give
/// or take one: which step has it is decided by rounding where a gap is `distance`. Under `ldi` an overlap is
/// seen when a ray goes through it, which another grid of rays may do by a pixel of motion later.

#include <algorithm>
#include <cmath>

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {
namespace {

constexpr double rigid_symmetry_error_ratio = 1e-9, deforming_symmetry_error_ratio = 1e-6;
constexpr int most_steps_apart = 1;
constexpr double pixels_of_tolerance = 2.5;  ///< limpet/audit.h

/// Of a body's momentum: smaller impulses are those of bodies that fall together, face to face, of which
/// rounding decides whether they have a contact.
constexpr double least_push_ratio = 1e-6;

/// The first step in which contacts push or pull.
std::size_t first_push(const SceneRun& run) {
    const double h = run.scene.time.step;
    for (std::size_t n = 0; n < run.moments.size(); ++n)
        for (std::size_t i = 0; i < run.bodies.size(); ++i) {
            const BodyMoment& body = run.moments[n].bodies[i];
            if (h * body.push > least_push_ratio * run.bodies[i].mass * body.fastest) return n;
        }
    return run.moments.size();
}

std::size_t first_contact(const SceneRun& run) {
    for (std::size_t n = 0; n < run.moments.size(); ++n)
        if (anything_touched(run.moments[n].record)) return n;
    return run.moments.size();
}

/// Steps in which bodies move by a pixel when they meet; 0 for other detections.
double steps_of_a_pixel(const SceneRun& run, std::size_t contact) {
    if (run.scene.contact->detection.type != DetectionType::LayeredDepth) return 0;
    double fastest = 0;
    for (const BodyMoment& body : run.moments[std::min(contact, run.moments.size() - 1)].bodies)
        fastest = std::max(fastest, body.fastest);
    const double pixel = run.tolerance / pixels_of_tolerance;
    return fastest > 0 ? pixel / (fastest * run.scene.time.step) : 0;
}

}  // namespace

Violations check_symmetry(const SceneRun& run, const SceneVariant& variant, const SceneRun& other) {
    const std::string name = "symmetry: " + variant.name;
    if (other.moments.empty()) return {{name, {}, 1, 0, "run refused", 0}};
    const std::size_t ratio = static_cast<std::size_t>(variant.steps_ratio);
    const std::size_t mine = first_contact(run), theirs = (first_contact(other) + ratio - 1) / ratio;
    const double h = run.scene.time.step, g = to_vec3(run.scene.gravity).norm();
    Violations found;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        const BodyFacts& body = run.bodies[i];
        const auto same = std::find_if(other.bodies.begin(), other.bodies.end(),
                                       [&](const BodyFacts& b) { return b.name == body.name; });
        const std::size_t j = static_cast<std::size_t>(same - other.bodies.begin());
        const bool rigid = body.type == BodyType::Static || body.type == BodyType::Rigid;
        const double ratio_allowed = variant.name == "reordered" ? 0
                                     : rigid                     ? rigid_symmetry_error_ratio
                                                                 : deforming_symmetry_error_ratio;
        Violation worst{name, {body.name}, 0, 0, "m", 0};
        for (std::size_t n = 0; n + 1 < std::min(mine, theirs); ++n) {
            const Vec3 x = variant.turn * run.moments[n].bodies[i].center + variant.shift;
            const BodyMoment& there = other.moments[n * ratio].bodies[j];
            double error = (there.center - x).norm();
            if (variant.same_meshes)
                error = std::max(
                    error, std::abs(there.lowest - variant.shift.y() - run.moments[n].bodies[i].lowest));
            double limit = ratio_allowed * (x.norm() + variant.shift.norm() + body.size);
            if (ratio > 1) limit += 0.5 * g * h * static_cast<double>(n) * h;
            if (!(error <= limit) && !(error <= worst.value)) {
                worst.value = error;
                worst.limit = limit;
                worst.time = run.moments[n].record.time;
            }
        }
        if (worst.value > 0) found.push_back(worst);
    }
    // Variants of other scenes end at their first contact.
    const auto first = is_rigid_world(run.scene) ? first_push : first_contact;
    const std::size_t my_push = first(run), their_push = (first(other) + ratio - 1) / ratio;
    const double apart = std::abs(static_cast<double>(my_push) - static_cast<double>(their_push));
    const double allowed = most_steps_apart + (ratio > 1 ? 1 : 0) +
                           std::ceil(steps_of_a_pixel(run, std::min(my_push, their_push)));
    // A run that took too long ended before its first push, who knows when.
    const bool unknown = other.end == RunEnd::Slow && first(other) == other.moments.size();
    if (apart > allowed && !unknown) {
        Violation late{name, {}, apart, allowed, "steps to the first push", h * static_cast<double>(my_push)};
        for (const BodyFacts& body : run.bodies)
            if (body.mass > 0) late.bodies.push_back(body.name);
        found.push_back(late);
    }
    return found;
}

}  // namespace limpet::physics_fuzz
