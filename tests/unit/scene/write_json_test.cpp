/// Scenes read back as they are written, to the same double.

#include "scene/write_json.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "core/text.h"
#include "limpet/scene.h"
#include "scene/complaints.h"
#include "scene/json_reader.h"
#include "scene/reader.h"
#include "unit/scene/scene_leaves.h"

namespace limpet {
namespace {

using testing_support::Leaf;
using testing_support::leaves_of;

/// As a program would have made it.
Scene without_places(Scene scene) {
    scene.file.clear();
    scene.lines.clear();
    return scene;
}

TEST(WriteJson, EveryShippedSceneReadsBackAsItIsWritten) {
    const std::vector<ShippedScene> shipped = shipped_scenes();
    ASSERT_GT(shipped.size(), 20u);
    for (const ShippedScene& entry : shipped) {
        const Scene scene = without_places(load_scene(entry.name));
        EXPECT_EQ(without_places(parse_scene(scene_to_json(scene), "")), scene) << entry.name;
    }
}

/// Full mantissas, signed zeros, very small and very large: the fields' own checks are all that they must
/// pass.
TEST(WriteJson, RandomNumbersReadBackToTheSameDouble) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> unit(0, 1);
    int numbers = 0;
    for (const ShippedScene& entry : shipped_scenes()) {
        Scene scene = without_places(load_scene(entry.name));
        const auto set = [&](const schema::Range& range, double& value) {
            ++numbers;
            do {
                value = range.min + unit(random) * (range.max - range.min);
                if (random() % 4 == 0) value *= std::pow(10, -18 * unit(random));
                if (random() % 16 == 0) value = -0.0;
            } while (!range.contains(value));
        };
        for (const Leaf& leaf : leaves_of(scene)) {
            if (leaf.node->kind == schema::Kind::Number)
                set(leaf.node->range, *static_cast<double*>(leaf.value));
            if (leaf.node->kind == schema::Kind::Vector && !leaf.node->not_zero)
                for (double& component : *static_cast<Vector3*>(leaf.value)) set(leaf.node->range, component);
        }
        Complaints complaints("");
        Scene read = read_scene(json::read(scene_to_json(scene), ""), "", complaints);
        ASSERT_NO_THROW(complaints.throw_if_any());
        std::vector<Leaf> written = leaves_of(scene), found = leaves_of(read);
        ASSERT_EQ(written.size(), found.size()) << entry.name;
        for (std::size_t i = 0; i < written.size(); ++i) {
            ASSERT_EQ(written[i].path, found[i].path);
            if (written[i].node->kind == schema::Kind::Number) {
                ASSERT_EQ(std::bit_cast<std::uint64_t>(*static_cast<double*>(written[i].value)),
                          std::bit_cast<std::uint64_t>(*static_cast<double*>(found[i].value)))
                    << entry.name << " " << written[i].path;
            }
        }
        EXPECT_EQ(read, scene);
    }
    EXPECT_GT(numbers, 1000);
}

TEST(WriteJson, NumbersAsTheyAreRead) {
    EXPECT_EQ(json_number(0.1), "0.1");
    EXPECT_EQ(json_number(-0.0), "-0.0");
    EXPECT_EQ(json_number(5e-324), "5e-324");
    EXPECT_EQ(json_number(std::nan("")), "null");
    for (const double value : {-0.0, 5e-324, 1.7976931348623157e308, 123456789012345678.0, 0.1 + 0.2})
        EXPECT_EQ(std::bit_cast<std::uint64_t>(*json::read(json_number(value), "").number()),
                  std::bit_cast<std::uint64_t>(value));
}

TEST(WriteJson, LeavesDefaultsOut) {
    BodyDescription body;
    body.name = "ball \"1\"";
    body.shape = SphereShape{0.5};
    body.density = 1000;
    body.friction = Friction(0.25);
    EXPECT_EQ(
        body_to_json(body),
        R"({"name":"ball \"1\"","type":"rigid","shape":{"sphere":0.5},"friction":0.25,"density":1000})");
    body.friction = Friction(0.5, 0.25);
    EXPECT_NE(body_to_json(body).find(R"("friction":{"static":0.5,"kinetic":0.25})"), std::string::npos);
}

}  // namespace
}  // namespace limpet
