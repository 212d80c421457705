#include "bodies/elastic/linear_system.h"

#include <algorithm>

#include "linear/preconditioned_cg.h"

namespace limpet {
namespace {

/// More than twice what the worst case of docs/free-motion-solvers.md needs.
constexpr int most_iterations = 1000;
/// With a near inverse, 4 to 8 are enough if it is near; each takes as long as some five without.
constexpr int most_near_iterations = 20;

}  // namespace

LinearSystem::LinearSystem(const Assembly& assembly, LinearSolver method)
    : free(assembly.free_matrix()), held(assembly.held_matrix()), method_(method) {}

bool LinearSystem::factorise() {
    if (!factorised_) factorised_ = cholesky_.factorise(free);
    return factorised_;
}

bool LinearSystem::solve(const VecX& b, double tolerance, VecX& x, const NearInverse& near,
                         const VecX* residual) {
    iterations_ = 0;
    if (b.size() == 0) return true;
    if (method_ == LinearSolver::ConjugateGradient) {
        const VecX guess = x;
        if (near) {
            const CgReport report =
                preconditioned_cg(free, b, near, tolerance, most_near_iterations, x, residual);
            iterations_ = report.iterations;
            if (report.converged) return true;
            if (!x.allFinite()) x = guess;
        }
        const CgReport report = cg_.solve(free, b, tolerance, most_iterations, x);
        iterations_ += report.iterations;
        if (report.converged) return true;
        x = guess;
        ++fallbacks_;
    }
    if (!factorise()) return false;
    cholesky_.solve(b, x);
    return true;
}

}  // namespace limpet
