#include "bodies/particles/particles_body.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "bodies/elastic/elastic_system.h"
#include "bodies/particles/enclosed_volume.h"
#include "limpet/error.h"

namespace limpet {
namespace {

double sheet_area(const Surface& surface) {
    double sum = 0;
    for (const auto& [a, b, c] : surface.triangles) {
        const std::vector<Vec3>& x = surface.positions;
        sum += 0.5 * (x[b] - x[a]).cross(x[c] - x[a]).norm();
    }
    return sum;
}

}  // namespace

ParticleModel::ParticleModel(ParticlesBodyParts& parts, const std::vector<char>& held)
    : own(std::move(parts.cloud.own)),
      mass(std::move(parts.cloud.mass)),
      memory(Neighbourhoods(own, mass, parts.cloud.links), parts.shape_memory, parts.strain_memory),
      muscle(std::move(parts.muscle)),
      damping(parts.damping),
      substeps(parts.substeps),
      keeps_volume(parts.keeps_volume),
      thickness(parts.thickness) {
    for (std::size_t i = 0; i < mass.size(); ++i) {
        total_mass += mass[i];
        inverse_mass.push_back(held[i] ? 0 : 1 / mass[i]);
    }
    const auto is_free = [](double w) { return w > 0; };
    any_free = std::any_of(inverse_mass.begin(), inverse_mass.end(), is_free);
    any_held = !std::all_of(inverse_mass.begin(), inverse_mass.end(), is_free);
    if (keeps_volume) rest_volume = enclosed_volume(parts.cloud.triangles, own);
}

ParticlesBody::ParticlesBody(ParticlesBodyParts parts)
    : NodalBody(std::move(parts.name), BodyType::Particles,
                HeldNodes(parts.cloud.own, parts.placement, parts.fixed, parts.motion)),
      model_(parts, held_nodes_.held()),
      substep_(parts.step / parts.substeps) {
    state_.stretch = model_.muscle.stretch(state_.time);
    const int vertices = parts.cloud.surface_vertices;
    const std::vector<Vec3> rest(model_.own.begin(), model_.own.begin() + vertices);
    complex_ = model_.thickness > 0
                   ? CollisionComplex::of_sheet(parts.cloud.triangles, rest, model_.thickness / 2)
                   : CollisionComplex::of_triangles(parts.cloud.triangles, vertices);
    surface_.positions.resize(vertices);
    surface_.velocities.resize(vertices);
    surface_.triangles = std::move(parts.cloud.triangles);
    set_moving(parts);
    update_surface();
}

void ParticlesBody::set_moving(const ParticlesBodyParts& parts) {
    for (const Vec3& own : model_.own)
        state_.x.push_back(parts.placement.rotation * parts.stretch.cwiseProduct(own) +
                           parts.placement.position);
    const Vec3 center = center_of_mass();
    state_.v.assign(state_.x.size(), Vec3::Zero());
    for (std::size_t i = 0; i < state_.x.size(); ++i)
        if (model_.inverse_mass[i] > 0)
            state_.v[i] = parts.velocity + parts.angular_velocity.cross(state_.x[i] - center);
}

void ParticlesBody::advance(double h) {
    std::vector<Vec3> end = step_.end(state_);
    if (h != step_.input.h)
        for (std::size_t i = 0; i < end.size(); ++i)
            end[i] = state_.x[i] + h / step_.input.h * (end[i] - state_.x[i]);
    state_.x = std::move(end);
    if (h != step_.input.h) project_volume(state_.x);
    require_finite(state_.x);
    state_.time = step_.input.time + step_.input.h;
    state_.stretch = model_.muscle.stretch(state_.time);
    state_.earlier = std::move(state_.given);
    state_.given = std::move(step_.applied);
    step_.forget();
    update_surface();
}

void ParticlesBody::update_surface() {
    std::copy_n(state_.x.begin(), surface_.positions.size(), surface_.positions.begin());
    std::copy_n(state_.v.begin(), surface_.velocities.size(), surface_.velocities.begin());
}

void ParticlesBody::require_finite(std::span<const Vec3> x) const {
    for (std::size_t i = 0; i < x.size(); ++i)
        if (!x[i].allFinite())
            throw BreakdownError(
                fmt::format("particles body '{}': the position of particle {} is no longer a finite number. "
                            "Most often the step is too long for how fast the body or its held particles "
                            "move; a shorter time.step or more substeps help",
                            name(), i));
}

Mat3 ParticlesBody::rotation() const {
    return best_rotation(model_.mass, model_.own, state_.x);
}

double ParticlesBody::volume() const {
    return model_.thickness > 0 ? model_.thickness * sheet_area(surface_)
                                : enclosed_volume(surface_.triangles, state_.x);
}

Energies ParticlesBody::energies(const AccelerationField& field) const {
    std::vector<Vec3> middle = state_.x;
    flat(middle) -= 0.5 * substep_ * flat(state_.v);
    Energies e;
    e.kinetic = state_.kinetic_energy(model_.mass);
    e.elastic = model_.memory.energy(middle, state_.stretch);
    for (std::size_t i = 0; i < middle.size(); ++i)
        e.potential += model_.mass[i] * field.potential(middle[i]);
    return e;
}

std::vector<Vec3> ParticlesBody::own_points(LoadedPoints points) const {
    std::vector<Vec3> own = model_.own;
    if (points == LoadedPoints::SurfaceVertices) own.resize(surface_.positions.size());
    return own;
}

void ParticlesBody::add_to_frame(BodyFrame& frame) const {
    frame.nodes = to_arrays(state_.x);
    frame.node_velocities = to_arrays(state_.v);
}

void ParticlesBody::append_state(std::vector<double>& values) const {
    state_.append(values);
    if (held_nodes_.any_taken_over()) held_nodes_.append_state(values);
}

bool ParticlesBody::set_state(std::span<const double> values) {
    for (const double value : values)
        if (!std::isfinite(value)) return false;
    if (!state_.take(values)) return false;
    state_.stretch = model_.muscle.stretch(state_.time);
    step_ = {};
    update_surface();
    return held_nodes_.take_state(values) && values.empty();
}

}  // namespace limpet
