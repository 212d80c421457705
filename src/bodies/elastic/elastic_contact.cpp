/// What contacts ask of an elastic body: rows over surface vertices become rows over nodes by the embedding,
///
///   J = Σ_k G_k Σ_a w_ka,     W = J A⁻¹ Jᵀ,     v += A⁻¹ (Jᵀ λ − p)
///
/// G weight of surface vertex k, w_ka its barycentric weight on node a, p impulses that free motion carried.
/// A⁻¹ is elastic_compliance.h's. Held nodes take no part: A has no rows of theirs. A contact that hangs on
/// free nodes by a small part of its weights is held, too.

#include <algorithm>
#include <cmath>
#include <span>

#include "bodies/elastic/elastic_body.h"

namespace limpet {
namespace {

/// Calls visit(node, share, weight) for every node that a row hangs on.
template <class Visit>
void for_each_node(const ContactRows& rows, int i, const BarycentricEmbedding& embedding, Visit&& visit) {
    for (const RowTerm& term : rows.terms(i)) {
        const TetPoint& point = embedding.point(term.vertex);
        for (int k = 0; k < 4; ++k)
            if (point.weights[k] != 0) visit(point.nodes[k], point.weights[k], term.weight);
    }
}

/// Of a row's weights: one that hangs on free nodes by less is held. They would have to move ten times as far
/// as the point between them, and its contact would throw them about.
constexpr double held_free_part = 0.1;

/// True if all but a small part of the row's normal hangs on held nodes.
bool is_held(const ContactRows& rows, int i, const BarycentricEmbedding& embedding,
             const Assembly& assembly) {
    double free = 0, all = 0;
    for_each_node(rows, i, embedding, [&](int node, double share, const Mat3& weight) {
        const double part = share * share * weight.row(0).squaredNorm();
        all += part;
        if (assembly.row_of(node) >= 0) free += part;
    });
    return free < held_free_part * held_free_part * all;
}

/// Calls visit(row of the node, share, weight) for every node that a contact on it can move.
template <class Visit>
void for_each_free_node(const ContactRows& rows, int i, const BarycentricEmbedding& embedding,
                        const Assembly& assembly, Visit&& visit) {
    if (!assembly.held_nodes().empty() && is_held(rows, i, embedding, assembly)) return;
    for_each_node(rows, i, embedding, [&](int node, double share, const Mat3& weight) {
        const int row = assembly.row_of(node);
        if (row >= 0) visit(row, share, weight);
    });
}

/// Terms of contacts on nodes, one for each node that a contact's vertices share.
class TermsByNode {
public:
    TermsByNode(int nodes, NodeRows& rows) : place_(nodes, -1), rows_(rows) {}

    void add(int node, const Mat3& weight) {
        if (place_[node] < 0) {
            place_[node] = static_cast<int>(rows_.terms.size());
            rows_.terms.push_back({node, weight});
        } else {
            rows_.terms[place_[node]].weight += weight;
        }
    }
    void end_contact() {
        for (std::size_t k = rows_.start.back(); k < rows_.terms.size(); ++k) place_[rows_.terms[k].row] = -1;
        rows_.start.push_back(rows_.terms.size());
    }

private:
    std::vector<int> place_;  ///< of each node among the terms of the present contact; −1: none
    NodeRows& rows_;
};

}  // namespace

VelocityBound ElasticBody::velocity_bound() const {
    VelocityBound bound{mean_velocity(), 0};
    for (const Vec3& v : state_.v)
        bound.deviation = std::max(bound.deviation, (v - bound.mean).squaredNorm());
    bound.deviation = std::sqrt(bound.deviation);
    return bound;
}

void ElasticBody::add_row_velocities(const ContactRows& rows, VecX& u) const {
    for (int i = 0; i < rows.size(); ++i) {
        Vec3 sum = Vec3::Zero();
        for_each_node(rows, i, embedding_, [&](int node, double share, const Mat3& weight) {
            sum += share * (weight * state_.v[node]);
        });
        u.segment<3>(3 * rows.contact(i)) += sum;
    }
}

std::vector<Vec3> ElasticBody::end_positions(double h) const {
    std::vector<Vec3> velocities;
    embedding_.interpolate(state_.v, velocities);
    std::vector<Vec3> end = collision_positions();
    flat(end) += h * flat(velocities);
    return end;
}

NodeRows ElasticBody::rows_on_nodes(const ContactRows& rows) const {
    const Mat3& warp = compliance_.warp();
    NodeRows on;
    TermsByNode terms(static_cast<int>(system_.assembly.free_nodes().size()), on);
    for (int i = 0; i < rows.size(); ++i) {
        for_each_free_node(
            rows, i, embedding_, system_.assembly,
            [&](int row, double share, const Mat3& weight) { terms.add(row, share * weight); });
        terms.end_contact();
    }
    for (NodeTerm& term : on.terms) {
        term.weight *= warp;
        on.nodes.push_back(term.row);
    }
    for (Eigen::Index k = 0; k < carried_.size(); k += 3)
        if (carried_.segment<3>(k).squaredNorm() > 0) on.nodes.push_back(static_cast<int>(k / 3));
    std::sort(on.nodes.begin(), on.nodes.end());
    on.nodes.erase(std::unique(on.nodes.begin(), on.nodes.end()), on.nodes.end());
    return on;
}

void ElasticBody::prepare_compliance(const ContactRows& rows) {
    make_compliance();
    NodeRows on = rows_on_nodes(rows);
    const InverseBlocks& blocks = compliance_.ensure_blocks(on.nodes);
    for (NodeTerm& term : on.terms) term.row = blocks.slot(term.row);
    const Eigen::Ref<const MatX> inverse = blocks.inverse();
    VecX carried = VecX::Zero(inverse.rows());
    if (carried_.size() > 0)
        for (const int node : on.nodes)
            carried.segment<3>(3 * blocks.slot(node)) =
                compliance_.warp().transpose() * carried_.segment<3>(3 * node);
    prepared_.emplace(std::move(on), inverse, std::move(carried));
}

void ElasticBody::add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) {
    if (!prepared_) prepare_compliance(rows);
    add_row_compliance(*prepared_, rows, W, u0);
    prepared_.reset();
}

VecX ElasticBody::gathered_impulses(const ContactRows& rows, const VecX& lambda) const {
    VecX sum = VecX::Zero(3 * static_cast<Eigen::Index>(system_.assembly.free_nodes().size()));
    for (int i = 0; i < rows.size(); ++i) {
        const Vec3 own = lambda.segment<3>(3 * rows.contact(i));
        if (own.squaredNorm() == 0) continue;
        for_each_free_node(rows, i, embedding_, system_.assembly,
                           [&](int row, double share, const Mat3& weight) {
                               sum.segment<3>(3 * row) += share * (weight.transpose() * own);
                           });
    }
    return sum;
}

void ElasticBody::add_impulses(const ContactRows& rows, const VecX& lambda) {
    const VecX given = gathered_impulses(rows, lambda);
    VecX change = given;
    if (carried_.size() > 0) change -= carried_;
    const bool any = given.squaredNorm() > 0;
    carried_ = any ? given : VecX();
    if (change.squaredNorm() == 0) return;
    make_compliance();
    compliance_.solve(change);
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) state_.v[nodes[i]] += change.segment<3>(3 * i);
}

void ElasticBody::add_displacements(const ContactRows& rows, const VecX& lambda, double h) {
    const double before = system_.scheme.extrapolates() ? elastic_energy() : 0;
    state_.q = displaced_nodes(rows, lambda, h);
    update_surface();
    if (!system_.scheme.extrapolates()) return;
    // What the way out strains the body by must come from somewhere.
    const double gain = elastic_energy() - before;
    if (gain > 0) give_up(gain);
    embedding_.interpolate(state_.v, surface_.velocities);
}

std::optional<Body::Displacement> ElasticBody::displacement(const ContactRows& rows, const VecX& lambda,
                                                            double h) const {
    if (!can_move()) return {};
    Displacement displaced{displaced_nodes(rows, lambda, h), kinetic_energy(), elastic_energy_range(), {}};
    displaced.elastic_after = system_.elements->energy_range(displaced.q);
    return displaced;
}

void ElasticBody::take_displacement(Displacement displacement) {
    state_.q = std::move(displacement.q);
    shape_.forget();
    shape_.set_elastic_energy_range(displacement.elastic_after);
    embedding_.interpolate(state_.q, surface_.positions);
}

std::vector<Vec3> ElasticBody::displaced_nodes(const ContactRows& rows, const VecX& lambda, double h) const {
    std::vector<Vec3> q = state_.q;
    VecX shift = gathered_impulses(rows, lambda);
    if (shift.squaredNorm() == 0) return q;
    compliance_.solve(shift);
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) q[nodes[i]] += h * shift.segment<3>(3 * i);
    return q;
}

BlockMatrix ElasticBody::present_matrix() const {
    BlockMatrix a = system_.linear.free;
    if (!system_.matrix_is_present) {
        a = system_.assembly.free_matrix();
        BlockMatrix held = system_.assembly.held_matrix();
        system_.elements->evaluate(linearised_at(), Stiffness::Projected);
        assemble_step(system_, step_.input.h, a, held);
    }
    if (system_.scheme.change != 1) a.scale(1 / system_.scheme.change);
    return a;
}

NodeEquations ElasticBody::node_equations(const ContactRows& rows) const {
    NodeEquations equations;
    equations.A = present_matrix();
    equations.v = gathered(state_.v, system_.assembly.free_nodes());
    equations.b.resize(equations.v.size());
    equations.A.multiply(equations.v.data(), equations.b.data());
    if (carried_.size() > 0) equations.b -= carried_;
    std::vector<RowOnNode>& out = equations.rows;
    for (int i = 0; i < rows.size(); ++i) {
        const auto own = static_cast<std::ptrdiff_t>(out.size());
        const auto add = [&](int row, double share, const Mat3& weight) {
            const auto known = std::find_if(out.begin() + own, out.end(),
                                            [&](const RowOnNode& other) { return other.node == row; });
            if (known != out.end())
                known->weight += share * weight;
            else
                out.push_back({rows.contact(i), row, share * weight});
        };
        for_each_free_node(rows, i, embedding_, system_.assembly, add);
    }
    return equations;
}

void ElasticBody::take_velocities(std::span<const double> v, std::span<const double> p) {
    carried_ = Eigen::Map<const VecX>(p.data(), static_cast<Eigen::Index>(p.size()));
    if (carried_.squaredNorm() == 0) carried_.resize(0);
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i)
        state_.v[nodes[i]] = Eigen::Map<const Vec3>(v.data() + 3 * i);
}

bool ElasticBody::is_held() const {
    return !system_.assembly.held_nodes().empty();
}

RigidModes ElasticBody::rigid_modes() const {
    return {system_.mass, state_.q, collision_positions(), !system_.elements->is_linear()};
}

void ElasticBody::add_rigid_compliance(const ContactRows& rows, BlockMatrix& W) {
    if (!is_held()) rigid_modes().add_compliance(rows, W);
}

void ElasticBody::move_rigidly(const ContactRows& rows, const VecX& lambda) {
    if (is_held()) return;
    const VecX shifts = gathered(rigid_modes().displacements(rows, lambda), system_.assembly.free_nodes());
    shift_nodes({shifts.data(), static_cast<std::size_t>(shifts.size())}, 1);
}

void ElasticBody::shift_nodes(std::span<const double> x, double h) {
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i)
        state_.q[nodes[i]] += h * Eigen::Map<const Vec3>(x.data() + 3 * i);
    update_surface();
}

}  // namespace limpet
