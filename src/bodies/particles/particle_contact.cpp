/// What contacts ask of a particles body. Rows act on the surface's vertices, which are particles:
///
///   J = Σ_k G_k,     W = J A⁻¹ Jᵀ,     v += A⁻¹ (Jᵀ λ − p)
///
///   G   weight of particle k      A⁻¹   particle_compliance.h      p   impulses of contacts that v carries
///
/// W = Σ_k G_k m_k⁻¹ G_kᵀ − Σ_c (Σ_k G_k c_k)(Σ_k G_k c_k)ᵀ over the columns c of springs and of the volume.
///
/// A contact that hangs on free particles by a small part of its weights is held, as on elastic bodies.

#include <algorithm>
#include <cmath>

#include "bodies/particles/enclosed_volume.h"
#include "bodies/particles/particles_body.h"
#include "bodies/rigid_modes.h"
#include "core/assert.h"

namespace limpet {
namespace {

/// Of a row's weights: one that hangs on free particles by less is held. They would have to move ten times as
/// far as the point between them, and its contact would throw them about.
constexpr double least_free_part = 0.1;

bool hangs_on_held(const ContactRows& rows, int i, const std::vector<double>& inverse_mass) {
    double free = 0, all = 0;
    for (const RowTerm& term : rows.terms(i)) {
        const double part = term.weight.row(0).squaredNorm();
        all += part;
        if (inverse_mass[term.vertex] > 0) free += part;
    }
    return free < least_free_part * least_free_part * all;
}

/// Calls visit(particle, weight) for all that a contact can move.
template <class Visit>
void for_each_moved(const ContactRows& rows, int i, const std::vector<double>& inverse_mass, Visit&& visit) {
    if (hangs_on_held(rows, i, inverse_mass)) return;
    for (const RowTerm& term : rows.terms(i))
        if (inverse_mass[term.vertex] > 0) visit(term.vertex, term.weight);
}

/// Σ_k G_k c_k of one contact and all columns c: the volume's as a vector, those of springs as matrices.
struct RowColumns {
    Vec3 volume = Vec3::Zero();
    std::vector<Mat3> springs;
};

RowColumns row_columns(const ContactRows& rows, int i, const std::vector<double>& inverse_mass,
                       const ParticleCompliance& inverse) {
    RowColumns columns;
    columns.springs.assign(inverse.springs().columns(), Mat3::Zero());
    for_each_moved(rows, i, inverse_mass, [&](int particle, const Mat3& weight) {
        columns.volume += weight * inverse.volume_column(particle);
        const std::span<const double> row = inverse.springs().row(particle);
        for (std::size_t p = 0; p < row.size(); ++p) columns.springs[p] += row[p] * weight;
    });
    return columns;
}

}  // namespace

VelocityBound ParticlesBody::velocity_bound() const {
    VelocityBound bound;
    const std::vector<Vec3> w = step_.velocities(state_);
    for (std::size_t i = 0; i < w.size(); ++i) bound.mean += model_.mass[i] / model_.total_mass * w[i];
    for (const Vec3& u : w) bound.deviation = std::max(bound.deviation, (u - bound.mean).squaredNorm());
    bound.deviation = std::sqrt(bound.deviation);
    return bound;
}

std::vector<Vec3> ParticlesBody::end_positions(double h) const {
    std::vector<Vec3> end = !step_.is_running() || h != step_.input.h ? state_.x : step_.end(state_);
    if (!step_.is_running() || h != step_.input.h) {
        const std::vector<Vec3> w = step_.velocities(state_);
        flat(end) += h * flat(w);
    }
    end.resize(surface_.positions.size());
    return end;
}

void ParticlesBody::add_row_velocities(const ContactRows& rows, VecX& u) const {
    const std::vector<Vec3> w = step_.velocities(state_);
    for (int i = 0; i < rows.size(); ++i)
        for (const RowTerm& term : rows.terms(i))
            u.segment<3>(3 * rows.contact(i)) += term.weight * w[term.vertex];
}

void ParticlesBody::make_compliance() {
    if (step_.compliance) return;
    std::vector<Vec3> gradient;
    if (model_.keeps_volume) volume_gradient(surface_.triangles, step_.base(state_), gradient);
    const double h = !step_.is_running() ? 0 : step_.input.h;
    step_.compliance.emplace(model_.inverse_mass, ParticleSprings(step_.pulls, model_.inverse_mass, h),
                             gradient);
}

void ParticlesBody::prepare_compliance(const ContactRows&) {
    make_compliance();
}

void ParticlesBody::add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) {
    make_compliance();
    std::vector<RowColumns> columns;
    for (int i = 0; i < rows.size(); ++i)
        columns.push_back(row_columns(rows, i, model_.inverse_mass, *step_.compliance));
    std::vector<Mat3> moved(surface_.positions.size(), Mat3::Zero());
    SymmetricColumns blocks(rows, W);
    for (int j = 0; j < rows.size(); ++j) {
        for_each_moved(rows, j, model_.inverse_mass, [&](int particle, const Mat3& weight) {
            moved[particle] += model_.inverse_mass[particle] * weight.transpose();
        });
        blocks.add(j, [&](int i) -> Mat3 {
            Mat3 block = -columns[i].volume * columns[j].volume.transpose();
            for (std::size_t p = 0; p < columns[i].springs.size(); ++p)
                block -= columns[i].springs[p] * columns[j].springs[p].transpose();
            for_each_moved(rows, i, model_.inverse_mass,
                           [&](int particle, const Mat3& weight) { block += weight * moved[particle]; });
            return block.transpose();
        });
        for_each_moved(rows, j, model_.inverse_mass,
                       [&](int particle, const Mat3&) { moved[particle].setZero(); });
    }
    if (step_.applied.empty()) return;
    const std::vector<Vec3> before = step_.compliance->times(step_.applied);
    for (int i = 0; i < rows.size(); ++i)
        for_each_moved(rows, i, model_.inverse_mass, [&](int particle, const Mat3& weight) {
            u0.segment<3>(3 * rows.contact(i)) -= weight * before[particle];
        });
}

std::vector<Vec3> ParticlesBody::gathered_impulses(const ContactRows& rows, const VecX& lambda) const {
    std::vector<Vec3> sum(state_.x.size(), Vec3::Zero());
    for (int i = 0; i < rows.size(); ++i) {
        const Vec3 own = lambda.segment<3>(3 * rows.contact(i));
        if (own.squaredNorm() == 0) continue;
        for_each_moved(rows, i, model_.inverse_mass,
                       [&](int particle, const Mat3& weight) { sum[particle] += weight.transpose() * own; });
    }
    return sum;
}

void ParticlesBody::add_impulses(const ContactRows& rows, const VecX& lambda) {
    std::vector<Vec3> given = gathered_impulses(rows, lambda), change = given;
    if (!step_.applied.empty()) flat(change) -= flat(step_.applied);
    step_.applied = flat(given).squaredNorm() > 0 ? std::move(given) : std::vector<Vec3>();
    if (flat(change).squaredNorm() == 0) return;
    make_compliance();
    change = step_.compliance->times(change);
    flat(state_.v) += flat(change);
    close_volume();
}

void ParticlesBody::close_volume() {
    const std::vector<Vec3>& motion = step_.compliance->pressure_motion();
    if (!model_.keeps_volume || motion.empty()) return;
    std::vector<Vec3> along = motion;
    flat(along) *= step_.input.h;
    const double s = pressure_to_rest(step_.end(state_), along);
    flat(state_.v) += s * flat(motion);
}

void ParticlesBody::project_volume(std::vector<Vec3>& x) const {
    if (!model_.keeps_volume || !model_.any_free) return;
    std::vector<Vec3> along;
    volume_gradient(surface_.triangles, x, along);
    for (std::size_t i = 0; i < x.size(); ++i) along[i] *= model_.inverse_mass[i];
    flat(x) += pressure_to_rest(x, along) * flat(along);
}

std::vector<Vec3> ParticlesBody::displaced(const ContactRows& rows, const VecX& lambda, double h) const {
    std::vector<Vec3> x = state_.x;
    const std::vector<Vec3> given = gathered_impulses(rows, lambda);
    if (flat(given).squaredNorm() == 0) return x;
    LIMPET_ASSERT(step_.compliance);
    const std::vector<Vec3> shift = step_.compliance->times(given);
    flat(x) += h * flat(shift);
    project_volume(x);
    return x;
}

void ParticlesBody::add_displacements(const ContactRows& rows, const VecX& lambda, double h) {
    make_compliance();
    state_.x = displaced(rows, lambda, h);
    update_surface();
}

std::optional<Body::Displacement> ParticlesBody::displacement(const ContactRows& rows, const VecX& lambda,
                                                              double h) const {
    if (!model_.any_free) return {};
    const double before = model_.memory.energy(state_.x, state_.stretch);
    Displacement moved{displaced(rows, lambda, h), state_.kinetic_energy(model_.mass), {before, before}, {}};
    const double after = model_.memory.energy(moved.q, state_.stretch);
    moved.elastic_after = {after, after};
    return moved;
}

void ParticlesBody::take_displacement(Displacement displacement) {
    state_.x = std::move(displacement.q);
    update_surface();
}

void ParticlesBody::add_rigid_compliance(const ContactRows& rows, BlockMatrix& W) {
    if (!model_.any_held) RigidModes(model_.mass, state_.x, surface_.positions, true).add_compliance(rows, W);
}

void ParticlesBody::move_rigidly(const ContactRows& rows, const VecX& lambda) {
    if (model_.any_held) return;
    shift_particles(RigidModes(model_.mass, state_.x, surface_.positions, true).displacements(rows, lambda));
}

}  // namespace limpet
