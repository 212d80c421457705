/// What a factorisation of a soft body's matrix costs, and the compliance of its bottom face from it:
/// Limpet's supernodal Cholesky next to Eigen's simplicial LDLᵀ. A box 20 × 10 × 10 cm, corotational, clamped
/// at one end, h = 5 ms. Smallest of some repeats. One thread: the processor's time, which other programs
/// disturb less. Two threads: the clock on the wall, as a ratio to that of one thread in turn. Prints the
/// tables of docs/free-motion-solvers.md.

#include <fmt/core.h>

#include <Eigen/SparseCholesky>
#include <chrono>
#include <cstdlib>
#include <ctime>

#include "../tests/support/grid_tets.h"
#include "bodies/soft/soft_body.h"
#include "limpet/threads.h"
#include "linear/graph_ordering.h"
#include "linear/supernodal_inverse.h"

namespace limpet {
namespace {

double processor_time() {
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}
double wall_time() {
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(time).count();
}

/// [ms] of processor time on one thread: smallest of some repeats, which end after a while.
template <class Work>
double milliseconds(Work&& work) {
    set_threads(1);
    double best = 1e300, all = 0;
    for (int i = 0; i < 1 || (i < 15 && all < 1500); ++i) {
        const double start = processor_time();
        work();
        const double time = processor_time() - start;
        best = std::min(best, time);
        all += time;
    }
    return best;
}

/// How much quicker two threads are than one.
template <class Work>
double speed_up(Work&& work) {
    double best[2] = {1e300, 1e300}, all = 0;
    for (int i = 0; i < 3 || (i < 25 && all < 3000); ++i)
        for (const int threads : {1, 2}) {
            set_threads(threads);
            const double start = wall_time();
            work();
            best[threads - 1] = std::min(best[threads - 1], wall_time() - start);
            all += wall_time() - start;
        }
    return best[0] / best[1];
}

struct Problem {
    int tetrahedra;
    BlockMatrix a;
    std::vector<int> bottom;  ///< rows of nodes of the bottom face
};

Problem make_problem(const std::array<int, 3>& bricks) {
    const Vec3 size(0.2, 0.1, 0.1);
    SoftBodyParts parts;
    parts.name = "box";
    parts.mesh = grid_tets(size, bricks, 0.2);
    parts.material.young = 1e5;
    parts.material.damping.stiffness = 0.001;
    parts.linear_solver = LinearSolver::ConjugateGradient;
    parts.fixed.push_back(BoxSelection{{-9, -9, -9}, {-size.x() / 2 + 1e-6, 9, 9}});
    const std::vector<Vec3> rest = parts.mesh.vertices;
    SoftBody body(parts);
    body.free_motion({0, 0.005, Vec3(0, -9.81, 0)});
    Problem problem{static_cast<int>(parts.mesh.tetrahedra.size()), body.system().linear.free, {}};
    const std::vector<int>& free_nodes = body.system().assembly.free_nodes();
    for (std::size_t i = 0; i < free_nodes.size(); ++i)
        if (rest[free_nodes[i]].y() < -size.y() / 2 + 1e-6) problem.bottom.push_back(static_cast<int>(i));
    return problem;
}

std::vector<int> spread(const std::vector<int>& from, int count) {
    std::vector<int> some;
    for (int i = 0; i < count; ++i) some.push_back(from[i * from.size() / count]);
    return some;
}

Eigen::SparseMatrix<double> lower_triangle(const BlockMatrix& a) {
    std::vector<Eigen::Triplet<double>> entries;
    const BlockPattern& pattern = a.pattern();
    for (int i = 0; i < pattern.rows; ++i)
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
            for (int e = 0; e < 9; ++e)
                if (3 * i + e % 3 >= 3 * pattern.column[k] + e / 3)
                    entries.emplace_back(3 * i + e % 3, 3 * pattern.column[k] + e / 3, a.block(k)[e]);
    Eigen::SparseMatrix<double> lower(3 * pattern.rows, 3 * pattern.rows);
    lower.setFromTriplets(entries.begin(), entries.end());
    return lower;
}

void measure_orders(const Problem& problem) {
    fmt::print("| {} |", problem.tetrahedra);
    const BlockPattern& pattern = problem.a.pattern();
    for (const auto order : {minimum_degree_order, nested_dissection_order}) {
        std::vector<int> nodes;
        const double time = milliseconds([&] { nodes = order(pattern); });
        const SupernodalPattern supernodes(pattern, nodes);
        SupernodalFactor factor;
        factor.prepare(supernodes);
        const double factorise = milliseconds([&] {
            if (!factor.factorise(supernodes, problem.a)) std::abort();
        });
        fmt::print(" {:.1f} | {:.2f} | {:.2f} | {:.1f} |", time, supernodes.panel_start.back() * 1e-6,
                   supernodes.flops() * 1e-9, factorise);
    }
    fmt::print("\n");
    std::fflush(stdout);
}

void measure_factorisation(const Problem& problem) {
    const VecX b = VecX::LinSpaced(3 * problem.a.rows(), -1, 1);
    VecX x;
    SparseCholesky cholesky;
    const double analyse = milliseconds([&] { cholesky.analyse(problem.a.pattern()); });
    const auto work = [&] {
        if (!cholesky.factorise(problem.a)) std::abort();
    };
    const double factorise = milliseconds(work), ratio = speed_up(work);
    const double solve = milliseconds([&] { cholesky.solve(b, x); });
    fmt::print("| {} | {:.1f} | {:.2f} | {:.2f} | {:.1f} | {:.2f} | {:.2f} |", problem.tetrahedra, analyse,
               factorise, ratio, cholesky.flops() / factorise * 1e-6, cholesky.fill() * 1e-6, solve);
    const Eigen::SparseMatrix<double> lower = lower_triangle(problem.a);
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> eigen;
    const double eigen_analyse = milliseconds([&] { eigen.analyzePattern(lower); });
    const double eigen_factorise = milliseconds([&] { eigen.factorize(lower); });
    const double eigen_solve = milliseconds([&] { x = eigen.solve(b); });
    fmt::print(" {:.1f} | {:.1f} | {:.2f} | {:.2f} | {:.1f} |\n", eigen_analyse, eigen_factorise,
               eigen.matrixL().nestedExpression().nonZeros() * 1e-6, eigen_solve,
               eigen_factorise / factorise);
    std::fflush(stdout);
}

void measure_inverse(const Problem& problem) {
    const BlockPattern& pattern = problem.a.pattern();
    const SupernodalPattern supernodes(pattern, nested_dissection_order(pattern));
    SupernodalFactor factor;
    factor.prepare(supernodes);
    if (!factor.factorise(supernodes, problem.a)) std::abort();
    for (const int count : {80, 140, 240}) {
        if (count > static_cast<int>(problem.bottom.size())) continue;
        const std::vector<int> nodes = spread(problem.bottom, count);
        MatX out;
        fmt::print("| {} | {} |", problem.tetrahedra, count);
        for (const InverseForm form : {InverseForm::Half, InverseForm::Full}) {
            const auto work = [&] { inverse_blocks({supernodes, factor}, nodes, nodes, form, out); };
            fmt::print(" {:.2f} | {:.2f} |", milliseconds(work), speed_up(work));
        }
        const double columns = milliseconds([&] {
            MatX x = MatX::Zero(3 * pattern.rows, 3 * count);
            for (int i = 0; i < count; ++i) x.block<3, 3>(3 * nodes[i], 3 * i).setIdentity();
            solve_columns({supernodes, factor}, x);
        });
        fmt::print(" {:.1f} |\n", columns);
        std::fflush(stdout);
    }
}

}  // namespace
}  // namespace limpet

int main(int argc, char** argv) {
    using namespace limpet;
    const int largest = argc > 1 ? std::atoi(argv[1]) : 100'000;
    std::vector<Problem> problems;
    for (const auto& bricks :
         {std::array{9, 4, 5}, std::array{15, 6, 10}, std::array{20, 10, 10}, std::array{32, 16, 16}})
        if (6 * bricks[0] * bricks[1] * bricks[2] <= largest) problems.push_back(make_problem(bricks));

    fmt::print(
        "| tetrahedra | analyse ms | factorise ms | × with 2 threads | GFlop/s | 1e6 numbers | solve ms "
        "| Eigen: analyse ms | factorise ms | 1e6 numbers | solve ms | Eigen's factorise / ours |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const Problem& problem : problems) measure_factorisation(problem);

    fmt::print(
        "\n| tetrahedra | nodes of the bottom face | half form ms | × with 2 threads | full form ms "
        "| × with 2 threads | solve of all columns ms |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    for (const Problem& problem : problems) measure_inverse(problem);

    fmt::print(
        "\n| tetrahedra | minimum degree: ms | 1e6 numbers | GFlop | factorise ms "
        "| nested dissection: ms | 1e6 numbers | GFlop | factorise ms |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const Problem& problem : problems) measure_orders(problem);
    return 0;
}
