/// What contacts ask of an elastic body: rows over surface vertices become rows over nodes by the embedding,
///
///   J = Σ_k G_k Σ_a w_ka,     W = J A⁻¹ Jᵀ,     v += A⁻¹ (Jᵀ λ − p)
///
/// G weight of surface vertex k, w_ka its barycentric weight on node a, p impulses that free motion carried.
/// A⁻¹ is elastic_compliance.h's. Held nodes take no part: A has no rows of theirs.

#include <algorithm>
#include <cmath>

#include "bodies/elastic/elastic_body.h"

namespace limpet {
namespace {

struct NodeTerm {
    int row;  ///< of A, then its slot
    Mat3 weight;
};

/// Rows of three numbers and a spare one: each is one vector of the processor.
using Row4 = Eigen::Vector4d;
/// A⁻¹ J_jᵀ on the slots, of one contact j: it stays in the cache while its blocks are made.
using MovedRows = Eigen::Matrix<double, Eigen::Dynamic, 4, Eigen::RowMajor>;
/// A 3×3 block, transposed: a column is a row of it.
using BlockRows = Eigen::Matrix<double, 4, 3>;

void add_moved(const MatX& inverse, const NodeTerm& term, MovedRows& moved) {
    const auto lanes = [&](int k) {
        const Vec3 column = term.weight.col(k);
        return Row4(column.x(), column.y(), column.z(), 0);
    };
    const Row4 a = lanes(0), b = lanes(1), c = lanes(2);
    const auto columns = inverse.middleCols<3>(3 * term.row);
    for (Eigen::Index k = 0; k < moved.rows(); ++k)
        Eigen::Map<Row4>(moved.data() + 4 * k) += columns(k, 0) * a + columns(k, 1) * b + columns(k, 2) * c;
}

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
constexpr std::ptrdiff_t few_terms = 12;

/// The many vertices of a volume contact hang on few nodes: one term for each.
void merge_by_node(std::vector<NodeTerm>& terms, std::ptrdiff_t begin) {
    if (static_cast<std::ptrdiff_t>(terms.size()) - begin <= few_terms) return;
    std::stable_sort(terms.begin() + begin, terms.end(),
                     [](const NodeTerm& a, const NodeTerm& b) { return a.row < b.row; });
    auto last = terms.begin() + begin;
    for (auto next = last + 1; next != terms.end(); ++next) {
        if (next->row == last->row)
            last->weight += next->weight;
        else
            *++last = *next;
    }
    terms.erase(last + 1, terms.end());
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

void ElasticBody::prepare_compliance() {
    if (compliance_ready_) return;
    compliance_.prepare(system_, state_.q, step_h_, is_quasistatic());
    compliance_ready_ = true;
}

void ElasticBody::add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) {
    prepare_compliance();
    const Assembly& assembly = system_.assembly;
    const Mat3& warp = compliance_.warp();
    std::vector<NodeTerm> terms;
    std::vector<int> start = {0}, nodes;
    for (int i = 0; i < rows.size(); ++i) {
        for_each_node(rows, i, embedding_, [&](int node, double share, const Mat3& weight) {
            const int row = assembly.row_of(node);
            if (row < 0) return;
            terms.push_back({row, share * (weight * warp)});
            nodes.push_back(row);
        });
        merge_by_node(terms, start.back());
        start.push_back(static_cast<int>(terms.size()));
    }
    for (Eigen::Index k = 0; k < carried_.size(); k += 3)
        if (carried_.segment<3>(k).squaredNorm() > 0) nodes.push_back(static_cast<int>(k / 3));
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    compliance_.need(nodes);

    const MatX& inverse = compliance_.inverse();
    VecX carried = VecX::Zero(carried_.size() > 0 ? inverse.rows() : 0);
    if (carried_.size() > 0)
        for (const int node : nodes)
            carried.segment<3>(3 * compliance_.slot(node)) = warp.transpose() * carried_.segment<3>(3 * node);
    for (NodeTerm& term : terms) term.row = compliance_.slot(term.row);
    SymmetricColumns columns(rows, W);
    MovedRows moved(inverse.rows(), 4);
    for (int j = 0; j < rows.size(); ++j) {
        moved.setZero();
        for (int t = start[j]; t < start[j + 1]; ++t) add_moved(inverse, terms[t], moved);
        columns.add(j, [&](int i) -> Mat3 {
            BlockRows block = BlockRows::Zero();
            for (int t = start[i]; t < start[i + 1]; ++t) {
                const Mat3& w = terms[t].weight;
                const auto* row = moved.data() + 12 * Eigen::Index(terms[t].row);
                const Eigen::Map<const Row4> x(row), y(row + 4), z(row + 8);
                for (int r = 0; r < 3; ++r) block.col(r) += w(r, 0) * x + w(r, 1) * y + w(r, 2) * z;
            }
            return block.topRows<3>();
        });
        if (carried.size() > 0)
            u0.segment<3>(3 * rows.contact(j)) -= moved.leftCols<3>().transpose() * carried;
    }
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
    prepare_compliance();
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
    embedding_.interpolate(state_.q, surface_.positions);
}

NodeEquations ElasticBody::node_equations(const ContactRows& rows) const {
    NodeEquations equations;
    equations.A = system_.linear.free;
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
