#pragma once

/// Anderson's acceleration of sweeps. A sweep takes λ to G(λ); with f_k = G(λ_k) − λ_k, what it changes,
///
///   γ = argmin ‖f_k − ΔF γ‖,        λ_{k+1} = G(λ_k) − ΔG γ
///
///   ΔF, ΔG   columns f_j − f_{j−1} and G(λ_j) − G(λ_{j−1}) of the last sweeps, `depth` of them [N s]
///
/// D. G. Anderson, Iterative procedures for nonlinear integral equations (1965); H. F. Walker, P. Ni,
/// Anderson acceleration for fixed-point iterations (2011), eq. 2.2. Where sweeps crawl along a few slow
/// modes it finds the end of these modes. It knows nothing of the laws: the next sweep puts every contact
/// back on its own. We deviate: where a sweep changes more than twice what the last one did, as contacts do
/// that begin to slip or open, what is remembered is of another problem and is forgotten.

#include <deque>

#include "core/types.h"

namespace limpet {

class Anderson {
public:
    explicit Anderson(int depth) : depth_(depth) {}

    /// After a sweep took `before` to `after`: what to go on from, in the place of `after`.
    void accelerate(const VecX& before, VecX& after);

private:
    struct Difference {
        VecX change, result;
    };

    int depth_;
    std::deque<Difference> differences_;
    VecX last_change_, last_result_;  ///< f_{k−1}, G(λ_{k−1}); empty: none
};

}  // namespace limpet
