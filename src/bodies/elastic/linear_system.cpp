#include "bodies/elastic/linear_system.h"

#include <algorithm>

namespace limpet {

LinearSystem::LinearSystem(const Assembly& assembly, LinearSolver method)
    : free(assembly.free_matrix()), held(assembly.held_matrix()), method_(method) {}

bool LinearSystem::factorise() {
    if (!factorised_) factorised_ = cholesky_.factorise(free);
    return factorised_;
}

bool LinearSystem::solve(const VecX& b, double tolerance, VecX& x) {
    iterations_ = 0;
    if (b.size() == 0) return true;
    if (method_ == LinearSolver::ConjugateGradient) {
        // More than twice what the worst case of docs/free-motion-solvers.md needs.
        constexpr int max_iterations = 1000;
        const VecX guess = x;
        const CgReport report = cg_.solve(free, b, tolerance, max_iterations, x);
        iterations_ = report.iterations;
        if (report.converged) return true;
        x = guess;
        ++fallbacks_;
    }
    if (!factorise()) return false;
    cholesky_.solve(b, x);
    return true;
}

}  // namespace limpet
