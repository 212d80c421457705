#include "physics_fuzz/judge_scene.h"

#include <fmt/format.h>

#include "physics_fuzz/expected.h"
#include "physics_fuzz/scene_text.h"

namespace limpet::physics_fuzz {
namespace {

/// Scenes from one that is tried for a symmetry to the next: it costs up to a run more.
constexpr int symmetry_every = 3;

}  // namespace

std::string outcome_name(Outcome outcome) {
    switch (outcome) {
        case Outcome::Good:
            return "good";
        case Outcome::Expected:
            return "expected";
        case Outcome::Spoken:
            return "spoken";
        case Outcome::Slow:
            return "slow";
        case Outcome::Breakdown:
            return "breakdown";
        case Outcome::Refused:
            return "refused";
        case Outcome::Silent:
            return "SILENT";
    }
    return "";
}

Judgement judge_scene(const Scene& scene, const std::string& folder, int index) {
    const SceneRun run = run_scene(scene_text(scene), folder);
    Judgement j;
    j.seconds = run.seconds;
    const auto at_least = [&](Outcome outcome) { j.outcome = std::max(j.outcome, outcome); };
    if (run.end == RunEnd::Slow) {
        at_least(Outcome::Slow);
        j.lines.push_back(fmt::format("slow: {} steps in {:.1f} s", run.moments.size() - 1, run.seconds));
    }
    if (run.end == RunEnd::Breakdown) at_least(Outcome::Breakdown);
    if (run.end == RunEnd::Refused) at_least(Outcome::Refused);
    if (!run.message.empty()) j.lines.push_back(run.message);
    Violations violations = check_all(run);
    if (run.end == RunEnd::Done && index % symmetry_every == 0) {
        const Violations more = check_symmetry(run, folder, index / symmetry_every);
        violations.insert(violations.end(), more.begin(), more.end());
    }
    for (const Violation& v : violations) {
        std::string word = "SILENT";
        if (is_spoken(v, run.warnings)) {
            at_least(Outcome::Spoken);
            word = "spoken";
        } else if (const ExpectedFailure* expected = find_expected(run, v)) {
            at_least(Outcome::Expected);
            word = "expected, " + expected->name;
        } else if (run.end != RunEnd::Breakdown) {
            at_least(Outcome::Silent);
            j.silent.push_back(v);
        }
        j.lines.push_back(v.text() + " [" + word + "]");
    }
    for (const Warning& warning : run.warnings) j.lines.push_back("warning: " + warning_text(warning));
    return j;
}

std::string settings_text(const Scene& scene) {
    std::string out;
    if (scene.contact) {
        const DetectionSettings& d = scene.contact->detection;
        out = d.type == DetectionType::Proximity    ? "proximity"
              : d.type == DetectionType::Continuous ? "continuous"
              : d.cell                              ? "ldi cells"
                                                    : "ldi mono";
        out += fmt::format(", mu {}", scene.contact->law.friction.at_rest);
    }
    out += fmt::format(", {}, h {}, {} steps,", solver_names[static_cast<std::size_t>(scene.solver.type)],
                       scene.time.step, std::lround(scene.time.duration / scene.time.step));
    for (const BodyDescription& body : scene.bodies) {
        constexpr const char* types[] = {"static", "rigid", "soft", "cloth"};
        constexpr const char* shapes[] = {"box",   "sphere", "cylinder", "capsule",
                                          "torus", "plane",  "file",     "zoo"};
        out += fmt::format(" {}-{}", types[static_cast<int>(body.type)], shapes[body.shape.index()]);
    }
    return out;
}

}  // namespace limpet::physics_fuzz
