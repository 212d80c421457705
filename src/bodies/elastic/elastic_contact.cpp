/// What contacts ask of an elastic body: rows over surface vertices become rows over nodes by the embedding,
///
///   J = Σ_k G_k Σ_a w_ka,     W = J A⁻¹ Jᵀ,     v += A⁻¹ (Jᵀ λ − p)
///
/// G weight of surface vertex k, w_ka its barycentric weight on node a, p impulses that free motion carried.
/// A⁻¹ is elastic_compliance.h's. Held nodes take no part: A has no rows of theirs.

#include <algorithm>
#include <cmath>
#include <span>

#include "bodies/elastic/elastic_body.h"
#include "core/parallel.h"

namespace limpet {
namespace {

/// Rows of three numbers and a spare one: each is one vector of the processor.
using Row4 = Eigen::Vector4d;
/// A 3×3 block, transposed: a column is a row of it.
using BlockRows = Eigen::Matrix<double, 4, 3>;

/// A⁻¹ J_jᵀ on the slots, of one contact j: it stays in the cache while its blocks are made.
class MovedRows {
public:
    explicit MovedRows(const Eigen::Ref<const MatX>& inverse)
        : inverse_(inverse), columns_(inverse.rows(), 3), rows_(inverse.rows(), 4) {
        rows_.col(3).setZero();
    }

    void set(std::span<const NodeTerm> terms) {
        columns_.setZero();
        for (const NodeTerm& t : terms) {
            const auto moved = inverse_.middleCols<3>(3 * t.row);
            for (int r = 0; r < 3; ++r)
                columns_.col(r) += t.weight(r, 0) * moved.col(0) + t.weight(r, 1) * moved.col(1) +
                                   t.weight(r, 2) * moved.col(2);
        }
        rows_.leftCols<3>() = columns_;
    }

    /// The transposed block (i, j) of W, from the terms of contact i.
    Mat3 block(std::span<const NodeTerm> terms) const {
        BlockRows sum = BlockRows::Zero();
        for (const NodeTerm& t : terms) {
            const double* row = rows_.data() + 12 * Eigen::Index(t.row);
            const Eigen::Map<const Row4> x(row), y(row + 4), z(row + 8);
            for (int r = 0; r < 3; ++r)
                sum.col(r) += t.weight(r, 0) * x + t.weight(r, 1) * y + t.weight(r, 2) * z;
        }
        return sum.topRows<3>();
    }

private:
    const Eigen::Ref<const MatX>& inverse_;
    Eigen::Matrix<double, Eigen::Dynamic, 3> columns_;  ///< summed along the columns of A⁻¹
    Eigen::Matrix<double, Eigen::Dynamic, 4, Eigen::RowMajor> rows_;
};

/// Calls visit(node, share, weight) for every node that a row hangs on.
template <class Visit>
void for_each_node(const ContactRows& rows, int i, const BarycentricEmbedding& embedding, Visit&& visit) {
    for (const RowTerm& term : rows.terms(i)) {
        const TetPoint& point = embedding.point(term.vertex);
        for (int k = 0; k < 4; ++k)
            if (point.weights[k] != 0) visit(point.nodes[k], point.weights[k], term.weight);
    }
}

/// A point contact has no more terms than this.
constexpr std::size_t few_terms = 12;
constexpr int contacts_per_task = 16;

/// Vertices of a contact hang on nodes that they share: one term for each. Terms from `begin` on.
void merge_by_node(std::vector<NodeTerm>& terms, std::ptrdiff_t begin) {
    std::stable_sort(terms.begin() + begin, terms.end(),
                     [](const NodeTerm& a, const NodeTerm& b) { return a.row < b.row; });
    auto last = terms.begin() + begin;
    for (auto next = last; next != terms.end(); ++next) {
        if (next == last) continue;
        if (next->row == last->row)
            last->weight += next->weight;
        else
            *++last = *next;
    }
    if (last != terms.end()) terms.erase(last + 1, terms.end());
}

/// Those of few terms are found among them.
void add_term(std::vector<NodeTerm>& terms, std::size_t begin, const NodeTerm& term) {
    if (terms.size() - begin < few_terms)
        for (std::size_t k = begin; k < terms.size(); ++k)
            if (terms[k].row == term.row) {
                terms[k].weight += term.weight;
                return;
            }
    terms.push_back(term);
}

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

void ElasticBody::make_compliance() {
    if (compliance_ready_) return;
    compliance_.prepare(system_, state_.q, step_.h, is_quasistatic());
    compliance_ready_ = true;
}

ElasticBody::RowsOnNodes ElasticBody::rows_on_nodes(const ContactRows& rows) const {
    const Mat3& warp = compliance_.warp();
    RowsOnNodes on;
    for (int i = 0; i < rows.size(); ++i) {
        for_each_node(rows, i, embedding_, [&](int node, double share, const Mat3& weight) {
            const int row = system_.assembly.row_of(node);
            if (row >= 0) add_term(on.terms, on.start.back(), {row, share * (weight * warp)});
        });
        if (on.terms.size() - on.start.back() > few_terms)
            merge_by_node(on.terms, static_cast<std::ptrdiff_t>(on.start.back()));
        on.start.push_back(on.terms.size());
    }
    for (const NodeTerm& term : on.terms) on.nodes.push_back(term.row);
    for (Eigen::Index k = 0; k < carried_.size(); k += 3)
        if (carried_.segment<3>(k).squaredNorm() > 0) on.nodes.push_back(static_cast<int>(k / 3));
    std::sort(on.nodes.begin(), on.nodes.end());
    on.nodes.erase(std::unique(on.nodes.begin(), on.nodes.end()), on.nodes.end());
    return on;
}

void ElasticBody::prepare_compliance(const ContactRows& rows) {
    make_compliance();
    prepared_ = rows_on_nodes(rows);
    compliance_.need(prepared_->nodes);
    for (NodeTerm& term : prepared_->terms) term.row = compliance_.slot(term.row);
}

void ElasticBody::add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) {
    if (!prepared_) prepare_compliance(rows);
    const RowsOnNodes on = std::move(*prepared_);
    prepared_.reset();
    const auto terms_of = [&](int i) {
        return std::span(on.terms).subspan(on.start[i], on.start[i + 1] - on.start[i]);
    };
    const Mat3& warp = compliance_.warp();
    const Eigen::Ref<const MatX> inverse = compliance_.inverse();
    if (carried_.size() > 0) {
        VecX moved = VecX::Zero(inverse.rows());
        for (const int node : on.nodes)
            moved += inverse.middleCols<3>(3 * compliance_.slot(node)) *
                     (warp.transpose() * carried_.segment<3>(3 * node));
        for (int j = 0; j < rows.size(); ++j)
            for (const NodeTerm& t : terms_of(j))
                u0.segment<3>(3 * rows.contact(j)) -= t.weight * moved.segment<3>(3 * t.row);
    }
    parallel_blocks(rows.size(), contacts_per_task, [&](int begin, int end) {
        SymmetricColumns columns(rows, W, begin);
        MovedRows moved(inverse);
        for (int j = begin; j < end; ++j) {
            moved.set(terms_of(j));
            columns.add(j, [&](int i) { return moved.block(terms_of(i)); });
        }
    });
}

VecX ElasticBody::gathered_impulses(const ContactRows& rows, const VecX& lambda) const {
    VecX sum = VecX::Zero(3 * static_cast<Eigen::Index>(system_.assembly.free_nodes().size()));
    for (int i = 0; i < rows.size(); ++i) {
        const Vec3 own = lambda.segment<3>(3 * rows.contact(i));
        if (own.squaredNorm() == 0) continue;
        for_each_node(rows, i, embedding_, [&](int node, double share, const Mat3& weight) {
            const int row = system_.assembly.row_of(node);
            if (row >= 0) sum.segment<3>(3 * row) += share * (weight.transpose() * own);
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
    VecX shift = gathered_impulses(rows, lambda);
    if (shift.squaredNorm() == 0) return;
    compliance_.solve(shift);
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) state_.q[nodes[i]] += h * shift.segment<3>(3 * i);
    rotation_.reset();
    embedding_.interpolate(state_.q, surface_.positions);
}

BlockMatrix ElasticBody::present_matrix() const {
    if (system_.matrix_is_present) return system_.linear.free;
    BlockMatrix a = system_.assembly.free_matrix(), held = system_.assembly.held_matrix();
    system_.elements->evaluate(state_.q, Stiffness::Projected);
    assemble_step(system_, step_.h, a, held);
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
        for_each_node(rows, i, embedding_, [&](int node, double share, const Mat3& weight) {
            const int row = system_.assembly.row_of(node);
            if (row < 0) return;
            const auto known = std::find_if(out.begin() + own, out.end(),
                                            [&](const RowOnNode& other) { return other.node == row; });
            if (known != out.end())
                known->weight += share * weight;
            else
                out.push_back({rows.contact(i), row, share * weight});
        });
    }
    return equations;
}

void ElasticBody::take_velocities(const ContactRows& rows, const VecX& lambda, std::span<const double> v) {
    carried_ = gathered_impulses(rows, lambda);
    if (carried_.squaredNorm() == 0) carried_.resize(0);
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i)
        state_.v[nodes[i]] = Eigen::Map<const Vec3>(v.data() + 3 * i);
}

void ElasticBody::shift_nodes(std::span<const double> x, double h) {
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i)
        state_.q[nodes[i]] += h * Eigen::Map<const Vec3>(x.data() + 3 * i);
    update_surface();
}

}  // namespace limpet
