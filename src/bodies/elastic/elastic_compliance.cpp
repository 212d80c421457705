#include "bodies/elastic/elastic_compliance.h"

#include <fmt/format.h>

#include <cmath>

#include "bodies/elastic/local_rotations.h"
#include "limpet/error.h"

namespace limpet {
namespace {

/// Added to the diagonal of a singular stiffness, of its mean: at first, and at most.
constexpr double first_diagonal_shift = 1e-12, max_diagonal_shift = 1e-4, shift_growth = 1000;
/// Of the body's size: with less change of shape, A₀ preconditions A well.
constexpr double max_preconditioned_change = 0.3;

}  // namespace

bool ElasticCompliance::is_stale(const ElasticSystem& system, const std::vector<Vec3>& q,
                                 bool quasistatic) const {
    if (system.elements->is_linear()) return false;
    if (quasistatic) return shape_->steps() > 0;
    return shape_->steps() >= upkeep_.steps_kept && shape_->mean_change(system, q) > upkeep_.shape_change;
}

bool ElasticCompliance::follow(ElasticSystem& system, const std::vector<Vec3>& q, double h) {
    if (!shape_ || system.elements->is_linear()) return false;
    shape_->follow(system, q);
    if (shape_->has_settled_elsewhere()) start_from(q);
    if (shape_->mean_change(system, q) > max_preconditioned_change) return false;
    if (!factorised_) factorise(system, h, false);
    turn_nodes(system, q);
    return true;
}

void ElasticCompliance::turn_nodes(const ElasticSystem& system, const std::vector<Vec3>& q) {
    const std::vector<int>& free = system.assembly.free_nodes();
    node_turns_.assign(free.size(), warp());
    if (has_same_shape()) return;
    const std::vector<Mat3> rotations = local_rotations(*system.elements, shape_->nodes(), q);
    for (std::size_t i = 0; i < free.size(); ++i) node_turns_[i] = rotations[free[i]];
}

void ElasticCompliance::prepare(ElasticSystem& system, const std::vector<Vec3>& q, double h,
                                bool quasistatic) {
    if (prepared_) return;
    if (shape_ && !system.elements->is_linear()) shape_->turn(system, q);
    if (!shape_ || is_stale(system, q, quasistatic)) start_from(q);
    if (!factorised_) factorise(system, h, quasistatic);
    prepared_ = true;
}

void ElasticCompliance::start_from(const std::vector<Vec3>& q) {
    shape_.emplace(q);
    factorised_ = false;
    blocks_.clear();
}

void ElasticCompliance::renew(ElasticSystem& system, const std::vector<Vec3>& q, double h) {
    start_from(q);
    factorise(system, h, false);
    prepared_ = true;
}

/// h² K: exact where that is definite, as it is in a stable equilibrium; else with its elements projected,
/// and where that leaves it singular, with a little added to its diagonal.
void ElasticCompliance::factorise_stiffness(ElasticSystem& s, double h, BlockMatrix& a) {
    const std::vector<double> ones(s.mass.size(), 1.0);
    const auto assemble = [&](double diagonal) {
        s.assembly.assemble(*s.elements, ones, diagonal, h * h, a, held_);
        add_to_matrix(s.springs, s.assembly, h * h, 0, a, held_);
        factorised_ = factor_.factorise(a);
    };
    s.elements->evaluate(shape_->nodes(), Stiffness::Exact);
    assemble(0);
    if (factorised_) return;
    s.elements->evaluate(shape_->nodes(), Stiffness::Projected);
    double shift = 0;
    while (!factorised_ && shift < max_diagonal_shift) {
        double trace = 0;
        for (int i = 0; i < a.rows(); ++i) trace += a.block(a.pattern().find(i, i))[0];
        assemble(shift * std::abs(trace) / a.rows());
        shift = shift > 0 ? shift_growth * shift : first_diagonal_shift;
    }
}

void ElasticCompliance::factorise(ElasticSystem& s, double h, bool quasistatic) {
    BlockMatrix a = s.assembly.free_matrix();
    held_ = s.assembly.held_matrix();
    if (quasistatic) {
        change_ = 1;
        factorise_stiffness(s, h, a);
    } else {
        s.elements->evaluate(shape_->nodes(), Stiffness::Projected);
        assemble_step(s, h, a, held_);
        change_ = s.scheme.change;
        if (change_ != 1) {
            a.scale(1 / change_);
            held_.scale(1 / change_);
        }
        factorised_ = factor_.factorise(a);
    }
    if (!factorised_)
        throw BreakdownError(
            fmt::format("{}: the matrix of its contacts is not positive definite; "
                        "take a shorter time.step",
                        s.name));
    if (!quasistatic && !s.elements->is_linear()) factor_.keep_single_precision();
    blocks_.remake(a.rows(), factor_);
}

const InverseBlocks& ElasticCompliance::ensure_blocks(const std::vector<int>& nodes) {
    blocks_.ensure(nodes, factor_);
    return blocks_;
}

void ElasticCompliance::solve(VecX& x) const {
    for (Eigen::Index i = 0; i < x.size(); i += 3) x.segment<3>(i) = warp().transpose() * x.segment<3>(i);
    VecX y;
    factor_.solve(x, y);
    for (Eigen::Index i = 0; i < x.size(); i += 3) x.segment<3>(i) = warp() * y.segment<3>(i);
}

void ElasticCompliance::solve_step(const std::vector<Vec3>& held_velocity, VecX& x) const {
    if (change_ != 1) x /= change_;
    if (!held_velocity.empty()) {
        std::vector<Vec3> turned = held_velocity;
        for (Vec3& v : turned) v = warp().transpose() * v;
        VecX held = VecX::Zero(x.size());
        held_.subtract_rows(0, held_.rows(), flat(turned).data(), held.data());
        for (Eigen::Index i = 0; i < x.size(); i += 3) x.segment<3>(i) += warp() * held.segment<3>(i);
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
    values.push_back(shape_.has_value());
    if (!shape_) return;
    shape_->append_state(values);
    blocks_.append_state(values);
}

bool ElasticCompliance::take_state(std::span<const double>& values, int all_nodes, int free_nodes) {
    shape_.reset();
    prepared_ = factorised_ = false;
    blocks_.clear();
    if (values.empty()) return false;
    const bool has_shape = values.front() != 0;
    values = values.subspan(1);
    if (!has_shape) return true;
    shape_ = ReferenceShape::from_state(values, all_nodes);
    return shape_ && blocks_.take_state(values, free_nodes);
}

}  // namespace limpet
