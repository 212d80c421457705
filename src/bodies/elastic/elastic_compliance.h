#pragma once

/// A⁻¹ of an elastic body where contacts touch it.
///
///   A⁻¹ ≈ Q A₀⁻¹ Qᵀ,     A₀ = A at a reference state q₀,     Q = R Rᵀ₀
///
///   Q      one rotation for the whole body, best fit from q₀ to q weighted by mass: one for each node would
///   not
///          keep momentum
///
/// W and the correction use this same A⁻¹, which is what keeps bodies apart. Free motion takes it, too, while
/// no element has changed shape by more than `same_shape` since: forces are always the present ones, so that
/// what is at rest stays at rest. Otherwise free motion uses the present A and carries the last impulses, so
/// that only their change goes through the older one. As a preconditioner it takes that one, too, in single
/// precision and turned node by node (local_rotations.h), which need not keep momentum and is near A however
/// far limbs bend:
///
///   A⁻¹ ≈ R A₀⁻¹ Rᵀ,     R = diag(R_i)
///
/// A₀ is made anew when it is older than `steps_kept` steps and the body has changed shape by more than
/// `shape_change` of its size meanwhile (Upkeep): falling, turning or resting bodies keep theirs; or when
/// elements have changed shape by more than `same_shape` and hardly do so any more. A quasi-static body's is
/// made anew in every step, since it moves as far as its contacts do. The `linear` model's A never changes.
///
/// Of A₀⁻¹ the 3×3 blocks between nodes in contact are kept: nodes that stay in contact cost nothing.
///
/// G. Saupin, C. Duriez, S. Cotin, L. Grisoni, Efficient contact modeling using compliance warping (2008). We
/// deviate: theirs turns each node in W, too.

#include <span>
#include <vector>

#include "bodies/elastic/elastic_system.h"

namespace limpet {

class ElasticCompliance {
public:
    struct Upkeep {
        int steps_kept = 8;
        double shape_change = 0.01;
    };

    ElasticCompliance() = default;
    explicit ElasticCompliance(const Upkeep& upkeep) : upkeep_(upkeep) {}

    /// Once a step, before anything below: makes or keeps A₀ for the body at `q`. `quasistatic`: A = h² K.
    void prepare(ElasticSystem& system, const std::vector<Vec3>& q, double h, bool quasistatic);
    /// Within a step: A₀ is the one at `q` from now on.
    void renew(ElasticSystem& system, const std::vector<Vec3>& q, double h);
    /// Before free motion: turns A₀⁻¹ with the body to `q`. False if there is none, or if the body's shape
    /// has changed by too much since.
    bool follow(ElasticSystem& system, const std::vector<Vec3>& q, double h);
    /// After follow(): A₀ takes the place of A in this step.
    bool has_same_shape() const;
    /// x ← A₀⁻¹ (x − B₀ v), B₀ and v of held nodes, turned as A₀ is.
    void solve_step(const std::vector<Vec3>& held_velocity, VecX& x) const;
    /// The body's nodes or elements are others now.
    void forget() { *this = ElasticCompliance(upkeep_); }
    /// A step has passed.
    void age() {
        steps_ += made_;
        turned_ = false;
    }

    /// Makes sure that blocks between all of these nodes (rows of A) are there.
    void ensure_blocks(const std::vector<int>& nodes);
    /// Of a node that was needed: its place in `inverse()`.
    int slot(int node) const { return slot_of_[node]; }
    int slots() const { return static_cast<int>(nodes_.size()); }
    /// A₀⁻¹ between slots, 3 rows and columns each.
    Eigen::Ref<const MatX> inverse() const {
        return inverse_.topLeftCorner(3 * Eigen::Index(slots()), 3 * Eigen::Index(slots()));
    }
    const Mat3& warp() const { return warp_; }

    /// x ← A⁻¹ x.
    void solve(VecX& x) const;
    /// After follow(): z ≈ A⁻¹ r, turned node by node, in single precision.
    void solve_roughly(const VecX& r, VecX& z) const;

    /// All that prepare() and ensure_blocks() depend on.
    void append_state(std::vector<double>& values) const;
    /// Reads from the front of `values`; false if they do not fit.
    [[nodiscard]] bool take_state(std::span<const double>& values, int all_nodes, int free_nodes);

private:
    void turn(const ElasticSystem& system, const std::vector<Vec3>& q);
    void turn_nodes(const ElasticSystem& system, const std::vector<Vec3>& q);
    void watch_shape(const ElasticSystem& system, const std::vector<Vec3>& q);
    bool has_settled() const;
    bool is_stale(const ElasticSystem& system, const std::vector<Vec3>& q, bool quasistatic) const;
    void factorise(ElasticSystem& system, double h, bool quasistatic);
    void factorise_stiffness(ElasticSystem& system, double h, BlockMatrix& a, BlockMatrix& held);
    void start_from(const std::vector<Vec3>& q);
    void add_batch(const std::vector<int>& nodes);
    void forget_blocks();

    Upkeep upkeep_;
    bool made_ = false;            ///< there is a reference state
    bool factorised_ = false;      ///< and A₀ is factorised
    int steps_ = 0;                ///< since the reference state
    std::vector<Vec3> reference_;  ///< q₀ [m]
    Mat3 warp_ = Mat3::Identity();
    bool turned_ = false;           ///< warp_ is of this step
    std::vector<Mat3> node_turns_;  ///< R_i of free nodes, for solve_roughly()
    double edge_change_ = 0;        ///< of elements since the reference state (shape_change.h)
    int steady_steps_ = 0;          ///< for which that has hardly changed
    SparseCholesky factor_;
    BlockMatrix held_;        ///< B₀: free rows, held columns
    std::vector<int> nodes_;  ///< of each slot
    std::vector<int>
        batch_sizes_;           ///< slots in the order they were made: made again, they have the same bytes
    std::vector<int> slot_of_;  ///< of each row of A; −1: none
    MatX inverse_;              ///< with room for more slots: it is long to copy
};

}  // namespace limpet
