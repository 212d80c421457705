/// Fig. 4 of J. Gascón, J. S. Zurdo, M. A. Otaduy, Constraint-Based Simulation of Adhesive Contact (2010):
/// contacts and time of every step of the candy scene, with adhesion and without.
///
/// The two runs do not meet the same contacts, so that time is also given for each contact that a solver had
/// to do with: those that took part in a step's problem, not all that detection found within its distance.

#include <algorithm>
#include <cmath>

#include "bench/bench_parts.h"
#include "limpet/world.h"
#include "solve/contact_problems.h"
#include "solve/problem.h"

namespace limpet {
namespace {

struct AdhesionRun {
    std::string scene;
    std::vector<StepRecord> steps;
    std::vector<double> solved;  ///< contacts of each step's problems

    double mean_ms() const {
        double sum = 0;
        for (const StepRecord& s : steps) sum += s.ms_total;
        return sum / static_cast<double>(steps.size());
    }
    double mean_contacts() const {
        double sum = 0;
        for (const double contacts : solved) sum += contacts;
        return sum / static_cast<double>(solved.size());
    }
    double most_contacts() const { return *std::max_element(solved.begin(), solved.end()); }
    double mean_stage(Stage stage) const {
        double sum = 0;
        for (const StepRecord& s : steps) sum += s.ms[static_cast<std::size_t>(stage)];
        return sum / static_cast<double>(steps.size());
    }
};

AdhesionRun run_adhesion(const char* name, double duration) {
    Scene scene = load_scene(name);
    const long steps = std::lround(duration / scene.time.step);
    World world(std::move(scene));
    AdhesionRun result{name, {}, {}};
    while (world.steps() < steps) {
        world.step();
        result.steps.push_back(world.last_step());
        double contacts = 0;
        for (const Problem* problem : contact_problems(world)) contacts += problem->contacts();
        result.solved.push_back(contacts);
    }
    return result;
}

BenchPlot over_time(const std::vector<AdhesionRun>& runs, const char* title, const char* y_name, bool times) {
    BenchPlot plot{title, "time [s]", y_name, {}, true};
    for (const AdhesionRun& r : runs) {
        BenchPlot::Line line{r.scene, {}, {}};
        for (std::size_t i = 0; i < r.steps.size(); ++i) {
            line.x.push_back(r.steps[i].time);
            line.y.push_back(times ? r.steps[i].ms_total : r.solved[i]);
        }
        plot.lines.push_back(std::move(line));
    }
    return plot;
}

}  // namespace

void bench_adhesion(BenchSheet& sheet) {
    const double duration = sheet.quick() ? 0.08 : 25;
    const std::vector<AdhesionRun> runs = {run_adhesion("candy", duration),
                                           run_adhesion("candy_dry", duration)};
    BenchTable table;
    table.title = "Candy on a block of Jell-O, with and without adhesion";
    table.note =
        "Means over the steps of 8 ms; contacts are those of the steps' problems, `found` those within the "
        "detection "
        "distance. One run each: what other programs took is in the times. The paper has 151 contacts on "
        "average, 531 at "
        "most, and 400 ms a step; without adhesion 97, 330 and 1/1.54 of the time.";
    table.columns = {"scene",       "contacts", "most",       "found", "ms a step", "ms a contact",
                     "free motion", "detect",   "compliance", "solve", "correct"};
    for (const AdhesionRun& r : runs) {
        double found = 0;
        for (const StepRecord& s : r.steps) found += s.contacts / static_cast<double>(r.steps.size());
        table.rows.push_back({r.scene, r.mean_contacts(), r.most_contacts(), found, r.mean_ms(),
                              r.mean_ms() / std::max(1.0, r.mean_contacts()), r.mean_stage(Stage::FreeMotion),
                              r.mean_stage(Stage::Detect), r.mean_stage(Stage::Compliance),
                              r.mean_stage(Stage::Solve), r.mean_stage(Stage::Correct)});
    }
    sheet.add(std::move(table));
    sheet.add(over_time(runs, "Contacts of the candy scene", "contacts", false));
    sheet.add(over_time(runs, "Time of a step of the candy scene", "ms", true));
}

}  // namespace limpet
