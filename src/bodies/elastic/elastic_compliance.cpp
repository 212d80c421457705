#include "bodies/elastic/elastic_compliance.h"

#include <fmt/format.h>

#include <cmath>

#include "bodies/elastic/local_rotations.h"
#include "bodies/elastic/shape_change.h"
#include "limpet/error.h"

namespace limpet {
namespace {

/// Blocks of nodes that are no longer in contact are dropped when they are more than the others and this
/// many.
constexpr int spare_slots = 64;
/// Of the blocks that are there when there is no room for others.
constexpr double room_for_more = 1.5;
/// Of the mean diagonal.
constexpr double largest_shift = 1e-4;
/// Of the body's size: with less change of shape, A₀ preconditions A well.
constexpr double still_near = 0.3;
/// Of an element's edges: with less change of them, A₀ is as good as A.
constexpr double same_shape = 0.02;
/// A shape that changes by less than this share of `same_shape` a step, for so many steps, will be the same
/// for long enough to pay for a new A₀.
constexpr double hardly = 1.0 / 32;
constexpr int steps_to_settle = 8;

}  // namespace

void ElasticCompliance::watch_shape(const ElasticSystem& system, const std::vector<Vec3>& q) {
    const double before = edge_change_;
    edge_change_ = largest_edge_change(*system.elements, reference_, q, warp_);
    steady_steps_ = std::abs(edge_change_ - before) <= hardly * same_shape ? steady_steps_ + 1 : 0;
}

bool ElasticCompliance::has_same_shape() const {
    return factorised_ && edge_change_ <= same_shape;
}

bool ElasticCompliance::has_settled() const {
    return edge_change_ > same_shape && steady_steps_ >= steps_to_settle;
}

bool ElasticCompliance::is_stale(const ElasticSystem& system, const std::vector<Vec3>& q,
                                 bool quasistatic) const {
    if (system.elements->is_linear()) return false;
    if (quasistatic) return steps_ > 0;
    return steps_ >= upkeep_.steps_kept &&
           mean_shape_change(system.mass, reference_, q, warp_) > upkeep_.shape_change;
}

void ElasticCompliance::turn(const ElasticSystem& system, const std::vector<Vec3>& q) {
    warp_ = best_rotation(system.mass, reference_, q);
    turned_ = true;
}

bool ElasticCompliance::follow(ElasticSystem& system, const std::vector<Vec3>& q, double h) {
    if (!made_ || system.elements->is_linear()) return false;
    turn(system, q);
    watch_shape(system, q);
    if (has_settled()) start_from(q);
    if (mean_shape_change(system.mass, reference_, q, warp_) > still_near) return false;
    if (!factorised_) factorise(system, h, false);
    turn_nodes(system, q);
    return true;
}

void ElasticCompliance::turn_nodes(const ElasticSystem& system, const std::vector<Vec3>& q) {
    const std::vector<int>& free = system.assembly.free_nodes();
    node_turns_.assign(free.size(), warp_);
    if (has_same_shape()) return;
    const std::vector<Mat3> rotations = local_rotations(*system.elements, reference_, q);
    for (std::size_t i = 0; i < free.size(); ++i) node_turns_[i] = rotations[free[i]];
}

void ElasticCompliance::prepare(ElasticSystem& system, const std::vector<Vec3>& q, double h,
                                bool quasistatic) {
    if (made_ && !system.elements->is_linear() && !turned_) turn(system, q);
    if (made_ && is_stale(system, q, quasistatic)) made_ = false;
    if (!made_) start_from(q);
    if (!factorised_) factorise(system, h, quasistatic);
}

void ElasticCompliance::start_from(const std::vector<Vec3>& q) {
    reference_ = q;
    warp_.setIdentity();
    steps_ = steady_steps_ = 0;
    edge_change_ = 0;
    made_ = true;
    factorised_ = false;
    forget_blocks();
}

void ElasticCompliance::renew(ElasticSystem& system, const std::vector<Vec3>& q, double h) {
    start_from(q);
    factorise(system, h, false);
}

/// h² K: exact where that is definite, as it is in a stable equilibrium; else with its elements projected,
/// and where that leaves it singular, with a little added to its diagonal.
void ElasticCompliance::factorise_stiffness(ElasticSystem& s, double h, BlockMatrix& a, BlockMatrix& held) {
    const std::vector<double> ones(s.mass.size(), 1.0);
    s.elements->evaluate(reference_, Stiffness::Exact);
    s.assembly.assemble(*s.elements, ones, 0, h * h, a, held);
    add_to_matrix(s.springs, s.assembly, h * h, 0, a, held);
    factorised_ = factor_.factorise(a);
    if (factorised_) return;
    s.elements->evaluate(reference_, Stiffness::Projected);
    double shift = 0;
    while (!factorised_ && shift < largest_shift) {
        double trace = 0;
        for (int i = 0; i < a.rows(); ++i) trace += a.block(a.pattern().find(i, i))[0];
        s.assembly.assemble(*s.elements, ones, shift * std::abs(trace) / a.rows(), h * h, a, held);
        add_to_matrix(s.springs, s.assembly, h * h, 0, a, held);
        factorised_ = factor_.factorise(a);
        shift = shift > 0 ? 1000 * shift : 1e-12;
    }
}

void ElasticCompliance::factorise(ElasticSystem& s, double h, bool quasistatic) {
    BlockMatrix a = s.assembly.free_matrix();
    held_ = s.assembly.held_matrix();
    if (quasistatic) {
        factorise_stiffness(s, h, a, held_);
    } else {
        s.elements->evaluate(reference_, Stiffness::Projected);
        assemble_step(s, h, a, held_);
        factorised_ = factor_.factorise(a);
    }
    if (!factorised_)
        throw BreakdownError(
            fmt::format("{}: the matrix of its contacts is not positive definite; "
                        "take a shorter time.step",
                        s.name));
    if (!quasistatic && !s.elements->is_linear()) factor_.keep_single_precision();
    slot_of_.assign(a.rows(), -1);
    // After restoring a state: the same blocks in the same batches.
    const std::vector<int> nodes = std::move(nodes_), sizes = std::move(batch_sizes_);
    forget_blocks();
    auto begin = nodes.begin();
    for (const int size : sizes) {
        add_batch({begin, begin + size});
        begin += size;
    }
}

void ElasticCompliance::forget_blocks() {
    for (const int node : nodes_)
        if (node < static_cast<int>(slot_of_.size())) slot_of_[node] = -1;
    nodes_.clear();
    batch_sizes_.clear();
}

void ElasticCompliance::ensure_blocks(const std::vector<int>& nodes) {
    if (slots() > 2 * static_cast<int>(nodes.size()) + spare_slots) forget_blocks();
    std::vector<int> missing;
    for (const int node : nodes)
        if (slot_of_[node] < 0) missing.push_back(node);
    if (!missing.empty()) add_batch(missing);
}

void ElasticCompliance::add_batch(const std::vector<int>& nodes) {
    const Eigen::Index before = 3 * static_cast<Eigen::Index>(nodes_.size());
    for (const int node : nodes) {
        slot_of_[node] = slots();
        nodes_.push_back(node);
    }
    batch_sizes_.push_back(static_cast<int>(nodes.size()));
    MatX columns;
    factor_.inverse_columns(nodes, nodes_, columns);
    const Eigen::Index size = columns.rows();
    if (inverse_.rows() < size) {
        const auto room = static_cast<Eigen::Index>(room_for_more * static_cast<double>(size));
        MatX larger(room, room);
        larger.topLeftCorner(before, before) = inverse_.topLeftCorner(before, before);
        inverse_ = std::move(larger);
    }
    inverse_.block(0, before, size, columns.cols()) = columns;
    inverse_.block(before, 0, columns.cols(), before) = columns.topRows(before).transpose();
}

void ElasticCompliance::solve(VecX& x) const {
    for (Eigen::Index i = 0; i < x.size(); i += 3) x.segment<3>(i) = warp_.transpose() * x.segment<3>(i);
    VecX y;
    factor_.solve(x, y);
    for (Eigen::Index i = 0; i < x.size(); i += 3) x.segment<3>(i) = warp_ * y.segment<3>(i);
}

void ElasticCompliance::solve_step(const std::vector<Vec3>& held_velocity, VecX& x) const {
    if (!held_velocity.empty()) {
        std::vector<Vec3> turned = held_velocity;
        for (Vec3& v : turned) v = warp_.transpose() * v;
        VecX held = VecX::Zero(x.size());
        held_.subtract_rows(0, held_.rows(), flat(turned).data(), held.data());
        for (Eigen::Index i = 0; i < x.size(); i += 3) x.segment<3>(i) += warp_ * held.segment<3>(i);
    }
    solve(x);
}

void ElasticCompliance::solve_roughly(const VecX& r, VecX& z) const {
    VecX turned(r.size());
    const auto nodes = static_cast<Eigen::Index>(node_turns_.size());
    for (Eigen::Index k = 0; k < nodes; ++k)
        turned.segment<3>(3 * k) = node_turns_[k].transpose() * r.segment<3>(3 * k);
    factor_.solve_roughly(turned, z);
    for (Eigen::Index k = 0; k < nodes; ++k)
        z.segment<3>(3 * k) = node_turns_[k] * z.segment<3>(3 * k).eval();
}

void ElasticCompliance::append_state(std::vector<double>& values) const {
    values.push_back(made_);
    if (!made_) return;
    values.insert(values.end(),
                  {static_cast<double>(steps_), edge_change_, static_cast<double>(steady_steps_)});
    for (const Vec3& x : reference_) values.insert(values.end(), x.begin(), x.end());
    values.push_back(static_cast<double>(batch_sizes_.size()));
    values.insert(values.end(), batch_sizes_.begin(), batch_sizes_.end());
    values.insert(values.end(), nodes_.begin(), nodes_.end());
}

bool ElasticCompliance::take_state(std::span<const double>& values, int all_nodes, int free_nodes) {
    const auto next = [&]() {
        const double value = values.front();
        values = values.subspan(1);
        return value;
    };
    const auto is_count = [](double value, double most) {
        return value >= 0 && value <= most && value == std::floor(value);
    };
    forget_blocks();
    made_ = factorised_ = false;
    if (values.empty()) return false;
    if (next() == 0) return true;
    const std::size_t fixed_size = 4 + 3 * static_cast<std::size_t>(all_nodes);
    if (values.size() < fixed_size || !is_count(values[0], 1e9) || !is_count(values[2], 1e9)) return false;
    steps_ = static_cast<int>(next());
    edge_change_ = next();
    steady_steps_ = static_cast<int>(next());
    reference_.resize(all_nodes);
    for (Vec3& x : reference_)
        for (int k = 0; k < 3; ++k) x[k] = next();
    double total = 0;
    if (!is_count(values.front(), static_cast<double>(values.size() - 1))) return false;
    for (int left = static_cast<int>(next()); left > 0; --left) {
        if (!is_count(values.front(), free_nodes)) return false;
        total += batch_sizes_.emplace_back(static_cast<int>(next()));
    }
    if (total > free_nodes || static_cast<double>(values.size()) < total) return false;
    for (; total > 0; --total) {
        if (!is_count(values.front(), free_nodes - 1.0)) return false;
        nodes_.push_back(static_cast<int>(next()));
    }
    made_ = true;
    return true;
}

}  // namespace limpet
