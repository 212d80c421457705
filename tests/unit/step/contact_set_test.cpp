#include "step/contact_set.h"

#include <gtest/gtest.h>

#include "bodies/make_body.h"

namespace limpet {
namespace {

Contact contact_at(int first, int second, int vertex, double gap) {
    Contact c;
    c.key = {first, second, FeaturePair::VertexFace, vertex, 0};
    c.frame = Mat3::Identity();
    c.gap = gap;
    c.area = 1;
    return c;
}

TEST(ContactSet, ReplacesByKeyAndKeepsIds) {
    const Scene scene = parse_scene(R"({"contact": {"law": {"friction": 0.25}}, "bodies": [
        {"name": "a", "type": "static", "shape": {"box": [1, 1, 1]}},
        {"name": "b", "type": "rigid", "density": 1000, "shape": {"box": [1, 1, 1]}},
        {"name": "c", "type": "rigid", "density": 1000, "shape": {"box": [1, 1, 1]}}]})");
    const auto bodies = make_bodies(scene);
    ContactLaws laws(scene, bodies, {});
    ContactSet set(laws);
    set.begin_step({contact_at(0, 1, 4, 0.1), contact_at(1, 2, 7, 0.2)}, true);
    ASSERT_EQ(set.all().size(), 2u);
    EXPECT_EQ(set.all()[1].friction, 0.25);
    set.all()[1].idle = true;
    EXPECT_EQ(set.idle(), std::vector<int>{1});
    EXPECT_TRUE(set.any_new({contact_at(1, 2, 7, 0)})) << "idle ones are not in the problem";
    EXPECT_FALSE(set.any_new({contact_at(0, 1, 4, 0)}));

    const auto id = set.all()[1].id;
    const std::vector<int> changed = set.put({contact_at(1, 2, 7, -0.1), contact_at(0, 2, 1, 0.3)}, true);
    EXPECT_EQ(changed, (std::vector<int>{1, 2})) << "of contacts that were replaced";
    ASSERT_EQ(set.all().size(), 3u);
    EXPECT_EQ(set.all()[1].gap, -0.1);
    EXPECT_EQ(set.all()[1].id, id);
    EXPECT_FALSE(set.all()[1].idle);
    EXPECT_EQ(set.all()[2].friction, 0.25);
    EXPECT_NE(set.all()[2].id, set.all()[0].id);

    set.drop({true, false, false});
    ASSERT_EQ(set.all().size(), 2u);
    EXPECT_EQ(set.all()[0].key.feature, 7);
}

}  // namespace
}  // namespace limpet
