/// A probe's quantity and a scene's field have one place each, as ARCHITECTURE.md says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "limpet/scene.h"
#include "scene/check_values.h"
#include "scene/json_reader.h"
#include "scene/quantities.h"
#include "scene/reader.h"
#include "scene/scene_schema.h"
#include "scene/write_json.h"
#include "support/paths.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string source_text(const fs::path& file) {
    std::ifstream in(file);
    EXPECT_TRUE(in) << file;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Names of quantities stand in their list and where they get their values; benchmarks that make scenes of
/// their own use some.
TEST(OnePlace, ProbeQuantitiesAreNamedInTheirListAndInProbe) {
    const fs::path project(LIMPET_ROOT);
    for (const char* folder : {"src", "include", "apps"})
        for (const auto& entry : fs::recursive_directory_iterator(project / folder)) {
            if (!entry.is_regular_file()) continue;
            const std::string file = fs::relative(entry.path(), project).string();
            if (file == "include/limpet/probe_quantity.h" || file == "src/step/probe.cpp" ||
                file.starts_with("src/verify/") || file.starts_with("src/bench/"))
                continue;
            std::string text = source_text(entry.path());
            // The default of a probe.
            if (file == "include/limpet/scene.h")
                text.erase(text.find("ProbeQuantity what = ProbeQuantity::Position"), 44);
            EXPECT_EQ(text.find("ProbeQuantity::"), std::string::npos) << file;
        }
    const std::string probe = source_text(project / "src/step/probe.cpp");
    const std::string list = source_text(project / "include/limpet/probe_quantity.h");
    for (std::size_t i = 0; i < probe_quantities.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(probe_quantities[i].quantity), i) << "in the enumeration's order";
        const std::size_t row = list.find('"' + std::string(probe_quantities[i].name) + '"');
        const std::size_t name = list.rfind("ProbeQuantity::", row);
        EXPECT_THAT(probe, HasSubstr(list.substr(name, list.find(',', name) - name)));
    }
}

/// A struct that no other code knows.
struct MadeUp {
    double stiffness = 2;
    std::optional<std::vector<Vector3>> points;
    bool operator==(const MadeUp&) const = default;
};

TEST(OnePlace, AFieldOfTheSchemaIsReadCheckedAndWrittenByThatAlone) {
    using namespace schema;
    const Typed<MadeUp> made_up = object<MadeUp>(
        "Made up",
        {field("stiffness", &MadeUp::stiffness, number(quantities::pressure, {0, 1e9}), "Stiffness."),
         field("points", &MadeUp::points, list(vector(quantities::length, any_coordinate), 1), "Points.")
             .when_left_out("none")});
    const auto read = [&](const std::string& text, Complaints& complaints) {
        MadeUp out;
        read_value(*made_up.node, json::read(text, ""), "made", "", &out, complaints);
        return out;
    };
    Complaints none("");
    const MadeUp value = read(R"({"stiffness": "3 kPa", "points": [[1, "2 cm", 3]]})", none);
    EXPECT_NO_THROW(none.throw_if_any());
    EXPECT_EQ(value.stiffness, 3000);
    EXPECT_EQ(json_text(*made_up.node, &value), R"({"stiffness":3000,"points":[[1,0.02,3]]})");
    EXPECT_EQ(read(json_text(*made_up.node, &value), none), value);
    const auto sentences = [](const Complaints& complaints) {
        std::string text;
        for (const Complaint& complaint : complaints.in_order()) text += complaint.text() + "\n";
        return text;
    };
    Complaints of_text(""), of_struct("");
    read(R"({"stiffness": -3})", of_text);
    check_values(*made_up.node, std::make_unique<MadeUp>(MadeUp{-3, {}}).get(), "made", of_struct);
    EXPECT_EQ(
        sentences(of_struct),
        "made.stiffness: found -3; allowed: a pressure such as 12000 (Pa) or \"12 kPa\", 0 to 1e9 Pa\n");
    EXPECT_THAT(sentences(of_text), HasSubstr("made.stiffness: found -3; allowed: a pressure"));
}

}  // namespace
}  // namespace limpet
