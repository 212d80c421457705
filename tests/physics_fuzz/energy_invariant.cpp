/// E(n) − G(n) − min_{k ≤ n} (E(k) − G(k)) ≤ 0.01 S + Σ m g D + Σ Y V (d/L)²
///
/// | E | kinetic, elastic, potential and bond energy | J |
/// | G | work of grabs and pushes since time 0, Σ f · Δx, and what added bodies and gravity brought | J |
/// | S | largest kinetic and largest elastic energy so far, and ranges of the potential one and of work | J |
/// | d | tolerance of overlap; where bodies start in each other the depth of the deepest pair | m |
/// | D | the same with depths of all pairs: what lies on a stack is lifted by all that part below | m |
/// | Y, V, L | Young's modulus, volume and size of soft bodies | Pa, m³, m |
///
/// What bounces has h g √(2 M K) more, M the mass and K the largest kinetic energy of all: a recorded
/// velocity is the mean over the step before, so that on its way up a ball has h g m v more than on its way
/// down at the same height.
///
/// 1 %: what docs/contact.md promises of hard hits. The other terms are what it may cost to take overlap of
/// depth d out of positions: weights are lifted by D, soft bodies are strained by d/L. Scenes with
/// keyframes and muscles are judged from the last keyframe on, those with bonds from the first step on: bonds
/// that are there at the start are recorded by then. Where a body is removed, the sum starts anew after the
/// next step: nobody measures what it took along.

#include <algorithm>
#include <cmath>

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {
namespace {

constexpr double most_growth_ratio = 0.01;

double judged_from(const Scene& scene) {
    double last = scene.contact && scene.contact->law.adhesion ? scene.time.step / 2 : 0;
    for (const BodyDescription& body : scene.bodies) {
        for (const Motion& motion : body.motion) last = std::max(last, motion.keyframes.back().time);
        if (body.muscle) last = std::max(last, body.muscle->contraction.back().time);
    }
    return last;
}

double parting_work(const SceneRun& run) {
    const double start = run.start_overlaps.empty() ? 0 : run.start_overlaps.front().depth;
    const double depth = run.tolerance + start, g = to_vec3(run.scene.gravity).norm();
    double lift = run.tolerance;
    for (const Overlap& overlap : run.start_overlaps) lift += overlap.depth;
    double work = 0;
    for (const BodyFacts& body : run.bodies) {
        work += body.mass * g * lift;
        if (body.size > 0) work += body.young * body.volume * depth * depth / (body.size * body.size);
    }
    return work;
}

double between_up_and_down(const SceneRun& run, double kinetic) {
    if (!run.scene.contact || run.scene.contact->law.restitution == 0) return 0;
    double mass = 0;
    for (const BodyFacts& body : run.bodies) mass += body.mass;
    return run.scene.time.step * to_vec3(run.scene.gravity).norm() * std::sqrt(2 * mass * kinetic);
}

}  // namespace

Violations check_energy(const SceneRun& run) {
    const double from = judged_from(run.scene), allowance = parting_work(run);
    double lowest = 0, kinetic = 0, elastic = 0, bonds = 0, low = 0, high = 0;
    double work = 0, least_work = 0, most_work = 0, work_error = 0, brought = 0;
    bool started = false;
    Violation worst{"energy", {}, 0, 0, "J", 0};
    for (const Moment& m : run.moments) {
        work += m.work;
        work_error += m.work_error;
        brought += m.brought;
        if (m.record.time < from) continue;
        const double e = m.energy() - work - brought, p = m.record.potential - brought;
        if (!started || m.lost) {
            lowest = e;
            low = high = p;
            least_work = most_work = work;
            work_error = 0;
            started = true;
        }
        least_work = std::min(least_work, work);
        most_work = std::max(most_work, work);
        kinetic = std::max(kinetic, m.record.kinetic);
        elastic = std::max(elastic, m.record.elastic);
        bonds = std::max(bonds, m.record.adhesive_energy);
        low = std::min(low, p);
        high = std::max(high, p);
        lowest = std::min(lowest, e);
        // Rounding counts for itself: energies are sums of terms that are far larger than their differences.
        const double limit =
            most_growth_ratio * (kinetic + elastic + bonds + high - low + most_work - least_work) +
            allowance + work_error + between_up_and_down(run, kinetic) +
            1e-12 * (std::abs(m.record.potential) + std::abs(brought));
        const double growth = e - lowest;
        if (!(growth <= limit) && !(growth * worst.limit <= worst.value * limit && worst.limit > 0)) {
            worst.value = growth;
            worst.limit = limit;
            worst.time = m.record.time;
        }
    }
    if (worst.limit == 0) return {};
    for (const BodyFacts& body : run.bodies)
        if (body.mass > 0) worst.bodies.push_back(body.name);
    return {worst};
}

}  // namespace limpet::physics_fuzz
