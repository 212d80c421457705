#include "peers/siconos_solvers.h"

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>

#include <memory>

#include "solve/residual.h"

namespace limpet::peers {
namespace {

/// Sweeps and steps: time is what ends them.
constexpr int endless = 100'000'000, most_newton_steps = 2000;
constexpr int sweeps_between_checks = 5;

/// What Siconos points into.
struct Data {
    std::vector<double> blocks, q, mu;
    std::vector<double*> block;
    std::vector<unsigned> sizes;
    std::vector<std::size_t> row_start, column;
};

NumericsMatrix* in_blocks(const BlockPattern& pattern, Data& data) {
    const int n = pattern.rows;
    for (int k = 0; k < pattern.blocks(); ++k) data.block.push_back(&data.blocks[9 * std::size_t(k)]);
    for (int i = 1; i <= n; ++i) data.sizes.push_back(3 * static_cast<unsigned>(i));
    data.row_start.assign(pattern.row_start.begin(), pattern.row_start.end());
    data.column.assign(pattern.column.begin(), pattern.column.end());
    SparseBlockStructuredMatrix* matrix = SBM_new();
    matrix->nbblocks = static_cast<unsigned>(pattern.blocks());
    matrix->block = data.block.data();
    matrix->blocknumber0 = matrix->blocknumber1 = static_cast<unsigned>(n);
    matrix->blocksize0 = matrix->blocksize1 = data.sizes.data();
    matrix->filled1 = data.row_start.size();
    matrix->filled2 = data.column.size();
    matrix->index1_data = data.row_start.data();
    matrix->index2_data = data.column.data();
    return NM_new_SBM(3 * n, 3 * n, matrix);
}

NumericsMatrix* in_triplets(const BlockPattern& pattern, const Data& data) {
    const int n = pattern.rows;
    NumericsMatrix* matrix = NM_create(NM_SPARSE, 3 * n, 3 * n);
    NM_triplet_alloc(matrix, static_cast<long>(data.blocks.size()));
    for (int i = 0; i < n; ++i)
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
            for (int c = 0; c < 9; ++c)
                NM_entry(matrix, 3 * i + c % 3, 3 * pattern.column[k] + c / 3,
                         data.blocks[9 * std::size_t(k) + c]);
    return matrix;
}

enum class Storage { Blocks, Triplets };

Work ready(const Problem& problem, Storage storage, double tolerance, int most_iterations,
           SolverOptions* options) {
    const double scale = Residual(problem).scale();
    const BlockPattern& pattern = problem.W.pattern();
    const int n = problem.contacts();
    const auto data = std::make_shared<Data>();
    data->blocks.assign(problem.W.block(0), problem.W.block(0) + 9 * std::size_t(pattern.blocks()));
    for (double& w : data->blocks) w /= scale;
    data->q.assign(problem.u0.begin(), problem.u0.end());
    data->mu = problem.friction;
    NumericsMatrix* matrix =
        storage == Storage::Blocks ? in_blocks(pattern, *data) : in_triplets(pattern, *data);
    FrictionContactProblem* theirs =
        frictionContactProblem_new_with_data(3, n, matrix, data->q.data(), data->mu.data());
    options->dparam[SICONOS_DPARAM_TOL] = tolerance;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = most_iterations;
    numerics_set_verbose(0);
    return [data, theirs, options, scale] {
        VecX reaction = VecX::Zero(static_cast<Eigen::Index>(data->q.size())), velocity = reaction;
        fc3d_driver(theirs, reaction.data(), velocity.data(), options);
        return VecX(reaction / scale);
    };
}

/// Gauss–Seidel with this solver for one contact, stopped by the error itself.
template <int one_contact>
Work nsgs(const Problem& problem, double tolerance) {
    SolverOptions* options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
    solver_options_update_internal(options, 0, one_contact);
    options->iparam[SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION] =
        SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_FULL;
    options->iparam[SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION_FREQUENCY] = sweeps_between_checks;
    return ready(problem, Storage::Blocks, tolerance, endless, options);
}

Work nsgs_as_it_comes(const Problem& problem, double tolerance) {
    return ready(problem, Storage::Blocks, tolerance, endless,
                 solver_options_create(SICONOS_FRICTION_3D_NSGS));
}

Work newton(const Problem& problem, double tolerance) {
    return ready(problem, Storage::Triplets, tolerance, most_newton_steps,
                 solver_options_create(SICONOS_FRICTION_3D_NSN_AC));
}

Work admm(const Problem& problem, double tolerance) {
    return ready(problem, Storage::Triplets, tolerance, endless,
                 solver_options_create(SICONOS_FRICTION_3D_ADMM));
}

/// ADMM whose penalty follows the residuals.
Work admm_balanced(const Problem& problem, double tolerance) {
    SolverOptions* options = solver_options_create(SICONOS_FRICTION_3D_ADMM);
    options->iparam[SICONOS_FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY] =
        SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_SCALED_RESIDUAL_BALANCING;
    return ready(problem, Storage::Triplets, tolerance, endless, options);
}

Work proximal(const Problem& problem, double tolerance) {
    return ready(problem, Storage::Triplets, tolerance, most_newton_steps,
                 solver_options_create(SICONOS_FRICTION_3D_PROX));
}

}  // namespace

const std::vector<SiconosSolver>& siconos_solvers() {
    static const std::vector<SiconosSolver> table = {
        {"NSGS-quartic", nsgs<SICONOS_FRICTION_3D_ONECONTACT_QUARTIC>},
        {"NSGS-PLI", nsgs<SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration>},
        {"NSGS-NSN", nsgs<SICONOS_FRICTION_3D_ONECONTACT_NSN_GP_HYBRID>},
        {"NSGS", nsgs_as_it_comes},
        {"NSN_AC", newton},
        {"ADMM", admm},
        {"ADMM-balanced", admm_balanced},
        {"PROX", proximal},
    };
    return table;
}

}  // namespace limpet::peers
