#pragma once

/// Isotropic elasticity as functions of the principal stretches s₀, s₁, s₂ of F = U diag(s) Vᵀ (core/svd3.h).
///
///   corotational  Ψ = μ Σ(sᵢ−1)² + λ/2 (Σsᵢ−3)²                    = μ‖F−R‖² + λ/2 tr²(RᵀF−I)
///   stvk          Ψ = μ Σeᵢ² + λ/2 (Σeᵢ)²,  eᵢ = (sᵢ²−1)/2          St. Venant–Kirchhoff
///   neohookean    Ψ = μ'/2 (I−3) − μ'/2 ln(I+1) + λ'/2 (J−α)² − Ψ₀   stable neo-Hookean,
///                 I = Σsᵢ², J = s₀s₁s₂, μ' = 4/3 μ, λ' = λ + 5/6 μ, α = 1 + 3μ'/(4λ'), Ψ₀ so that Ψ(I) = 0
///   linear        Ψ = μ‖ε‖² + λ/2 tr²ε,  ε = (F+Fᵀ)/2 − I           needs no stretches; linear_response()
///
/// Ψ energy density [J/m³], μ and λ Lamé's parameters [Pa], P = ∂Ψ/∂F = U diag(∂Ψ/∂s) Vᵀ first Piola stress
/// [Pa]. The derivative of P, seen in the bases U and V, has three kinds of entries only (Teran et al. 2005,
/// §7; Smith et al. 2019, §4):
///   ∂P_ii/∂F_kk = Ψ,ik      ∂P_ij/∂F_ij = B_ij      ∂P_ij/∂F_ji = C_ij   (i ≠ j)
///   B + C = (Ψ,i − Ψ,j)/(sᵢ − sⱼ)       B − C = (Ψ,i + Ψ,j)/(sᵢ + sⱼ)
/// so that it is positive semi-definite exactly when the 3×3 matrix Ψ,ik is and B ± C ≥ 0.
///
/// Sources: corotational, McAdams et al. 2011; stable neo-Hookean, Smith, de Goes & Kim 2018, eq. 14 with the
/// Lamé parameters of their §3.4, which make all four models agree for small strains. The quotients are
/// written out for each model, without differences of nearly equal numbers.

#include <cmath>

#include "core/lanes.h"
#include "core/types.h"
#include "limpet/scene.h"

namespace limpet {

struct LameParameters {
    double mu = 0, lambda = 0;  ///< [Pa]
};
LameParameters lame_parameters(const Material& material);

/// Index k of pairs (i, j): 0 is (1, 2), 1 is (2, 0), 2 is (0, 1).
template <class T>
struct PrincipalResponse {
    T energy;       ///< Ψ [J/m^3]
    T stress[3];    ///< ∂Ψ/∂s_i [Pa]
    T normal[3];    ///< ∂²Ψ/∂s_i² [Pa]
    T coupling[3];  ///< ∂²Ψ/∂s_i∂s_j of pair k [Pa]
    T shear[3];     ///< B of pair k [Pa]
    T exchange[3];  ///< C of pair k [Pa]
};

/// Below this sum of two stretches the corotational model has no second derivative; it is held there.
inline constexpr double smallest_stretch_sum = 1e-6;

template <class T>
inline PrincipalResponse<T> linear_response(const LameParameters& p) {
    PrincipalResponse<T> out{};
    for (int k = 0; k < 3; ++k) {
        out.normal[k] = broadcast<T>(2 * p.mu + p.lambda);
        out.coupling[k] = broadcast<T>(p.lambda);
        out.shear[k] = out.exchange[k] = broadcast<T>(p.mu);
    }
    return out;
}

template <class T>
inline PrincipalResponse<T> corotational_response(const LameParameters& p, const T (&s)[3]) {
    PrincipalResponse<T> out;
    const T trace = (s[0] - 1.0) + (s[1] - 1.0) + (s[2] - 1.0);
    out.energy = 0.5 * p.lambda * trace * trace;
    for (int i = 0; i < 3; ++i) {
        out.energy += p.mu * (s[i] - 1.0) * (s[i] - 1.0);
        out.stress[i] = 2 * p.mu * (s[i] - 1.0) + p.lambda * trace;
        out.normal[i] = broadcast<T>(2 * p.mu + p.lambda);
        out.coupling[i] = broadcast<T>(p.lambda);
        const T sum = larger(s[(i + 1) % 3] + s[(i + 2) % 3], broadcast<T>(smallest_stretch_sum));
        const T turning = (2 * p.mu - p.lambda * trace) / sum;  // the rotation's own derivative
        out.shear[i] = 2 * p.mu - turning;
        out.exchange[i] = turning;
    }
    return out;
}

template <class T>
inline PrincipalResponse<T> stvk_response(const LameParameters& p, const T (&s)[3]) {
    PrincipalResponse<T> out;
    T e[3];
    for (int i = 0; i < 3; ++i) e[i] = 0.5 * (s[i] - 1.0) * (s[i] + 1.0);
    const T trace = e[0] + e[1] + e[2];
    out.energy = 0.5 * p.lambda * trace * trace;
    for (int i = 0; i < 3; ++i) {
        const T second_piola = 2 * p.mu * e[i] + p.lambda * trace;
        const T a = s[(i + 1) % 3], b = s[(i + 2) % 3];
        out.energy += p.mu * e[i] * e[i];
        out.stress[i] = s[i] * second_piola;
        out.normal[i] = second_piola + (2 * p.mu + p.lambda) * s[i] * s[i];
        out.coupling[i] = p.lambda * a * b;
        out.shear[i] = p.mu * (a * a + b * b - 1.0) + p.lambda * trace;
        out.exchange[i] = p.mu * a * b;
    }
    return out;
}

inline double logarithm(double x) {
    return std::log(x);
}
inline WideLanes logarithm(WideLanes x) {
    for (int l = 0; l < wide_lanes; ++l) x[l] = std::log(x[l]);
    return x;
}

template <class T>
inline PrincipalResponse<T> neohookean_response(const LameParameters& p, const T (&s)[3]) {
    const double mu = 4.0 / 3.0 * p.mu, lambda = p.lambda + 5.0 / 6.0 * p.mu;
    const double excess = 0.75 * mu / lambda;  // α − 1
    PrincipalResponse<T> out;
    const T i1 = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
    const T j = s[0] * s[1] * s[2] - 1.0 - excess;
    out.energy = 0.5 * mu * (i1 - 3.0) - 0.5 * mu * logarithm((i1 + 1.0) * 0.25) +
                 0.5 * lambda * (j * j - excess * excess);
    const T fraction = 1.0 / (i1 + 1.0);
    const T g = mu * (1.0 - fraction);
    for (int i = 0; i < 3; ++i) {
        const T a = s[(i + 1) % 3], b = s[(i + 2) % 3];
        out.stress[i] = g * s[i] + lambda * j * a * b;
        out.normal[i] = g + 2 * mu * s[i] * s[i] * fraction * fraction + lambda * (a * b) * (a * b);
        // ∂J/∂a ∂J/∂b = (s_i b)(s_i a), ∂²J/∂a∂b = s_i
        out.coupling[i] =
            2 * mu * a * b * fraction * fraction + lambda * (s[i] * b) * (s[i] * a) + lambda * j * s[i];
        out.shear[i] = g;
        out.exchange[i] = -lambda * j * s[i];
    }
    return out;
}

template <class T>
inline PrincipalResponse<T> principal_response(ElasticModel model, const LameParameters& p, const T (&s)[3]) {
    switch (model) {
        case ElasticModel::Linear:
            break;
        case ElasticModel::Corotational:
            return corotational_response(p, s);
        case ElasticModel::StVenantKirchhoff:
            return stvk_response(p, s);
        case ElasticModel::NeoHookean:
            return neohookean_response(p, s);
    }
    return linear_response<T>(p);
}

/// Nearest positive semi-definite derivative of P: negative eigenvalues of Ψ,ik and of B ± C become 0.
void project(PrincipalResponse<double>& response);
void project(PrincipalResponse<WideLanes>& response);

}  // namespace limpet
