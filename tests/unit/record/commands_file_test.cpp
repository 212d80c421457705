/// commands.jsonl: what is on the disk when, and what a resumed run makes of it.

#include "record/commands_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/record.h"
#include "sample_run.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

RecordedCommand set_at(long step, const std::string& value) {
    return {step, Set{"contact.law.friction", value}};
}

TEST(CommandsFile, EachCommandIsOnTheDiskWhenItIsWritten) {
    const sample::Folder folder;
    const fs::path path = folder / "commands.jsonl";
    CommandsFile file(path, {});
    EXPECT_TRUE(read_commands(path.string()).empty());
    file.write(set_at(0, "0.1"));
    file.write(set_at(3, "0.2"));
    EXPECT_EQ(read_commands(path.string()), (std::vector{set_at(0, "0.1"), set_at(3, "0.2")}));
    CommandsFile anew(path, {});
    EXPECT_TRUE(read_commands(path.string()).empty()) << "a new run begins a new file";
}

TEST(CommandsFile, AResumedRunKeepsWhatComesAgainAndCutsWhatDoesNot) {
    const sample::Folder folder;
    const fs::path path = folder / "commands.jsonl";
    const auto begin = [&] {
        CommandsFile file(path, {});
        for (const long step : {1, 3, 5, 7}) file.write(set_at(step, "0.5"));
    };
    begin();
    const std::string all = read_whole_file(path);
    {
        CommandsFile file(path, 3);
        for (long step = 3; step < 9; ++step) {
            if (step % 2 == 1 && step < 8) file.write(set_at(step, "0.5"));
            file.taken(step + 1);
            EXPECT_EQ(read_whole_file(path), all) << "at no time is less on the disk";
        }
    }
    EXPECT_EQ(read_whole_file(path), all);
    {
        CommandsFile file(path, 3);
        file.write(set_at(3, "0.5"));
        file.taken(4);
        file.write(set_at(4, "0.9"));
    }
    EXPECT_EQ(read_commands(path.string()),
              (std::vector{set_at(1, "0.5"), set_at(3, "0.5"), set_at(4, "0.9")}));
    begin();
    {
        CommandsFile file(path, 4);
        file.taken(5);
        file.taken(6);
    }
    EXPECT_EQ(read_commands(path.string()), (std::vector{set_at(1, "0.5"), set_at(3, "0.5")}))
        << "the command before step 5 did not come";
}

TEST(CommandsFile, ALineThatWasBeingWrittenIsLeftOut) {
    const sample::Folder folder;
    const fs::path path = folder / "commands.jsonl";
    write_file(path, to_json(set_at(1, "0.1")) + "\n{\"step\":2,\"se");
    EXPECT_EQ(read_commands(path.string()), (std::vector{set_at(1, "0.1")}));
    CommandsFile(path, 2).write(set_at(2, "0.2"));
    EXPECT_EQ(read_commands(path.string()), (std::vector{set_at(1, "0.1"), set_at(2, "0.2")}));
}

TEST(CommandsFile, BrokenOnesAreRefusedWithFileAndLine) {
    const sample::Folder folder;
    const fs::path path = folder / "commands.jsonl";
    const auto refusal = [&](const std::string& text) -> std::string {
        write_file(path, text);
        try {
            read_commands(path.string());
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(refusal(to_json(set_at(1, "0.1")) + "\n{\"step\": 2, \"relase\": 1}\n"),
                HasSubstr("commands.jsonl:2: found \"relase\" (did you mean \"release\"?)"));
    EXPECT_THAT(refusal(to_json(set_at(4, "0.1")) + "\n" + to_json(set_at(3, "0.1")) + "\n"),
                HasSubstr("commands.jsonl:2: step: found 3 after 4"));
    EXPECT_THROW(read_commands(folder / "nowhere"), InputError);
}

}  // namespace
}  // namespace limpet
