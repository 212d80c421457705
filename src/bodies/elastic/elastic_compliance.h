#pragma once

/// A⁻¹ of an elastic body where contacts touch it.
///
///   A⁻¹ ≈ Q A₀⁻¹ Qᵀ,     A₀ = A/θ at a reference state q₀ (θ: time_scheme.h),     Q = R Rᵀ₀
///
///   Q      one rotation for the whole body, best fit from q₀ to q weighted by mass: one for each node would
///          not keep momentum
///
/// W and the correction use this same A⁻¹, which is what keeps bodies apart. Free motion takes it, too, while
/// the body has the same shape but for little (reference_shape.h): forces are always the present ones, so
/// that what is at rest stays at rest. Otherwise free motion uses the present A and carries the last
/// impulses, so that only their change goes through the older one. As a preconditioner it takes that one,
/// too, in single precision and turned node by node (local_rotations.h), which need not keep momentum and is
/// near A however far limbs bend:
///
///   A⁻¹ ≈ R A₀⁻¹ Rᵀ,     R = diag(R_i)
///
/// A₀ is made anew when it is older than `steps_kept` steps and the body has changed shape by more than
/// `shape_change` of its size meanwhile (Upkeep): falling, turning or resting bodies keep theirs; or when
/// the body has settled in another shape. A quasi-static body's is made anew in every step, since it moves as
/// far as its contacts do. The `linear` model's A never changes.
///
/// Of A₀⁻¹ the 3×3 blocks between nodes in contact are kept (inverse_blocks.h): nodes that stay in contact
/// cost nothing.
///
/// G. Saupin, C. Duriez, S. Cotin, L. Grisoni, Efficient contact modeling using compliance warping (2008). We
/// deviate: theirs turns each node in W, too.

#include <optional>
#include <span>
#include <vector>

#include "bodies/elastic/elastic_system.h"
#include "bodies/elastic/inverse_blocks.h"
#include "bodies/elastic/reference_shape.h"

namespace limpet {

class ElasticCompliance {
public:
    struct Upkeep {
        int steps_kept = 8;
        double shape_change = 0.01;
    };

    ElasticCompliance() = default;
    explicit ElasticCompliance(const Upkeep& upkeep) : upkeep_(upkeep) {}

    /// Before contacts, once a step: makes or keeps A₀ for the body at `q`. `quasistatic`: A = h² K.
    void prepare(ElasticSystem& system, const std::vector<Vec3>& q, double h, bool quasistatic);
    /// Within a step: A₀ is the one at `q` from now on.
    void renew(ElasticSystem& system, const std::vector<Vec3>& q, double h);
    /// Before free motion: turns A₀⁻¹ with the body to `q`. False if there is none, or if the body's shape
    /// has changed by too much since.
    bool follow(ElasticSystem& system, const std::vector<Vec3>& q, double h);
    /// After follow(): A₀ takes the place of A in this step.
    bool has_same_shape() const { return factorised_ && shape_->is_same(); }
    /// x ← (θ A₀)⁻¹ (x − θ B₀ v), B₀ and v of held nodes, turned as A₀ is.
    void solve_step(const std::vector<Vec3>& held_velocity, VecX& x) const;
    /// The body's nodes or elements are others now.
    void forget() { *this = ElasticCompliance(upkeep_); }
    /// A step has passed.
    void age() {
        if (shape_) shape_->age();
        prepared_ = false;
    }

    /// After prepare(): makes sure that blocks between all of these nodes (rows of A) are there.
    const InverseBlocks& ensure_blocks(const std::vector<int>& nodes);
    /// Q.
    const Mat3& warp() const { return shape_->warp(); }

    /// x ← A⁻¹ x.
    void solve(VecX& x) const;
    /// After follow(): z ≈ A⁻¹ r, turned node by node, in single precision.
    void solve_roughly(const VecX& r, VecX& z) const;

    /// All that prepare() and ensure_blocks() depend on.
    void append_state(std::vector<double>& values) const;
    /// Reads from the front of `values`; false if they do not fit.
    [[nodiscard]] bool take_state(std::span<const double>& values, int all_nodes, int free_nodes);

private:
    void turn_nodes(const ElasticSystem& system, const std::vector<Vec3>& q);
    bool is_stale(const ElasticSystem& system, const std::vector<Vec3>& q, bool quasistatic) const;
    void factorise(ElasticSystem& system, double h, bool quasistatic);
    void factorise_stiffness(ElasticSystem& system, double h, BlockMatrix& a);
    void start_from(const std::vector<Vec3>& q);

    Upkeep upkeep_;
    std::optional<ReferenceShape> shape_;  ///< q₀, once there is one
    bool prepared_ = false;                ///< in this step
    bool factorised_ = false;              ///< A₀ of q₀
    double change_ = 1;                    ///< θ, by which A₀ was divided
    SparseCholesky factor_;
    BlockMatrix held_;              ///< B₀: free rows, held columns
    std::vector<Mat3> node_turns_;  ///< R_i of free nodes, for solve_roughly()
    InverseBlocks blocks_;          ///< of A₀⁻¹
};

}  // namespace limpet
