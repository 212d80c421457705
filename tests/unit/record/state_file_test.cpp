#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "limpet/record.h"
#include "record/files.h"
#include "record/state_file.h"
#include "sample_run.h"

namespace limpet {
namespace {

using testing::HasSubstr;

std::string state_refusal(const std::string& file) {
    try {
        read_state(file);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

bool state_accepted(const std::string& bytes) {
    try {
        parse_state(bytes, "state");
    } catch (const InputError&) {
        return false;
    }
    return true;
}

WorldState some_state() {
    WorldState state{123456789012, 0.1 + 0.2, {}};
    state.bodies = {
        {"a", {1.0 / 3, -0.0, 1e-310, std::numeric_limits<double>::max()}}, {"Block é", {}}, {"", {2}}};
    state.contacts = {1.0 / 7, -0.0, 3e200};
    return state;
}

TEST(StateFile, ReadsBackToTheSameBits) {
    const sample::Folder folder;
    const WorldState state = some_state();
    save_state(state, "scene", folder / "state.limpet");
    const WorldState read = read_state(folder / "state.limpet");
    EXPECT_EQ(read.step, state.step);
    EXPECT_EQ(read.time, state.time);
    ASSERT_EQ(read.bodies.size(), state.bodies.size());
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
        EXPECT_EQ(read.bodies[i].name, state.bodies[i].name);
        ASSERT_EQ(read.bodies[i].values.size(), state.bodies[i].values.size());
        for (std::size_t k = 0; k < state.bodies[i].values.size(); ++k) {
            EXPECT_EQ(read.bodies[i].values[k], state.bodies[i].values[k]);
            EXPECT_EQ(std::signbit(read.bodies[i].values[k]), std::signbit(state.bodies[i].values[k]));
        }
    }
    EXPECT_EQ(read.contacts, state.contacts);
    EXPECT_TRUE(std::signbit(read.contacts[1]));
    EXPECT_FALSE(std::filesystem::exists(folder / "state.limpet.writing"));
}

TEST(StateFile, EveryTruncationIsRefused) {
    const sample::Folder folder;
    save_state(some_state(), "scene", folder / "s");
    const std::string bytes = read_whole_file(folder / "s");
    EXPECT_TRUE(state_accepted(bytes));
    for (std::size_t length = 0; length < bytes.size(); ++length)
        EXPECT_FALSE(state_accepted(bytes.substr(0, length))) << length;
    EXPECT_FALSE(state_accepted(bytes + 'x'));
}

TEST(StateFile, EveryChangedByteIsRefused) {
    const sample::Folder folder;
    save_state(some_state(), "scene", folder / "s");
    const std::string bytes = read_whole_file(folder / "s");
    for (std::size_t i = 0; i < bytes.size(); ++i)
        for (int flip = 1; flip < 256; ++flip) {
            std::string changed = bytes;
            changed[i] = static_cast<char>(changed[i] ^ flip);
            EXPECT_FALSE(state_accepted(changed)) << i;
        }
}

TEST(StateFile, SaysWhatIsWrong) {
    const sample::Folder folder;
    write_file(folder / "other", "{\"name\": \"a scene, not a state\"}");
    EXPECT_THAT(state_refusal(folder / "other"), HasSubstr("other: is not a state that Limpet saved"));
    EXPECT_THAT(state_refusal(folder / "absent"), HasSubstr("there is no such file"));
    EXPECT_THAT(state_refusal(folder.path().string()), HasSubstr("this is a directory"));
    save_state(some_state(), "scene", folder / "s");
    std::string bytes = read_whole_file(folder / "s");
    bytes[8] = 12;
    write_file(folder / "newer", bytes);
    EXPECT_THAT(state_refusal(folder / "newer"),
                HasSubstr("format version 12, saved by a newer Limpet; this Limpet reads version 11"));
    bytes[8] = 1;
    write_file(folder / "older", bytes);
    EXPECT_THAT(
        state_refusal(folder / "older"),
        HasSubstr("older: is of format version 1, saved by an older Limpet; this Limpet reads version "
                  "11: go on with the Limpet that saved it, or run anew"));
}

TEST(StateFile, FailingToWriteLeavesTheOldOne) {
    const sample::Folder folder;
    save_state(some_state(), "scene", folder / "s");
    std::filesystem::create_directory(folder / "s.writing");
    EXPECT_THROW(save_state(sample::state_at(3), "scene", folder / "s"), InputError);
    EXPECT_EQ(read_state(folder / "s").step, some_state().step);
    EXPECT_THROW(save_state(some_state(), "scene", folder / "no/such/folder/s"), InputError);
}

}  // namespace
}  // namespace limpet
