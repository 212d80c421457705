/// The figures of HapCo (A. Talbi, P. Joli, Z.-Q. Feng, A. Kheddar 2008, §3.3.3) on scenes hapco_1 and
/// hapco_2: iterations of local and global Uzawa over the five phases, over friction and over the tolerance,
/// and the rate of whole steps.
///
/// Both solvers get the same problems: those that the scene's steps meet when they are solved to 1e-9. Each
/// starts from r = 0, as the paper does, and ends when the natural-map error (residual.h) is within the
/// tolerance; the paper ends by the change of r, which says less about how near the solution is.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "bench/bench_parts.h"
#include "bench/step_times.h"
#include "bench/stopwatch.h"
#include "limpet/world.h"
#include "solve/contact_problems.h"
#include "solve/solvers.h"

namespace limpet {
namespace {

constexpr int most_iterations = 20000;
constexpr const char* methods[] = {"uzawa-local", "uzawa-global", "nsgs"};

struct Phase {
    const char* name;
    int steps;
};
/// As in the scenes.
constexpr std::array<Phase, 5> hapco_phases = {
    {{"press", 4}, {"rub", 8}, {"press more", 3}, {"rub back", 8}, {"lift", 9}}};

struct StepProblem {
    int step, phase;
    Problem problem;
};

std::vector<StepProblem> problems_of(const char* name, double friction, int steps) {
    Scene scene = load_scene(name);
    scene.contact->law.friction = friction;
    scene.solver = {SolverType::Auto, ConeType::Exact, most_iterations, 1e-9};
    World world(std::move(scene));
    std::vector<StepProblem> all;
    int step = 0, phase = 0;
    for (const Phase& p : hapco_phases) {
        for (int i = 0; i < p.steps && step < steps; ++i) {
            world.step();
            ++step;
            for (const Problem* problem : contact_problems(world)) {
                all.push_back({step, phase, *problem});
                all.back().problem.start.resize(0);
            }
        }
        ++phase;
    }
    return all;
}

struct Effort {
    double iterations = 0, ms = 0, worst_error = 0;
    int solved = 0, missed = 0;

    void add(const Report& report, double milliseconds) {
        iterations += report.iterations;
        ms += milliseconds;
        worst_error = std::max(worst_error, report.residual);
        ++solved;
        missed += report.status != SolveStatus::Converged;
    }
    double mean_iterations() const { return solved > 0 ? iterations / solved : 0; }
};

Effort effort(const std::vector<StepProblem>& problems, const char* method, double tolerance,
              std::vector<double>* iterations = nullptr) {
    Effort sum;
    for (const StepProblem& p : problems) {
        Report report;
        const double ms = milliseconds_of([&] {
            report = solve(p.problem, {method, {}}, {most_iterations, tolerance, false});
        });
        sum.add(report, ms);
        if (iterations) iterations->push_back(report.iterations);
    }
    return sum;
}

void over_phases(BenchSheet& sheet, const char* scene, double tolerance, int steps) {
    const std::vector<StepProblem> problems = problems_of(scene, 0.3, steps);
    BenchTable table;
    table.title = fmt::format("Iterations a step, {}, friction 0.3, tolerance {:g}", scene, tolerance);
    table.note = fmt::format(
        "Means over the steps of a phase, from r = 0; at most {} iterations. Missed: steps that did not get "
        "there.",
        most_iterations);
    table.columns = {"phase", "n contacts"};
    for (const char* method : methods) {
        table.columns.emplace_back(method);
        table.columns.push_back(std::string(method) + " missed");
    }
    BenchPlot plot{table.title, "step", "iterations", {}, true};
    for (const char* method : methods) {
        BenchPlot::Line line{method, {}, {}};
        effort(problems, method, tolerance, &line.y);
        for (const StepProblem& p : problems) line.x.push_back(p.step);
        plot.lines.push_back(std::move(line));
    }
    for (std::size_t phase = 0; phase < hapco_phases.size(); ++phase) {
        std::vector<StepProblem> part;
        for (const StepProblem& p : problems)
            if (p.phase == static_cast<int>(phase)) part.push_back(p);
        if (part.empty()) continue;
        double contacts = 0;
        for (const StepProblem& p : part) contacts += p.problem.contacts() / static_cast<double>(part.size());
        std::vector<BenchCell> row = {hapco_phases[phase].name, contacts};
        for (const char* method : methods) {
            const Effort sum = effort(part, method, tolerance);
            row.emplace_back(sum.mean_iterations());
            row.emplace_back(static_cast<double>(sum.missed));
        }
        table.rows.push_back(std::move(row));
    }
    sheet.add(std::move(table));
    sheet.add(std::move(plot));
}

void over_friction(BenchSheet& sheet, double tolerance, int steps) {
    BenchTable table;
    table.title = fmt::format("Iterations a step over friction, hapco_1, tolerance {:g}", tolerance);
    table.note = "Means over all steps, from r = 0.";
    table.columns = {"friction"};
    for (const char* method : methods) table.columns.emplace_back(method);
    const std::vector<double> frictions =
        sheet.quick() ? std::vector{0.0, 0.3} : std::vector{0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    for (const double friction : frictions) {
        const std::vector<StepProblem> problems = problems_of("hapco_1", friction, steps);
        std::vector<BenchCell> row = {friction};
        for (const char* method : methods)
            row.emplace_back(effort(problems, method, tolerance).mean_iterations());
        table.rows.push_back(std::move(row));
    }
    sheet.add(std::move(table));
}

void over_tolerance(BenchSheet& sheet, const char* scene, int steps) {
    const std::vector<StepProblem> problems = problems_of(scene, 0.6, steps);
    BenchTable table;
    table.title = fmt::format("Iterations and time a step over the tolerance, {}, friction 0.6", scene);
    table.note = "Means over all steps, from r = 0; one thread. Error: the largest natural-map error.";
    table.columns = {"tolerance"};
    BenchPlot plot{table.title, "tolerance", "ms a step", {}};
    for (const char* method : methods) {
        for (const char* what : {"", " ms", " missed", " error"})
            table.columns.push_back(std::string(method) + what);
        plot.lines.push_back({method, {}, {}});
    }
    const std::vector<double> tolerances =
        sheet.quick() ? std::vector{1e-2, 1e-3} : std::vector{1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    for (const double tolerance : tolerances) {
        std::vector<BenchCell> row = {tolerance};
        for (std::size_t m = 0; m < std::size(methods); ++m) {
            const Effort sum = effort(problems, methods[m], tolerance);
            const double ms = sum.ms / std::max(sum.solved, 1);
            for (const double value : {sum.mean_iterations(), ms, double(sum.missed), sum.worst_error})
                row.emplace_back(value);
            plot.lines[m].x.push_back(tolerance);
            plot.lines[m].y.push_back(ms);
        }
        table.rows.push_back(std::move(row));
    }
    sheet.add(std::move(table));
    sheet.add(std::move(plot));
}

/// Elements of bar and block [m] that give about 50, 100 and 400 contacts.
struct RateCase {
    double bar, block;
};

void rates(BenchSheet& sheet) {
    BenchTable table;
    table.title = "Rate of hapco_1, whole steps of 0.1 mm";
    table.note =
        "ms; medians over the steps that touch, stage by stage and of the whole, and the slowest; each stage "
        "is the smallest of three runs. Solver auto, warm started, tolerance 1e-4. The paper wants 300 Hz "
        "for forces to be felt.";
    table.columns = {"bar element, mm", "Hz"};
    const std::vector<std::string> columns = step_columns();
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    const std::vector<RateCase> cases =
        sheet.quick() ? std::vector<RateCase>{{0.01, 0.01}}
                      : std::vector<RateCase>{{0.01, 0.006}, {0.0067, 0.005}, {0.0033, 0.0025}};
    for (const RateCase& c : cases) {
        Scene scene = load_scene("hapco_1");
        scene.bodies[0].element = c.bar;
        scene.bodies[1].element = c.block;
        scene.time.step /= 10;
        scene.solver = {SolverType::Auto, ConeType::Exact, 1000, 1e-4};
        const std::vector<StepRecord> steps =
            measure_steps(scene, sheet.quick() ? 10 : 230, sheet.quick() ? 1 : 3);
        std::vector<BenchCell> cells = step_cells(steps);
        const double total = std::get<double>(cells[cells.size() - 2]);
        std::vector<BenchCell> row = {1e3 * c.bar, 1e3 / total};
        row.insert(row.end(), cells.begin(), cells.end());
        table.rows.push_back(std::move(row));
    }
    sheet.add(std::move(table));
}

}  // namespace

void bench_hapco(BenchSheet& sheet) {
    const int steps = sheet.quick() ? 3 : 32;
    const double tolerance = sheet.quick() ? 1e-2 : 1e-4;
    rates(sheet);
    over_phases(sheet, "hapco_1", tolerance, steps);
    over_phases(sheet, "hapco_2", tolerance, steps);
    over_friction(sheet, tolerance, steps);
    over_tolerance(sheet, "hapco_1", steps);
    over_tolerance(sheet, "hapco_2", steps);
}

}  // namespace limpet
