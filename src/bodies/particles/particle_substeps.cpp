/// The substeps of a particles body: forces, pulls, imposed particles, and the pressure that keeps the
/// volume.

#include <fmt/format.h>

#include "bodies/elastic/elastic_system.h"
#include "bodies/particles/enclosed_volume.h"
#include "bodies/particles/particles_body.h"
#include "bodies/particles/relative_damping.h"
#include "limpet/error.h"

namespace limpet {

void ParticlesBody::free_motion(const FreeMotionInput& input) {
    step_.input = input;
    step_.pulls.assign(input.pulls.begin(), input.pulls.end());
    step_.input.pulls = step_.pulls;
    step_.start_v = state_.v;
    step_.carried = state_.lasting();
    step_.first_count = 0;
    begin_step_again(model_.substeps);
    for (int i = 0; i < model_.substeps; ++i) {
        begin_substep();
        end_naturally();
    }
}

void ParticlesBody::begin_step_again(int substeps) {
    step_.sub.count = substeps;
    step_.sub.done = 0;
    step_.sub.k = substep_ = step_.input.h / substeps;
    step_.sub.x = state_.x;
    step_.sub.v = step_.start_v;
    step_.compliance.reset();
}

ParticleSubstep ParticlesBody::begin_substep() {
    if (model_.keeps_volume) volume_gradient(surface_.triangles, step_.sub.x, step_.sub.gradient);
    impose_targets();
    const bool is_known = step_.sub.done == 0 && step_.first_count == step_.sub.count;
    if (is_known) {
        step_.sub.impulse = step_.first_impulse;
    } else {
        gather_impulses();
        add_spring_impulses();
    }
    if (step_.sub.done == 0 && !is_known) {
        step_.first_impulse = step_.sub.impulse;
        step_.first_count = step_.sub.count;
    }
    return {step_.sub.x,        step_.sub.v,        model_.mass,         step_.sub.impulse,
            step_.sub.gradient, held_nodes_.held(), step_.sub.imposed_x, step_.sub.imposed_v};
}

void ParticlesBody::impose_targets() {
    step_.sub.imposed_x = step_.sub.x;
    step_.sub.imposed_v.assign(step_.sub.x.size(), Vec3::Zero());
    if (!model_.any_held) return;
    const std::vector<Keyframes::Pose> poses =
        held_nodes_.poses(step_.input.time + (step_.sub.done + 1) * step_.sub.k);
    for (int i = 0; i < particles(); ++i) {
        if (!held_nodes_.held()[i]) continue;
        step_.sub.imposed_x[i] = held_nodes_.target(i, poses);
        step_.sub.imposed_v[i] = (step_.sub.imposed_x[i] - step_.sub.x[i]) / step_.sub.k;
    }
}

void ParticlesBody::gather_impulses() {
    std::vector<Vec3>& impulse = step_.sub.impulse;
    impulse.assign(step_.sub.x.size(), Vec3::Zero());
    model_.memory.add_forces(step_.sub.x,
                             model_.muscle.stretch(step_.input.time + step_.sub.done * step_.sub.k), impulse);
    if (model_.damping > 0)
        add_damping_forces(model_.memory.neighbourhoods(), model_.damping, model_.mass, step_.sub.x,
                           step_.sub.v, impulse);
    for (std::size_t i = 0; i < impulse.size(); ++i)
        impulse[i] += model_.mass[i] * step_.input.acceleration.at(step_.sub.x[i]);
    for (const Pull& pull : step_.pulls) {
        if (!pull.at)
            for (std::size_t i = 0; i < impulse.size(); ++i)
                impulse[i] += model_.mass[i] / model_.total_mass * pull.force;
        else
            for (int a = 0; a < 3; ++a) impulse[pull.at->vertices[a]] += pull.at->weights[a] * pull.force;
    }
    if (const std::vector<Load>& loads = step_.input.loads; !loads.empty()) {
        add_node_loads(loads, model_.own, model_.mass, impulse);
        add_surface_loads(loads, model_.own, step_.sub.x, surface_.triangles, impulse);
    }
    for (Vec3& p : impulse) p *= step_.sub.k;
    for (std::size_t i = 0; i < step_.carried.size(); ++i) impulse[i] += step_.carried[i] / step_.sub.count;
}

/// Springs are implicit, and feel the pressure, too: (M + S) v⁺ = y + s G with V(x⁺) = V₀ is solved here, and
/// springs give what they exert at v⁺. The pressure found without them is the same then.
void ParticlesBody::add_spring_impulses() {
    const double k = step_.sub.k;
    ParticleSprings springs(step_.pulls, model_.inverse_mass, k);
    if (springs.empty()) return;
    std::vector<Vec3> y(step_.sub.x.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = model_.mass[i] * step_.sub.v[i] + step_.sub.impulse[i];
    for (const Pull& pull : step_.pulls) {
        if (!pull.is_spring()) continue;
        const TrianglePoint& at = *pull.at;
        Vec3 imposed = Vec3::Zero();
        for (int a = 0; a < 3; ++a)
            if (held_nodes_.held()[at.vertices[a]])
                imposed += at.weights[a] * step_.sub.imposed_v[at.vertices[a]];
        const double s = k * k * pull.stiffness + k * pull.damping;
        const Vec3 given = k * pull.stiffness * (pull.target - at.of(step_.sub.x)) - s * imposed;
        for (int a = 0; a < 3; ++a) y[at.vertices[a]] += at.weights[a] * given;
    }
    const ParticleCompliance inverse(model_.inverse_mass, std::move(springs), step_.sub.gradient);
    std::vector<Vec3> v = inverse.times(y), end = step_.sub.x;
    for (std::size_t i = 0; i < v.size(); ++i)
        if (held_nodes_.held()[i]) v[i] = step_.sub.imposed_v[i];
    if (const std::vector<Vec3>& motion = inverse.pressure_motion(); !motion.empty()) {
        std::vector<Vec3> along = motion;
        flat(along) *= k;
        flat(end) += k * flat(v);
        flat(v) += pressure_to_rest(end, along) * flat(motion);
    }
    for (const Pull& pull : step_.pulls) {
        if (!pull.is_spring()) continue;
        Pull spring = pull;
        spring.force.setZero();
        const TrianglePoint& at = *pull.at;
        const Vec3 given = k * spring.force_on({at.of(step_.sub.x), at.of(v)}, k);
        for (int a = 0; a < 3; ++a) step_.sub.impulse[at.vertices[a]] += at.weights[a] * given;
    }
}

void ParticlesBody::end_naturally() {
    std::vector<Vec3> x(step_.sub.x.size()), v(step_.sub.x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        v[i] = held_nodes_.held()[i] ? step_.sub.imposed_v[i]
                                     : Vec3(step_.sub.v[i] + model_.inverse_mass[i] * step_.sub.impulse[i]);
        x[i] = held_nodes_.held()[i] ? step_.sub.imposed_x[i] : Vec3(step_.sub.x[i] + step_.sub.k * v[i]);
    }
    if (model_.keeps_volume && model_.any_free) {
        std::vector<Vec3> along(x.size());
        for (std::size_t i = 0; i < x.size(); ++i)
            along[i] = step_.sub.k * model_.inverse_mass[i] * step_.sub.gradient[i];
        const double s = pressure_to_rest(x, along);
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (held_nodes_.held()[i]) continue;
            v[i] =
                step_.sub.v[i] + model_.inverse_mass[i] * (step_.sub.impulse[i] + s * step_.sub.gradient[i]);
            x[i] = step_.sub.x[i] + step_.sub.k * v[i];
        }
    }
    end_substep(x, v);
}

double ParticlesBody::pressure_to_rest(std::span<const Vec3> x, std::span<const Vec3> along) const {
    require_finite(x);
    const std::optional<double> s = volume_root(surface_.triangles, x, along, model_.rest_volume);
    if (s) return *s;
    throw BreakdownError(fmt::format(
        "particles body '{}': no pressure gives it its volume of {} m^3 again; it is squeezed flat or turned "
        "inside out. A shorter time.step, more substeps or slower motion help",
        name(), model_.rest_volume));
}

double ParticlesBody::volume_excess(std::span<const Vec3> x, std::vector<Vec3>* gradient) const {
    if (!model_.keeps_volume) return 0;
    return (gradient ? volume_gradient(surface_.triangles, x, *gradient)
                     : enclosed_volume(surface_.triangles, x)) -
           model_.rest_volume;
}

void ParticlesBody::end_substep(std::span<const Vec3> x, std::span<const Vec3> v) {
    require_finite(x);
    step_.sub.x.assign(x.begin(), x.end());
    step_.sub.v.assign(v.begin(), v.end());
    if (++step_.sub.done < step_.sub.count) return;
    step_.end_free_motion(state_.x);
    state_.v = step_.free_v;
}

void ParticlesBody::shift_particles(std::span<const Vec3> shift) {
    for (std::size_t i = 0; i < state_.x.size(); ++i) state_.x[i] += shift[i];
    update_surface();
}

std::vector<PulledPoint> ParticlesBody::pulled_points() const {
    const std::vector<Vec3> end = step_.end(state_);
    std::vector<PulledPoint> points;
    for (const Pull& pull : step_.pulls) {
        // Springs pull with what they have at the end of the last substep: x is where the point would have
        // started with its velocity there.
        const Vec3 x = pull.at ? pull.at->of(end) : mass_center(model_.mass, end);
        const Vec3 u = pull.at ? pull.at->of(state_.v) : mean_velocity();
        points.push_back({x - step_.input.h * u, u});
    }
    return points;
}

}  // namespace limpet
