/// Every random scene that went wrong once, by its class and number in series 1, and the worst that it may be
/// now. docs/physics-fuzz.md has what went wrong, cause and remedy; found_scenes_test.cpp small scenes.

#include <gtest/gtest.h>

#include "physics_fuzz/judge_scene.h"
#include "physics_fuzz/scene_classes.h"
#include "support/run_command.h"

namespace limpet::physics_fuzz {
namespace {

struct Found {
    const char* scene_class;
    int number;
    Outcome worst = Outcome::Good;
};

void expect_no_worse(const Found& found, double seconds) {
    const Scene scene = random_scene(1, static_cast<std::uint64_t>(found.number));
    ASSERT_EQ(class_of(scene), found.scene_class) << "the series has other scenes than when it was found";
    const testing_support::ScratchFolder scratch;
    write_mesh_files(scratch.path().string());
    const Judgement j = judge_scene(scene, scratch.path().string(), found.number, seconds);
    std::string lines;
    for (const std::string& line : j.lines) lines += "  " + line + "\n";
    EXPECT_LE(j.outcome, found.worst) << outcome_name(j.outcome) << "\n" << lines;
}

std::string name_of_found(const testing::TestParamInfo<Found>& info) {
    std::string name = info.param.scene_class;
    for (char& c : name)
        if (c == '-') c = '_';
    return name + "_" + std::to_string(info.param.number);
}

/// Far more than any of them takes: none may be cut off, or it would depend on the machine.
constexpr double unhurried = 600;

class FoundNumbers : public testing::TestWithParam<Found> {};

TEST_P(FoundNumbers, AreNoWorseThanTheyWere) {
    expect_no_worse(GetParam(), unhurried);
}

INSTANTIATE_TEST_SUITE_P(
    All, FoundNumbers,
    testing::Values(
        Found{"wall", 115}, Found{"wall", 278}, Found{"wall", 346}, Found{"stack-flush", 68},
        Found{"stack-flush", 267}, Found{"overlapping-start", 3}, Found{"overlapping-start", 58},
        Found{"self-contact", 295}, Found{"overlapping-start", 200}, Found{"overlapping-start", 310},
        Found{"throw", 30, Outcome::Spoken}, Found{"stack-askew", 50}, Found{"cloth-drop", 774},
        Found{"pile", 412, Outcome::Spoken}, Found{"mass-ratio", 753}, Found{"self-contact", 720},
        Found{"throw", 1351}, Found{"throw", 1299}, Found{"throw", 1528},
        Found{"spin", 1607, Outcome::Expected}, Found{"drop", 177}, Found{"drop", 398},
        Found{"stack-flush", 88}, Found{"drop", 100, Outcome::Spoken}, Found{"drop", 187, Outcome::Spoken},
        Found{"pile", 69, Outcome::Spoken}, Found{"stack-askew", 123, Outcome::Spoken},
        Found{"stack-askew", 314}, Found{"stack-askew", 2712}, Found{"drop", 37, Outcome::Breakdown},
        Found{"stack-rest", 99, Outcome::Spoken}, Found{"mass-ratio", 435}, Found{"stack-askew", 3333},
        Found{"throw", 3898, Outcome::Expected}, Found{"cloth-drop", 4185}, Found{"overlapping-start", 3562},
        Found{"stack-askew", 7835}, Found{"bonded", 7237}, Found{"cloth-drop", 6779, Outcome::Spoken},
        Found{"bonded", 8535, Outcome::Spoken}, Found{"stack-flush", 5085}, Found{"wall", 9720},
        Found{"stack-rest", 1899, Outcome::Spoken}, Found{"stack-rest", 3790, Outcome::Spoken},
        Found{"stack-rest", 4437, Outcome::Spoken}, Found{"overlapping-start", 8839},
        Found{"drop", 5653, Outcome::Spoken}, Found{"throw", 2217}, Found{"squeeze", 41, Outcome::Breakdown},
        Found{"squeeze", 804, Outcome::Breakdown}, Found{"squeeze", 1236, Outcome::Breakdown},
        Found{"squeeze", 1344, Outcome::Breakdown}, Found{"squeeze", 1640}, Found{"pile", 194},
        Found{"pile", 254}, Found{"drop", 133}, Found{"drop", 322}, Found{"cloth-drop", 49},
        Found{"cloth-drop", 2662}),
    name_of_found);

/// Those that take some seconds.
class FoundNumbersLong : public testing::TestWithParam<Found> {};

TEST_P(FoundNumbersLong, AreNoWorseThanTheyWere) {
    expect_no_worse(GetParam(), unhurried);
}

INSTANTIATE_TEST_SUITE_P(All, FoundNumbersLong,
                         testing::Values(Found{"mass-ratio", 345, Outcome::Spoken}, Found{"pile", 3509},
                                         Found{"stack-flush", 6540},
                                         Found{"stack-rest", 5594, Outcome::Spoken},
                                         Found{"overlapping-start", 1857}),
                         name_of_found);

}  // namespace
}  // namespace limpet::physics_fuzz
