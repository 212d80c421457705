#include "record/summary.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <limits>

#include "limpet/version.h"
#include "sample_run.h"

namespace limpet {
namespace {

rapidjson::Document parsed(const std::string& text) {
    rapidjson::Document json;
    json.Parse<rapidjson::kParseFullPrecisionFlag>(text.c_str());
    EXPECT_FALSE(json.HasParseError()) << text;
    return json;
}

TEST(Summary, MeansExtremesAndLastValues) {
    Summary summary;
    StepRecord step = sample::step_at(1);
    step.ms.fill(1);
    step.ms_total = 8;
    step.contacts = 10;
    step.residual = 1e-3;
    step.zones = 1, step.colliding_share = 0.25, step.zone_merges = 2, step.releases = 5;
    summary.add(step);
    step.zones = 4, step.colliding_share = 0.125, step.zone_merges = 1, step.releases = 3;
    step.ms.fill(4);
    step.ms_total = 32;
    step.contacts = 5;
    step.residual = 1e-9;
    step.kinetic = 1, step.elastic = 2, step.potential = -4, step.adhesive_energy = 8;
    summary.add(step);
    const auto json =
        parsed(summary.json(sample::run_info(), 12, 0.12, 3.5, "done", {"a & b overlap", "slow"}));
    EXPECT_STREQ(json["scene"].GetString(), sample::run_info().scene.c_str());
    EXPECT_STREQ(json["version"].GetString(), version);
    EXPECT_STREQ(json["exit_reason"].GetString(), "done");
    EXPECT_EQ(json["steps"].GetInt(), 12);
    EXPECT_EQ(json["recorded_steps"].GetInt(), 2);
    EXPECT_EQ(json["simulated_time"].GetDouble(), 0.12);
    EXPECT_EQ(json["wall_time"].GetDouble(), 3.5);
    for (const std::string_view name : stage_names) {
        EXPECT_EQ(json["stages"][std::string(name).c_str()]["mean_ms"].GetDouble(), 2.5);
        EXPECT_EQ(json["stages"][std::string(name).c_str()]["worst_ms"].GetDouble(), 4);
    }
    EXPECT_EQ(json["stages"]["total"]["mean_ms"].GetDouble(), 20);
    EXPECT_EQ(json["contacts"]["mean"].GetDouble(), 7.5);
    EXPECT_EQ(json["contacts"]["largest"].GetInt(), 10);
    EXPECT_EQ(json["worst_residual"].GetDouble(), 1e-3);
    EXPECT_EQ(json["zones"]["mean"].GetDouble(), 2.5);
    EXPECT_EQ(json["zones"]["largest"].GetInt(), 4);
    EXPECT_EQ(json["zones"]["merges"].GetInt(), 3);
    EXPECT_EQ(json["zones"]["releases"].GetInt(), 8);
    EXPECT_EQ(json["colliding_share"]["mean"].GetDouble(), 0.1875);
    EXPECT_EQ(json["colliding_share"]["largest"].GetDouble(), 0.25);
    EXPECT_EQ(json["colliding_share"]["last"].GetDouble(), 0.125);
    EXPECT_EQ(json["final_energy"]["adhesive"].GetDouble(), 8);
    EXPECT_EQ(json["final_energy"]["total"].GetDouble(), 7);
    EXPECT_STREQ(json["bodies"][2]["type"].GetString(), "soft");
    EXPECT_EQ(json["bodies"][2]["tetrahedra"].GetInt(), 2);
    EXPECT_STREQ(json["probes"][0]["unit"].GetString(), "m");
    EXPECT_FALSE(json["probes"][0].HasMember("with"));
    EXPECT_STREQ(json["probes"][1]["with"].GetString(), "floor");
    ASSERT_EQ(json["warnings"].Size(), 2u);
    EXPECT_STREQ(json["warnings"][0].GetString(), "a & b overlap");
}

TEST(Summary, NothingIsMadeUpForARunWithoutSteps) {
    const auto json = parsed(Summary().json({}, 0, 0, 0.1, "interrupted"));
    EXPECT_TRUE(json["final_energy"]["total"].IsNull());
    EXPECT_EQ(json["warnings"].Size(), 0u);
    EXPECT_EQ(json["contacts"]["largest"].GetInt(), 0);
}

TEST(Summary, DescribesProbesOfContacts) {
    Scene scene;
    scene.probes = {{"f", "a", ProbeQuantity::ContactForce, {}, {}},
                    {"s", "a", ProbeQuantity::ContactArea, {}, "b"},
                    {"g", "a", ProbeQuantity::Gap, {}, "b"}};
    const auto json = parsed(Summary().json(describe_run(scene, {}), 0, 0, 0, "done"));
    const auto& probes = json["probes"];
    EXPECT_STREQ(probes[0]["what"].GetString(), "contact_force");
    EXPECT_STREQ(probes[0]["unit"].GetString(), "N");
    EXPECT_FALSE(probes[0].HasMember("with"));
    EXPECT_STREQ(probes[1]["what"].GetString(), "contact_area");
    EXPECT_STREQ(probes[1]["unit"].GetString(), "m²");
    EXPECT_STREQ(probes[2]["what"].GetString(), "gap");
    EXPECT_STREQ(probes[2]["unit"].GetString(), "m");
    EXPECT_STREQ(probes[2]["with"].GetString(), "b");
}

TEST(Summary, ANonFiniteResidualIsTheWorst) {
    Summary summary;
    StepRecord step;
    step.residual = std::numeric_limits<double>::quiet_NaN();
    summary.add(step);
    step.residual = 1e-3;
    summary.add(step);
    EXPECT_TRUE(parsed(summary.json({}, 2, 0, 0, "done"))["worst_residual"].IsNull());
}

}  // namespace
}  // namespace limpet
