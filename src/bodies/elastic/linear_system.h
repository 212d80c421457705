#pragma once

/// The matrix of an elastic body's step and the ways to solve with it.

#include <functional>

#include "bodies/elastic/assembly.h"
#include "limpet/scene.h"
#include "linear/conjugate_gradient.h"
#include "linear/sparse_cholesky.h"

namespace limpet {

class LinearSystem {
public:
    /// z = M⁻¹ r, M being near A.
    using NearInverse = std::function<void(const VecX& r, VecX& z)>;

    LinearSystem() = default;
    /// `method` is not Auto.
    LinearSystem(const Assembly& assembly, LinearSolver method);

    BlockMatrix free;  ///< A of free nodes
    BlockMatrix held;  ///< A of free rows, held columns

    LinearSolver method() const { return method_; }
    /// Has to be called when `free` got new values.
    void changed() { factorised_ = false; }
    /// Solves A x = b until ‖b − A x‖ ≤ tolerance (Cholesky: as exactly as it can), x being the first guess.
    /// Conjugate gradients start with the near inverse, if there is one. If they do not get there, Cholesky
    /// does it and fallbacks() counts that. `residual`: b − A x of the guess, if it is known. False: A is not
    /// positive definite.
    [[nodiscard]] bool solve(const VecX& b, double tolerance, VecX& x, const NearInverse& near = {},
                             const VecX* residual = nullptr);
    /// A⁻¹ b by the factorisation, which is made if there is none of the present A.
    [[nodiscard]] bool factorise();
    const SparseCholesky& factorisation() const { return cholesky_; }

    int iterations() const { return iterations_; }  ///< of conjugate gradients, in the last solve()
    int fallbacks() const { return fallbacks_; }

private:
    LinearSolver method_ = LinearSolver::Cholesky;
    ConjugateGradient cg_;
    SparseCholesky cholesky_;
    bool factorised_ = false;
    int iterations_ = 0, fallbacks_ = 0;
};

}  // namespace limpet
