#pragma once

/// Solvers of Siconos 4.4 (INRIA, Apache-2.0; Debian's libsiconos-numerics-dev) on our problems.
///
/// They get the problem in units in which the mean diagonal of W is 1:  W/s, u⁰, λ s.  In these their error
/// measure, ‖r − Proj_K(r − u − μ‖u_T‖ n)‖ / max(‖q‖, ‖r‖, ‖u‖), is that of solve/residual.h, so that they
/// stop when they should. V. Acary, M. Brémond, O. Huber (2018) compare these solvers.

#include <string_view>
#include <vector>

#include "peers/timed_child.h"
#include "solve/problem.h"

namespace limpet::peers {

struct SiconosSolver {
    std::string_view name;
    /// Ready to find λ from zero. Memory is not given back: for a process of its own.
    Work (*prepare)(const Problem& problem, double tolerance);
};

const std::vector<SiconosSolver>& siconos_solvers();

}  // namespace limpet::peers
