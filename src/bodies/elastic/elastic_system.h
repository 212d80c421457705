#pragma once

/// What all ways of stepping an elastic body work on.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bodies/elastic/assembly.h"
#include "bodies/elastic/linear_system.h"
#include "bodies/elastic/node_springs.h"
#include "bodies/elastic/prediction.h"
#include "bodies/elastic/time_scheme.h"
#include "limpet/scene.h"

namespace limpet {

struct ElasticSystem {
    std::string name;  ///< what messages call the body
    std::unique_ptr<ElasticElements> elements;
    Assembly assembly;
    std::vector<double> mass;  ///< lumped, of each node [kg]
    Damping damping;
    TimeScheme scheme;
    NodeSprings springs;  ///< of this step
    LinearSystem linear;
    double matrix_h = 0;  ///< the time step that a constant matrix was made for; 0: none yet
    /// `linear` has the matrix of the present step, not of one before a step with a kept matrix.
    bool matrix_is_present = false;
};

struct NodalState {
    std::vector<Vec3> q;  ///< [m]
    std::vector<Vec3> v;  ///< [m/s]
};

/// Of an implicit stage.
struct StepInput {
    double h = 0;                     ///< its length [s]
    Vec3 gravity = Vec3::Zero();      ///< [m/s^2]
    std::vector<Vec3> held_velocity;  ///< that takes each held node to its target in the step [m/s]
    VecX impulse{};                   ///< of contacts on free nodes, over the stage; empty: none [N s]
    VecX force{};                     ///< from outside on free nodes; empty: none [N]
    /// z = M⁻¹ r with an older A for M; empty: there is none that is near.
    LinearSystem::NearInverse near_inverse{};
    /// x ← A⁻¹ (x − B v), v of held nodes, with an older A and B that are as good as the present ones; empty:
    /// there are none.
    std::function<void(const std::vector<Vec3>& held_velocity, VecX& x)> kept_solve{};
    Prediction prediction{};
};

/// Mean weighted by mass.
Vec3 mass_center(const std::vector<double>& mass, const std::vector<Vec3>& x);
/// The rotation that takes `from` nearest to `to` about their centres, weighted by mass.
Mat3 best_rotation(const std::vector<double>& mass, const std::vector<Vec3>& from,
                   const std::vector<Vec3>& to);

/// Numbers of some nodes, one after the other, and back.
VecX gathered(const std::vector<Vec3>& all, const std::vector<int>& nodes);
void scatter(const VecX& some, const std::vector<int>& nodes, std::vector<Vec3>& all);
/// Forces of the last ElasticElements::evaluate() on all nodes.
std::vector<Vec3> elastic_forces(const ElasticSystem& system);

/// A of a stage of length h, A = (1 + hα) M + (hβ + (1 + c/θ₀) h²) K (time_scheme.h) with the stiffness of
/// the last ElasticElements::evaluate(), and what springs add: between free nodes, and of free rows and held
/// columns.
void assemble_step(const ElasticSystem& system, double h, BlockMatrix& free, BlockMatrix& held);

/// How large a residual A x − b is by rounding of positions alone: ε ‖tr(Aᵢᵢ) |qᵢ|‖.
double rounding_level(const ElasticSystem& system, const std::vector<Vec3>& q);

/// Throws BreakdownError that names the body and the node if a number is not finite.
void require_finite(const ElasticSystem& system, const std::vector<Vec3>& values, const char* what);

}  // namespace limpet
