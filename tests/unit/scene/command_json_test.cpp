/// Commands read back as they are written.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/command.h"
#include "limpet/error.h"

namespace limpet {
namespace {

using testing::HasSubstr;

std::vector<Command> one_of_each() {
    BodyDescription ball;
    ball.name = "ball 2.5";
    ball.shape = SphereShape{0.1 + 0.2};
    ball.density = 1000;
    BodyDescription mesh;
    mesh.name = "mesh";
    mesh.type = BodyType::Static;
    mesh.shape = MeshShape{{{0, 0, 0}, {1.0 / 3, 0, 0}, {0, 1, -0.0}}, {{0, 1, 2}}, {}};
    return {AddBody{ball},
            AddBody{mesh},
            RemoveBody{BodyId{3}},
            ApplyForce{BodyId{1}, {1e-300, -2.5, 1e20}, {}},
            ApplyForce{BodyId{1}, {1, 2, 3}, Vector3{0.1, 0.2, 0.3}},
            Grab{BodyId{0}, {1, 2, 3}, {}},
            Grab{BodyId{0}, {1, 2, 3}, {100.5, {}, 3e4}},
            MoveGrab{GrabId{2}, {std::sqrt(2.0), 0, -1}},
            ReleaseGrab{GrabId{2}},
            MoveTo{BodyId{4}, {1, 0, 0}, {{0, 0, 1}, 30.1}, 0.25, "tip"},
            MoveTo{BodyId{4}, {1, 0, 0}, {}, 0, ""},
            Cut{{BodyId{1}, BodyId{5}}, {{{0, 0, 0}, {1, 0, 0}}}, {{{0, 1, 0}, {1, 1, 0}}}},
            Set{"contact.law.friction", "0.25"},
            Set{"bodies.a.b.color", "\"red\""}};
}

TEST(CommandJson, ReadsBackAsItIsWritten) {
    long step = 0;
    for (const Command& command : one_of_each()) {
        const RecordedCommand recorded{step++, command};
        const std::string line = to_json(recorded);
        EXPECT_EQ(line.find('\n'), std::string::npos);
        EXPECT_EQ(command_from_json(line), recorded) << line;
    }
}

TEST(CommandJson, IsPlainToRead) {
    EXPECT_EQ(to_json({12, Set{"contact.law.friction", "0.25"}}),
              R"({"step":12,"set":{"path":"contact.law.friction","value":"0.25"}})");
    EXPECT_EQ(to_json({0, Grab{BodyId{7}, {0, 0.5, 0}, {200.0, {}, {}}}}),
              R"({"step":0,"grab":{"body":7,"at":[0,0.5,0],"settings":{"stiffness":200}}})");
    EXPECT_EQ(to_json({3, ReleaseGrab{GrabId{1}}}), R"({"step":3,"release":1})");
    EXPECT_EQ(
        std::get<ApplyForce>(
            command_from_json(R"({"step": 1, "apply_force": {"body": 0, "force": ["1 kN", 0, 0]}})").command)
            .force[0],
        1000);
}

TEST(CommandJson, BadLinesAreRefusedWithSentences) {
    const auto refusal = [](const std::string& line) -> std::string {
        try {
            command_from_json(line);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_THAT(refusal("{}"), HasSubstr("step: found nothing; allowed: a whole number"));
    EXPECT_THAT(refusal("[]"), HasSubstr("step: found nothing"));
    EXPECT_THAT(refusal(R"({"step": -1, "release": 0})"), HasSubstr("step: found -1"));
    EXPECT_THAT(refusal(R"({"step": 0})"), HasSubstr("allowed: an object { … } with one of add, remove"));
    EXPECT_THAT(refusal(R"({"step": 0, "relase": 0})"), HasSubstr("did you mean \"release\"?"));
    EXPECT_THAT(refusal(R"({"step": 0, "release": -1})"),
                HasSubstr("release: found -1; allowed: a whole number"));
    EXPECT_THAT(refusal(R"({"step": 0, "release": 0.5})"), HasSubstr("release: found 0.5"));
    EXPECT_THAT(refusal(R"({"step": 0, "release": 0, "remove": 0})"), HasSubstr("together"));
    EXPECT_THAT(refusal(R"({"step": 0, "move": {"grab": 0}})"), HasSubstr("move.target: missing"));
    EXPECT_THAT(refusal("step"), HasSubstr("not a JSON value"));
}

}  // namespace
}  // namespace limpet
