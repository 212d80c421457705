/// What a soft body's free motion costs: assembly, conjugate gradients, sparse Cholesky. Prints the table of
/// docs/free-motion-solvers.md. Corotational, clamped at one end, swinging under its own weight for ten
/// steps.

#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <ctime>

#include "../tests/support/grid_tets.h"
#include "bodies/soft/soft_body.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double time_step = 0.005;  // [s]
constexpr double tolerance = 1e-7;
const Vec3 gravity(0, -9.81, 0);

struct Case {
    const char* shape;
    Vec3 size;
    std::array<int, 3> bricks;
    double young;
};

/// [ms] One thread: the processor's time, which other programs do not disturb. More: the clock on the wall.
double now(int threads) {
    if (threads == 1) return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(time).count();
}

/// Smallest time of some repeats [ms].
template <class Work>
double milliseconds(int threads, int repeats, Work&& work) {
    double best = 1e300;
    for (int i = 0; i < repeats; ++i) {
        const double start = now(threads);
        work();
        best = std::min(best, now(threads) - start);
    }
    return best;
}

SoftBodyParts parts_of(const Case& c, LinearSolver solver) {
    SoftBodyParts parts;
    parts.name = c.shape;
    parts.mesh = grid_tets(c.size, c.bricks, 0.2);
    parts.material.young = c.young;
    parts.material.damping.stiffness = 0.001;
    parts.linear_solver = solver;
    const double left = -c.size.x() / 2 + 1e-6;
    parts.fixed.push_back(BoxSelection{{-9, -9, -9}, {left, 9, 9}});
    return parts;
}

void measure(const Case& c, int threads) {
    set_threads(threads);
    SoftBody body(parts_of(c, LinearSolver::ConjugateGradient));
    double time = 0;
    for (int i = 0; i < 10; ++i, time += time_step) {
        body.free_motion({time, time_step, gravity});
        body.advance(time_step);
    }
    const int repeats = body.tetrahedra() > 20'000 ? 2 : 15;
    const double step = milliseconds(threads, repeats, [&] {
        const std::vector<double> before = body.state();
        body.free_motion({time, time_step, gravity});
        if (!body.set_state(before)) std::abort();
    });

    Elements elements = body.elements();
    const Assembly& assembly = body.system().assembly;
    const std::vector<double>& mass = body.system().mass;
    LinearSystem linear(assembly, LinearSolver::ConjugateGradient);
    const double stiffness = time_step * body.system().damping.stiffness + time_step * time_step;
    const double evaluate =
        milliseconds(threads, repeats, [&] { elements.evaluate(body.positions(), Stiffness::Projected); });
    const double assemble = milliseconds(
        threads, repeats, [&] { assembly.assemble(elements, mass, 1, stiffness, linear.free, linear.held); });

    std::vector<Vec3> f;
    assembly.gather_forces(elements, f);
    for (std::size_t i = 0; i < f.size(); ++i)
        f[i] = time_step * (f[i] + mass[i] * gravity) + mass[i] * body.velocities()[i];
    const VecX b = gathered(f, assembly.free_nodes()), v = gathered(body.velocities(), assembly.free_nodes());
    VecX impulse = b;
    linear.free.subtract_rows(0, linear.free.rows(), v.data(), impulse.data());
    VecX x;
    ConjugateGradient cg;
    int iterations = 0;
    const double cg_time = milliseconds(threads, repeats, [&] {
        x = v;
        iterations = cg.solve(linear.free, b, tolerance * impulse.norm(), 5000, x).iterations;
    });
    fmt::print("| {} | {} | {:.0e} | {} | {:.2f} | {:.2f} | {:.2f} | {} |", c.shape, body.tetrahedra(),
               c.young, threads, evaluate, assemble, cg_time, iterations);
    if (threads == 1) {
        SparseCholesky cholesky;
        const auto factorise = [&] {
            if (!cholesky.factorise(linear.free)) std::abort();
        };
        const double first = milliseconds(threads, 1, factorise);
        const double again = milliseconds(threads, std::min(repeats, 3), factorise);
        const double solve = milliseconds(threads, repeats, [&] { cholesky.solve(b, x); });
        fmt::print(" {:.1f} | {:.1f} | {:.2f} |", first - again, again, solve);
    } else {
        fmt::print(" as with one | | |");
    }
    fmt::print(" {:.2f} |\n", step);
    std::fflush(stdout);
}

}  // namespace
}  // namespace limpet

int main(int argc, char** argv) {
    using namespace limpet;
    const int largest = argc > 1 ? std::atoi(argv[1]) : 100'000;
    fmt::print(
        "| shape | tetrahedra | E [Pa] | threads | elements ms | assembly ms | CG ms | CG iterations | "
        "ordering ms | factor ms | solve ms | whole step, CG, ms |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    const Vec3 box(0.2, 0.1, 0.1), plate(0.2, 0.2, 0.02);
    for (const double young : {1e5, 1e7})
        for (const auto& [shape, size, bricks] :
             {std::tuple("box", box, std::array{9, 4, 5}), std::tuple("box", box, std::array{18, 9, 10}),
              std::tuple("box", box, std::array{32, 16, 16}), std::tuple("plate", plate, std::array{9, 9, 2}),
              std::tuple("plate", plate, std::array{24, 24, 3}),
              std::tuple("plate", plate, std::array{45, 45, 4})})
            for (const int threads : {1, 2})
                if (6 * bricks[0] * bricks[1] * bricks[2] <= largest)
                    measure({shape, size, bricks, young}, threads);
    return 0;
}
