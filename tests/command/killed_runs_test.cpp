/// Runs that are killed at random moments, a hundred over ten scenes, and go on: every byte, frames included,
/// is as if they had never stopped.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "command/falling.h"
#include "support/run_command.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;
using testing_support::kill_limpet;
using testing_support::run_contents;
using testing_support::run_limpet;
using testing_support::ScratchFolder;

constexpr int kills_of_a_scene = 10;
constexpr const char* last_step = "120";

std::vector<std::string> words(const std::string& scene, const std::string& out, bool resumed = false) {
    std::vector<std::string> all = {"run", scene, "--out", out, "--steps", last_step, "--every", "7"};
    if (resumed) all.insert(all.end(), {"--resume", out + "/state.limpet"});
    return all;
}

TEST(KilledRunsLong, GoOnToTheSameBytes) {
    std::mt19937 random(9);
    for (const char* scene : {"adhesion_cube", "cells_pair", "cut", "first", "muscle", "signorini_snap",
                              "three_laws", "card_house", "tori", "wobble"}) {
        const ScratchFolder scratch;
        const std::string whole = (scratch.path() / "whole").string(),
                          parts = (scratch.path() / "parts").string();
        ASSERT_EQ(run_limpet(words(scene, whole)).exit_code, 0) << scene;
        const auto size = fs::file_size(whole + "/steps.csv");
        for (int kill = 0; kill < kills_of_a_scene; ++kill) {
            fs::remove_all(parts);
            const std::uintmax_t bytes = random() % size;
            kill_limpet(words(scene, parts), [&] {
                std::error_code missing;
                const auto now = fs::file_size(parts + "/steps.csv", missing);
                return !missing && now > bytes;
            });
            // Before time 0 was written there is nothing to go on from.
            const bool has_state = fs::exists(parts + "/state.limpet");
            const auto resumed = run_limpet(words(scene, parts, has_state));
            ASSERT_EQ(resumed.exit_code, 0)
                << scene << ", killed after " << bytes << " bytes: " << resumed.output;
            ASSERT_EQ(run_contents(whole), run_contents(parts))
                << scene << ", killed after " << bytes << " bytes";
        }
    }
}

}  // namespace
}  // namespace limpet
