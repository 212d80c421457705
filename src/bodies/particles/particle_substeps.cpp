/// The substeps of a particles body: forces, pulls, imposed particles, and the pressure that keeps the
/// volume.

#include <fmt/format.h>

#include <algorithm>

#include "bodies/elastic/elastic_system.h"
#include "bodies/particles/enclosed_volume.h"
#include "bodies/particles/particles_body.h"
#include "bodies/particles/relative_damping.h"
#include "limpet/error.h"

namespace limpet {
namespace {

/// The part of `now` that acted before, too: a times min(1, a·b/|a|²), at least 0.
std::vector<Vec3> lasting(const std::vector<Vec3>& now, const std::vector<Vec3>& before) {
    if (now.empty() || before.empty()) return {};
    std::vector<Vec3> both(now.size(), Vec3::Zero());
    bool any = false;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const double square = now[i].squaredNorm();
        if (!(square > 0)) continue;
        both[i] = std::clamp(now[i].dot(before[i]) / square, 0.0, 1.0) * now[i];
        any = any || both[i].squaredNorm() > 0;
    }
    return any ? both : std::vector<Vec3>();
}

}  // namespace

void ParticlesBody::free_motion(const FreeMotionInput& input) {
    input_ = input;
    pulls_.assign(input.pulls.begin(), input.pulls.end());
    input_.pulls = pulls_;
    start_v_ = v_;
    carried_ = lasting(given_, earlier_);
    begin_step_again(substeps_);
    for (int i = 0; i < substeps_; ++i) {
        begin_substep();
        end_naturally();
    }
}

void ParticlesBody::begin_step_again(int substeps) {
    sub_.count = substeps;
    sub_.done = 0;
    sub_.k = substep_ = input_.h / substeps;
    sub_.x = x_;
    sub_.v = start_v_;
    compliance_.reset();
}

ParticleSubstep ParticlesBody::begin_substep() {
    if (keeps_volume_) volume_gradient(surface_.triangles, sub_.x, sub_.gradient);
    impose_targets();
    gather_impulses();
    add_spring_impulses();
    return {sub_.x, sub_.v, mass_, sub_.impulse, sub_.gradient, held_.held(), sub_.imposed_x, sub_.imposed_v};
}

void ParticlesBody::impose_targets() {
    sub_.imposed_x = sub_.x;
    sub_.imposed_v.assign(sub_.x.size(), Vec3::Zero());
    if (!is_held()) return;
    const std::vector<Keyframes::Pose> poses = held_.poses(input_.time + (sub_.done + 1) * sub_.k);
    for (int i = 0; i < particles(); ++i) {
        if (!held_.held()[i]) continue;
        sub_.imposed_x[i] = held_.target(i, poses);
        sub_.imposed_v[i] = (sub_.imposed_x[i] - sub_.x[i]) / sub_.k;
    }
}

void ParticlesBody::gather_impulses() {
    std::vector<Vec3>& impulse = sub_.impulse;
    impulse.assign(sub_.x.size(), Vec3::Zero());
    memory_.add_forces(sub_.x, muscle_.stretch(input_.time + sub_.done * sub_.k), impulse);
    if (damping_ > 0) add_damping_forces(memory_.neighbourhoods(), damping_, mass_, sub_.x, sub_.v, impulse);
    for (std::size_t i = 0; i < impulse.size(); ++i)
        impulse[i] += mass_[i] * input_.acceleration.at(sub_.x[i]);
    for (const Pull& pull : pulls_) {
        if (!pull.at)
            for (std::size_t i = 0; i < impulse.size(); ++i)
                impulse[i] += mass_[i] / total_mass_ * pull.force;
        else
            for (int a = 0; a < 3; ++a) impulse[pull.at->vertices[a]] += pull.at->weights[a] * pull.force;
    }
    for (Vec3& p : impulse) p *= sub_.k;
    for (std::size_t i = 0; i < carried_.size(); ++i) impulse[i] += carried_[i] / sub_.count;
}

/// Springs are implicit, with the pressure to first order: v⁺ = A⁻¹ y is solved for them, and they give what
/// they exert at v⁺.
void ParticlesBody::add_spring_impulses() {
    const double k = sub_.k;
    ParticleSprings springs(pulls_, inverse_mass_, k);
    if (springs.empty()) return;
    std::vector<Vec3> y(sub_.x.size());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = mass_[i] * sub_.v[i] + sub_.impulse[i];
    for (const Pull& pull : pulls_) {
        if (!pull.is_spring()) continue;
        const TrianglePoint& at = *pull.at;
        Vec3 imposed = Vec3::Zero();
        for (int a = 0; a < 3; ++a)
            if (held_.held()[at.vertices[a]]) imposed += at.weights[a] * sub_.imposed_v[at.vertices[a]];
        const double s = k * k * pull.stiffness + k * pull.damping;
        const Vec3 given = k * pull.stiffness * (pull.target - at.of(sub_.x)) - s * imposed;
        for (int a = 0; a < 3; ++a) y[at.vertices[a]] += at.weights[a] * given;
    }
    const ParticleCompliance inverse(inverse_mass_, std::move(springs), sub_.gradient);
    std::vector<Vec3> v = inverse.times(y);
    for (std::size_t i = 0; i < v.size(); ++i)
        if (held_.held()[i]) v[i] = sub_.imposed_v[i];
    for (const Pull& pull : pulls_) {
        if (!pull.is_spring()) continue;
        Pull spring = pull;
        spring.force.setZero();
        const TrianglePoint& at = *pull.at;
        const Vec3 given = k * spring.force_on({at.of(sub_.x), at.of(v)}, k);
        for (int a = 0; a < 3; ++a) sub_.impulse[at.vertices[a]] += at.weights[a] * given;
    }
}

void ParticlesBody::end_naturally() {
    std::vector<Vec3> x(sub_.x.size()), v(sub_.x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        v[i] = held_.held()[i] ? sub_.imposed_v[i] : Vec3(sub_.v[i] + inverse_mass_[i] * sub_.impulse[i]);
        x[i] = held_.held()[i] ? sub_.imposed_x[i] : Vec3(sub_.x[i] + sub_.k * v[i]);
    }
    if (keeps_volume_ && any_free_) {
        std::vector<Vec3> along(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) along[i] = sub_.k * inverse_mass_[i] * sub_.gradient[i];
        const double s = pressure_to_rest(x, along);
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (held_.held()[i]) continue;
            v[i] = sub_.v[i] + inverse_mass_[i] * (sub_.impulse[i] + s * sub_.gradient[i]);
            x[i] = sub_.x[i] + sub_.k * v[i];
        }
    }
    end_substep(x, v);
}

double ParticlesBody::pressure_to_rest(std::span<const Vec3> x, std::span<const Vec3> along) const {
    require_finite(x);
    const std::optional<double> s = volume_root(surface_.triangles, x, along, rest_volume_);
    if (s) return *s;
    throw BreakdownError(fmt::format(
        "particles body '{}': no pressure gives it its volume of {} m^3 again; it is squeezed flat or turned "
        "inside out. A shorter time.step, more substeps or slower motion help",
        name(), rest_volume_));
}

double ParticlesBody::volume_excess(std::span<const Vec3> x, std::vector<Vec3>* gradient) const {
    if (!keeps_volume_) return 0;
    return (gradient ? volume_gradient(surface_.triangles, x, *gradient)
                     : enclosed_volume(surface_.triangles, x)) -
           rest_volume_;
}

void ParticlesBody::end_substep(std::span<const Vec3> x, std::span<const Vec3> v) {
    require_finite(x);
    sub_.x.assign(x.begin(), x.end());
    sub_.v.assign(v.begin(), v.end());
    if (++sub_.done < sub_.count) return;
    v_ = free_v_ = sub_.v;
    free_x_ = sub_.x;
    lag_.resize(x_.size());
    for (std::size_t i = 0; i < x_.size(); ++i)
        lag_[i] = (free_x_[i] - (x_[i] + input_.h * free_v_[i])) / input_.h;
    applied_ = carried_;
}

void ParticlesBody::shift_particles(std::span<const Vec3> shift) {
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += shift[i];
    update_surface();
}

std::vector<PulledPoint> ParticlesBody::pulled_points() const {
    const std::vector<Vec3> end = end_particles();
    std::vector<PulledPoint> points;
    for (const Pull& pull : pulls_) {
        // Springs pull with what they have at the end of the last substep: x is where the point would have
        // started with its velocity there.
        const Vec3 x = pull.at ? pull.at->of(end) : mass_center(mass_, end);
        const Vec3 u = pull.at ? pull.at->of(v_) : mean_velocity();
        points.push_back({x - input_.h * u, u});
    }
    return points;
}

}  // namespace limpet
