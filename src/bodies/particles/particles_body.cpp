#include "bodies/particles/particles_body.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "bodies/elastic/elastic_system.h"
#include "bodies/nearest_vertex.h"
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

void append_list(const std::vector<Vec3>& list, std::vector<double>& values) {
    for (const Vec3& x : list) values.insert(values.end(), x.begin(), x.end());
}

void append_optional_list(const std::vector<Vec3>& list, std::vector<double>& values) {
    values.push_back(!list.empty());
    append_list(list, values);
}

/// Reads from the front of `values`; false if they are too few.
bool take_list(std::span<const double>& values, std::size_t count, std::vector<Vec3>& list) {
    if (values.size() < 3 * count) return false;
    list.resize(count);
    for (std::size_t i = 0; i < count; ++i) list[i] = Eigen::Map<const Vec3>(values.data() + 3 * i);
    values = values.subspan(3 * count);
    return true;
}

bool take_optional_list(std::span<const double>& values, std::size_t count, std::vector<Vec3>& list) {
    list.clear();
    if (values.empty()) return false;
    const bool any = values.front() != 0;
    values = values.subspan(1);
    return !any || take_list(values, count, list);
}

}  // namespace

ParticlesBody::ParticlesBody(ParticlesBodyParts parts)
    : Body(std::move(parts.name), BodyType::Particles),
      own_(std::move(parts.cloud.own)),
      mass_(std::move(parts.cloud.mass)),
      memory_(Neighbourhoods(own_, mass_, parts.cloud.links), parts.shape_memory, parts.strain_memory),
      held_(own_, parts.placement, parts.fixed, parts.motion),
      muscle_(std::move(parts.muscle)),
      damping_(parts.damping),
      substeps_(parts.substeps),
      substep_(parts.step / parts.substeps),
      keeps_volume_(parts.keeps_volume),
      thickness_(parts.thickness) {
    for (std::size_t i = 0; i < mass_.size(); ++i) {
        total_mass_ += mass_[i];
        inverse_mass_.push_back(held_.held()[i] ? 0 : 1 / mass_[i]);
    }
    any_free_ = std::any_of(inverse_mass_.begin(), inverse_mass_.end(), [](double w) { return w > 0; });
    stretch_ = muscle_.stretch(time_);
    if (keeps_volume_) rest_volume_ = enclosed_volume(parts.cloud.triangles, own_);

    const int vertices = parts.cloud.surface_vertices;
    const std::vector<Vec3> rest(own_.begin(), own_.begin() + vertices);
    complex_ = thickness_ > 0 ? CollisionComplex::of_sheet(parts.cloud.triangles, rest, thickness_ / 2)
                              : CollisionComplex::of_triangles(parts.cloud.triangles, vertices);
    surface_.positions.resize(vertices);
    surface_.velocities.resize(vertices);
    surface_.triangles = std::move(parts.cloud.triangles);
    set_moving(parts);
    update_surface();
}

void ParticlesBody::set_moving(const ParticlesBodyParts& parts) {
    for (const Vec3& own : own_)
        x_.push_back(parts.placement.rotation * parts.stretch.cwiseProduct(own) + parts.placement.position);
    const Vec3 center = center_of_mass();
    v_.assign(x_.size(), Vec3::Zero());
    for (std::size_t i = 0; i < x_.size(); ++i)
        if (inverse_mass_[i] > 0) v_[i] = parts.velocity + parts.angular_velocity.cross(x_[i] - center);
}

void ParticlesBody::advance(double h) {
    std::vector<Vec3> end = end_particles();
    if (h != input_.h)
        for (std::size_t i = 0; i < end.size(); ++i) end[i] = x_[i] + h / input_.h * (end[i] - x_[i]);
    x_ = std::move(end);
    if (h != input_.h) project_volume(x_);
    require_finite(x_);
    time_ = input_.time + input_.h;
    stretch_ = muscle_.stretch(time_);
    earlier_ = std::move(given_);
    given_ = std::move(applied_);
    applied_.clear();
    free_x_.clear();
    free_v_.clear();
    update_surface();
}

void ParticlesBody::update_surface() {
    std::copy_n(x_.begin(), surface_.positions.size(), surface_.positions.begin());
    std::copy_n(v_.begin(), surface_.velocities.size(), surface_.velocities.begin());
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

Vec3 ParticlesBody::center_of_mass() const {
    return mass_center(mass_, x_);
}

Vec3 ParticlesBody::mean_velocity() const {
    return mass_center(mass_, v_);
}

Mat3 ParticlesBody::rotation() const {
    return best_rotation(mass_, own_, x_);
}

double ParticlesBody::volume() const {
    return thickness_ > 0 ? thickness_ * sheet_area(surface_) : enclosed_volume(surface_.triangles, x_);
}

double ParticlesBody::kinetic_energy() const {
    double sum = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) sum += 0.5 * mass_[i] * v_[i].squaredNorm();
    return sum;
}

Energies ParticlesBody::energies(const AccelerationField& field) const {
    std::vector<Vec3> middle = x_;
    flat(middle) -= 0.5 * substep_ * flat(v_);
    Energies e;
    e.kinetic = kinetic_energy();
    e.elastic = memory_.energy(middle, stretch_);
    for (std::size_t i = 0; i < middle.size(); ++i) e.potential += mass_[i] * field.potential(middle[i]);
    return e;
}

int ParticlesBody::nearest_point(const Vec3& at_rest) const {
    return nearest_vertex(own_.size(), at_rest, [&](std::size_t i) { return own_[i]; });
}

bool ParticlesBody::is_held() const {
    return std::any_of(inverse_mass_.begin(), inverse_mass_.end(), [](double w) { return w == 0; });
}

void ParticlesBody::add_to_frame(BodyFrame& frame) const {
    frame.nodes = to_arrays(x_);
    frame.node_velocities = to_arrays(v_);
}

std::vector<double> ParticlesBody::state() const {
    std::vector<double> values;
    append_list(x_, values);
    append_list(v_, values);
    values.push_back(time_);
    append_optional_list(given_, values);
    append_optional_list(earlier_, values);
    if (held_.any_taken_over()) held_.append_state(values);
    return values;
}

bool ParticlesBody::set_state(std::span<const double> values) {
    for (const double value : values)
        if (!std::isfinite(value)) return false;
    const std::size_t count = x_.size();
    if (!take_list(values, count, x_) || !take_list(values, count, v_) || values.empty()) return false;
    time_ = values.front();
    values = values.subspan(1);
    if (!take_optional_list(values, count, given_) || !take_optional_list(values, count, earlier_))
        return false;
    stretch_ = muscle_.stretch(time_);
    compliance_.reset();
    applied_.clear();
    free_x_.clear();
    free_v_.clear();
    lag_.clear();
    update_surface();
    return held_.take_state(values) && values.empty();
}

}  // namespace limpet
