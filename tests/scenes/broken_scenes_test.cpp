/// Every file in tests/scenes/broken is refused with a message that has the words of its first line,
/// `// expect: words | words`, and a complaint about the line that is marked with `// here`, if one is.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "limpet/error.h"
#include "limpet/scene.h"
#include "support/paths.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::vector<std::string> split(const std::string& text, const std::string& separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos;
         begin = end + separator.size())
        parts.push_back(text.substr(begin, end - begin));
    parts.push_back(text.substr(begin));
    return parts;
}

int marked_line(const std::string& text) {
    const std::vector<std::string> lines = split(text, "\n");
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (lines[i].ends_with("// here")) return static_cast<int>(i) + 1;
    return 0;
}

void expect_refused(const fs::path& file) {
    SCOPED_TRACE(file.filename().string());
    const std::string text = text_of(file);
    const std::string head = "// expect: ";
    ASSERT_TRUE(text.starts_with(head));
    const std::string first_line = text.substr(0, text.find('\n'));
    try {
        load_scene(file.string());
        FAIL() << "it was accepted";
    } catch (const InputError& error) {
        const std::string message = error.what();
        EXPECT_NE(message.find(file.string()), std::string::npos) << message;
        for (const std::string& words : split(first_line.substr(head.size()), " | "))
            EXPECT_NE(message.find(words), std::string::npos) << "no \"" << words << "\" in: " << message;
        EXPECT_FALSE(std::regex_search(message, std::regex(R"(allowed: *(\n|$|;))"))) << message;
        const auto& complaints = error.complaints();
        const int line = marked_line(text);
        const auto is_there = [line](const Complaint& complaint) { return complaint.line == line; };
        EXPECT_TRUE(line == 0 || std::any_of(complaints.begin(), complaints.end(), is_there))
            << "line " << line << " is not in: " << message;
        // A file with one mistake gets one complaint, so that none of its followers hides it.
        const bool has_many = file.stem().string().starts_with("many");
        EXPECT_TRUE(has_many || complaints.size() == 1) << message;
    }
}

TEST(BrokenScenes, AreRefusedWithWordsThatHelp) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(LIMPET_ROOT "/tests/scenes/broken"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    EXPECT_GE(files.size(), 100u);
    for (const fs::path& file : files) expect_refused(file);
}

std::string refusal(const std::string& text) {
    try {
        parse_scene(text);
        return "";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(BrokenScenes, DeepNestingDoesNotEndTheStack) {
    for (const char* bracket : {"[", "{\"a\":", "[{\"bodies\":"}) {
        std::string deep;
        for (int i = 0; i < 100'000; ++i) deep += bracket;
        EXPECT_NE(refusal(deep).find("nested more than"), std::string::npos);
        EXPECT_NE(refusal("{\"bodies\": " + deep).find("nested more than"), std::string::npos);
    }
}

TEST(BrokenScenes, LongTextsAreCutInMessages) {
    const std::string mega(1 << 20, 'x');
    for (const std::string& text : {
             "{\"name\": \"" + mega + "\", \"bodies\": []}",
             "{\"" + mega + "\": 1}",
             "{\"bodies\": [{\"name\": \"" + mega + "\", \"type\": \"" + mega + "\"}]}",
             "{\"time\": {\"step\": \"5 " + mega + "\"}}",
             "{\"materials\": {\"" + mega + "\": 5}}",
             mega,
         }) {
        const std::string message = refusal(text);
        EXPECT_NE(message, "");
        EXPECT_LT(message.size(), 5000u);
    }
}

TEST(BrokenScenes, FloodsAreBounded) {
    std::string many_bodies = "{\"bodies\": [";
    for (int i = 0; i < 20'000; ++i) many_bodies += "{\"what\": 1},";
    const std::string message = refusal(many_bodies + "]}");
    EXPECT_NE(message.find("more complaints"), std::string::npos);
    EXPECT_LT(message.size(), 100'000u);

    std::string many_values = "{\"bodies\": [";
    for (int i = 0; i < 4'100'000; ++i) many_values += "1,";
    EXPECT_NE(refusal(many_values + "]}").find("more than 4000000 values"), std::string::npos);
}

const char* const valid_scene = R"({ // a scene that uses most of what there is
  "name": "α", "gravity": [0, "-9.81 m/s^2", 0], "time": { "step": "5 ms", "duration": 2e0 },
  "materials": { "rubber": { "density": 1000, "young": "12 kPa", "poisson": 0.4, "damping": { "stiffness": 0.01 } } },
  "bodies": [ /* three */
    { "name": "s", "type": "static", "shape": { "plane": [2, 1] }, "rotation": { "axis": [0, 0, 1], "degrees": 20 },
      "motion": [ [0, [0, 0, 0]], [1, [0, 1, 0], { "axis": [0, 1, 0], "degrees": "1 rad" }] ] },
    { "name": "r", "type": "rigid", "shape": { "capsule": { "radius": 1, "height": 2 } }, "density": "1 g/cm³" },
    { "name": "b", "type": "soft", "shape": { "box": [0.1, 0.02, 0.02] }, "material": "rubber", "model": "stvk",
      "element": 0.005, "fixed": [ { "box": [[-1, -1, -1], [-0.049, 1, 1]] } ], },
  ],
  "contact": { "detection": { "distance": "1 mm", "self": true }, "law": { "friction": 0 },
               "pairs": [ { "bodies": ["r", "s"], "law": { "friction": 0.0 } } ] },
  "solver": { "type": "pgs", "iterations": 100, "tolerance": 1e-8 },
  "probes": [ { "name": "gap", "body": "r", "what": "gap", "with": "s" },
    { "name": "tip", "body": "b", "what": "position", "nearest": [0.05, 0, 0] } ],
  "camera": { "field_of_view": 40 } })";

/// True if it was read; an InputError with a message is the only other way out.
bool is_read(const std::string& text) {
    try {
        parse_scene(text);
        return true;
    } catch (const InputError& error) {
        EXPECT_FALSE(error.complaints().empty());
        EXPECT_STRNE(error.what(), "");
        return false;
    }
}

TEST(BrokenScenes, EveryTruncationIsRefused) {
    const std::string whole = valid_scene;
    ASSERT_EQ(refusal(whole), "");
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(is_read(whole.substr(0, size))) << size;
}

TEST(BrokenScenes, MutationsAreReadOrRefused) {
    const std::string whole = valid_scene;
    std::uint64_t state = 42;
    const auto random = [&state](std::size_t below) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::size_t>(state >> 33) % below;
    };
    int read = 0;
    for (int i = 0; i < 2000; ++i) {
        std::string text = whole;
        for (std::size_t changes = 1 + random(4); changes > 0; --changes) {
            const std::size_t at = random(text.size());
            switch (random(4)) {
                case 0:
                    text[at] = static_cast<char>(random(256));
                    break;
                case 1:
                    text.erase(at, 1 + random(20));
                    break;
                case 2:
                    text.insert(at, 1, "{}[],:\"0-e."[random(11)]);
                    break;
                default:
                    text.insert(at, text.substr(random(text.size()), random(40)));
            }
        }
        read += is_read(text) ? 1 : 0;
    }
    EXPECT_GT(read, 0);
    EXPECT_LT(read, 1000);
}

}  // namespace
}  // namespace limpet
