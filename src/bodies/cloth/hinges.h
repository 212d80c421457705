#pragma once

/// Inner edges of a triangle mesh as hinges: the angle between the two triangles, and its gradient.
///
///   e = x₁ − x₀ the edge,  x₂ and x₃ the vertices across it,  n₁ = e × (x₂ − x₀),  n₂ = (x₃ − x₀) × e
///   sin θ = −(n₁ × n₂)·e / (|n₁| |n₂| |e|),   cos θ = n₁·n₂ / (|n₁| |n₂|)
///   ∂θ/∂x₂ = |e| n₁/|n₁|²,   ∂θ/∂x₃ = |e| n₂/|n₂|²
///   ∂θ/∂x₁ = −(s₂ ∂θ/∂x₂ + s₃ ∂θ/∂x₃),   ∂θ/∂x₀ = −((1−s₂) ∂θ/∂x₂ + (1−s₃) ∂θ/∂x₃)
///
///   θ   0 where the mesh is flat, positive where x₂ and x₃ rise towards n [rad]
///   s   where x₂ or x₃ is along the edge: (x − x₀)·e/|e|²
///
/// E. Grinspun, A. Hirani, M. Desbrun, P. Schröder, Discrete shells (2003), for the angle; the gradient as in
/// R. Bridson, S. Marino, R. Fedkiw, Simulation of clothing with folds and wrinkles (2003), §4.

#include <array>
#include <vector>

#include "core/types.h"

namespace limpet {

struct Hinge {
    std::array<int, 4> nodes;      ///< x₀, x₁, x₂, x₃; x₀ → x₁ runs as in the first triangle
    std::array<int, 2> triangles;  ///< the one with x₂, the one with x₃
    std::array<int, 2> sides;      ///< which side of each triangle it is: the one opposite to that corner
};

/// Ascending by their nodes. Edges of one triangle are no hinges; edges of three, or of two that run through
/// it the same way, throw InputError.
std::vector<Hinge> find_hinges(const std::vector<Triangle>& triangles);

struct HingeAngle {
    double angle;                  ///< θ [rad]
    std::array<Vec3, 4> gradient;  ///< ∂θ/∂x [1/m]
};

double hinge_angle(const Hinge& hinge, const std::vector<Vec3>& x);
/// Triangles squeezed below `least_area` [m²] count as that large: their gradients would have no bound.
HingeAngle hinge_angle_and_gradient(const Hinge& hinge, const std::vector<Vec3>& x, double least_area);

}  // namespace limpet
