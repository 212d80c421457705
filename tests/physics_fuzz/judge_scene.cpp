#include "physics_fuzz/judge_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "physics_fuzz/expected.h"
#include "physics_fuzz/scene_variants.h"

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

void Judgement::raise(Outcome to) {
    outcome = std::max(outcome, to);
}

namespace {

void judge(const SceneRun& run, const Violations& violations, Judgement& j) {
    for (const Violation& v : violations) {
        std::string word = "SILENT";
        if (is_spoken(v, run.warnings)) {
            j.raise(Outcome::Spoken);
            word = "spoken";
        } else if (const ExpectedFailure* expected = find_expected(run, v)) {
            j.raise(Outcome::Expected);
            word = "expected, " + expected->name;
        } else if (run.end != RunEnd::Breakdown) {
            j.raise(Outcome::Silent);
            j.silent.push_back(v);
        }
        j.lines.push_back(v.text() + " [" + word + "]");
    }
}

/// The variant is compared until the first contact; what follows is judged as any other run, where it is
/// cheap: piles are chaotic.
void judge_variant(const SceneRun& run, const std::string& folder, int which, double seconds, Judgement& j) {
    const std::optional<SceneVariant> variant = scene_variant(run.scene, which);
    if (!variant) return;
    const bool rigid = is_rigid_world(run.scene);
    RunLimits limits;
    limits.until_contact = !rigid;
    limits.seconds = seconds;
    const SceneRun other = run_scene(scene_to_json(variant->scene), folder, limits);
    j.seconds += other.seconds;
    judge(run, check_symmetry(run, *variant, other), j);
    if (!rigid) return;
    const std::size_t before = j.lines.size();
    judge(other, check_all(other), j);
    for (std::size_t i = before; i < j.lines.size(); ++i) j.lines[i] = variant->name + ": " + j.lines[i];
}

Judgement judge_run(const SceneRun& run) {
    Judgement j;
    j.seconds = run.seconds;
    if (run.end == RunEnd::Slow) {
        j.raise(Outcome::Slow);
        j.lines.push_back(fmt::format("slow: {} steps in {:.1f} s", run.moments.size() - 1, run.seconds));
    }
    if (run.end == RunEnd::Breakdown) j.raise(Outcome::Breakdown);
    if (run.end == RunEnd::Refused) j.raise(Outcome::Refused);
    if (!run.message.empty()) j.lines.push_back(run.message);
    judge(run, check_all(run), j);
    return j;
}

void add_warnings(const SceneRun& run, Judgement& j) {
    for (const Warning& warning : run.warnings) j.lines.push_back("warning: " + warning_text(warning));
}

}  // namespace

Judgement judge_scene(const Scene& scene, const std::string& folder, int index, double seconds) {
    RunLimits limits;
    limits.seconds = seconds;
    const SceneRun run = run_scene(scene_to_json(scene), folder, limits);
    Judgement j = judge_run(run);
    if (run.end == RunEnd::Done && index % symmetry_every == 0)
        judge_variant(run, folder, index / symmetry_every, seconds, j);
    add_warnings(run, j);
    return j;
}

Judgement judge_touched(const Scene& scene, const std::string& folder, std::uint64_t seed, int index,
                        double seconds, std::vector<RecordedCommand>* commands) {
    RunLimits limits;
    limits.seconds = seconds;
    const std::string text = scene_to_json(scene);
    const SceneRun run =
        run_scene(text, folder, limits, random_touches(scene, seed, static_cast<std::uint64_t>(index)));
    Judgement j = judge_run(run);
    if (run.end != RunEnd::Refused) judge(run, check_bystander(run, text, folder), j);
    if (commands) *commands = run.commands;
    add_warnings(run, j);
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
        if (scene.contact->response == ContactResponse::VirtualAdhesive)
            out += scene.contact->kappa
                       ? fmt::format("{}, kappa {}", d.self ? " self" : "", *scene.contact->kappa)
                       : fmt::format("{}, strength {}", d.self ? " self" : "",
                                     scene.contact->strength.value_or(0));
        else
            out += fmt::format("{}, mu {}", d.self ? " self" : "", scene.contact->law.friction.at_rest);
    }
    constexpr const char* cones[] = {"", " pyramid", " box"};
    out += fmt::format(", {}{}, h {}, {} steps,", solver_names[static_cast<std::size_t>(scene.solver.type)],
                       cones[static_cast<int>(scene.solver.cone)], scene.time.step,
                       std::lround(scene.time.duration / scene.time.step));
    for (const BodyDescription& body : scene.bodies) {
        constexpr const char* types[] = {"static", "rigid", "soft", "cloth", "particles"};
        constexpr const char* shapes[] = {"box",   "sphere", "cylinder", "cone", "capsule",
                                          "torus", "plane",  "file",     "zoo",  "mesh"};
        out += fmt::format(" {}-{}", types[static_cast<int>(body.type)], shapes[body.shape.index()]);
    }
    return out;
}

}  // namespace limpet::physics_fuzz
