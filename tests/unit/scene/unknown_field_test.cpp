/// What users try is answered with what they meant.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "limpet/error.h"
#include "limpet/scene.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string unknown_field_refusal(const std::string& body, const std::string& material = "",
                                  const std::string& more = "") {
    try {
        parse_scene(R"({"time": {"step": 0.01}, "materials": {"gel": {)" + material + R"(}}, "bodies": [
            {"name": "ball", "type": "soft", "shape": {"sphere": 0.1}, "material": "gel")" +
                    body + "}]" + more + "}");
        return "accepted";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(UnknownField, NamesOfOtherProgramsAreKnown) {
    EXPECT_THAT(unknown_field_refusal(R"(, "mass": 2)"),
                HasSubstr("a soft body has no mass of its own: mass is density times volume"));
    EXPECT_THAT(unknown_field_refusal("", R"("E": 1e4)"),
                HasSubstr(R"(unknown field "E" (did you mean "young"?); allowed: density)"));
    EXPECT_THAT(unknown_field_refusal("", R"("nu": 0.3)"), HasSubstr(R"(did you mean "poisson"?)"));
    EXPECT_THAT(unknown_field_refusal(R"(, "E": 1e4)"), HasSubstr(R"(did you mean "material"?)"));
    EXPECT_THAT(unknown_field_refusal(R"(, "force": [0, 1, 0])"), HasSubstr("driven by `gravity`"));
    EXPECT_THAT(unknown_field_refusal("", "", R"(, "force": [0, 1, 0])"), HasSubstr("driven by `gravity`"));
    EXPECT_THAT(unknown_field_refusal("", R"("restitution": 0.5)"), HasSubstr("belongs to `contact.law`"));
    EXPECT_THAT(unknown_field_refusal("", "", R"(, "contact": {"restitution": 0.5})"),
                HasSubstr("belongs to `contact.law`"));
    EXPECT_THAT(unknown_field_refusal("", "", R"(, "contact": {"friction": 0.5})"),
                HasSubstr("a field of `contact.law`"));
}

TEST(UnknownField, SpellingIsComparedAsBefore) {
    EXPECT_THAT(unknown_field_refusal(R"(, "desnity": 2)"), HasSubstr(R"(did you mean "density"?)"));
    EXPECT_THAT(unknown_field_refusal(R"(, "xyzzy": 2)"), Not(HasSubstr("did you mean")));
}

/// A familiar name is no name that the schema has, now or later: it would never be looked up.
TEST(UnknownField, FamiliarNamesSayWhatIsAllowedToo) {
    for (const std::string name : {"E", "force", "bounce", "mu"})
        EXPECT_THAT(unknown_field_refusal(", \"" + name + "\": 2"), HasSubstr("; allowed: name, type, shape"))
            << name;
}

/// "allowed:" is followed by something, whatever is missing.
TEST(UnknownField, NoMessageEndsInAnEmptyAllowed) {
    const std::vector<std::string> scenes = {
        R"({"time": {"step": 0.01}, "probes": [{"name": "p", "body": "ball"}]})",
        R"({"time": {"step": 0.01}, "bodies": [], "probes": [{"name": "p", "body": "ball"}]})",
        R"({"time": {"step": 0.01}, "bodies": [], "contact": {"pairs": [{"bodies": ["a", "b"], "law": {}}]}})",
        R"({"time": {"step": 0.01}, "bodies": [{"name": "a", "type": "soft", "shape": {"sphere": 1}, "material": "m"}]})",
        R"({"time": {"step": 0.01}, "bodies": [{"name": "a", "type": "soft", "shape": {}, "material": 5}]})",
    };
    const std::vector<std::string> overrides = {
        "", "probes.tip.body=x", "probes[0].body=x", "materials=5", "bodies.x.y=2", "blades.x=1"};
    const std::regex empty(R"(allowed: *(\n|$|;))");
    for (const std::string& scene : scenes)
        for (const std::string& override : overrides) try {
                parse_scene(scene, ".",
                            override.empty() ? std::vector<std::string>{} : std::vector{override});
            } catch (const InputError& error) {
                EXPECT_FALSE(std::regex_search(std::string(error.what()), empty)) << error.what();
            }
}

}  // namespace
}  // namespace limpet
