#include "contact/zones/zone_set.h"

#include <gmock/gmock.h>

namespace limpet {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Three strips of four particles, 0-1-2-3 with triangles (0 1 2), (1 2 3), a rigid body, and two static
/// ones.
class ZoneSetTest : public testing::Test {
protected:
    static constexpr int rigid = 3, floor = 4, wall = 5;

    static ZoneSet make() {
        const ParticleNumbers numbers({4, 4, 4, 0, 0, 0});
        static const std::vector<Triangle> strip = {{0, 1, 2}, {1, 2, 3}};
        ParticleNeighbours neighbours = mesh_neighbours(numbers, {strip, strip, strip, {}, {}, {}});
        return {numbers,
                neighbours,
                {WholeBody::None, WholeBody::None, WholeBody::None, WholeBody::Rigid, WholeBody::Static,
                 WholeBody::Static}};
    }
    /// Particle i of body a meets j of b; of a whole body −1.
    static Touch touch(int a, int i, int b, int j, bool parts = false) {
        Touch t;
        t.first = {a, {i < 0 ? -1 : 4 * a + i, -1, -1}, 0.1};
        t.second = {b, {j < 0 ? -1 : 4 * b + j, -1, -1}, 0.1};
        t.normal = Vec3::UnitY();
        t.gap = 0.001;
        t.parts = parts;
        return t;
    }
    static std::vector<int> members_of(const ZoneSet& set, int zone) {
        std::vector<int> members;
        for (int k = set.zones()[zone].first_part; k < set.zones()[zone].end; ++k)
            for (int m = set.parts()[k].begin; m < set.parts()[k].end; ++m)
                members.push_back(set.members()[m]);
        return members;
    }
    static void join(ZoneSet& set, const std::vector<Touch>& touches) { set.join(touches); }
};

TEST_F(ZoneSetTest, ParticlesThatTouchShareAZone) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 3)});
    ASSERT_EQ(set.zones().size(), 1u);
    EXPECT_THAT(members_of(set, 0), ElementsAre(0, 7));
    EXPECT_EQ(set.held(0).partner, 1);
    EXPECT_EQ(set.held(7).partner, 0);
    EXPECT_EQ(set.held(0).away, Vec3::UnitY());
    EXPECT_EQ(set.held(7).away, Vec3(-Vec3::UnitY()));
}

TEST_F(ZoneSetTest, NeighboursJoinTheZoneThatIsThere) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0)});
    const std::int64_t id = set.zones()[0].id;
    join(set, {touch(0, 1, 1, 3)});
    ASSERT_EQ(set.zones().size(), 1u);
    EXPECT_EQ(set.zones()[0].id, id);
    EXPECT_THAT(members_of(set, 0), ElementsAre(0, 1, 4, 7));
}

TEST_F(ZoneSetTest, PlacesThatAreNoNeighboursAreTwoZonesUntilTheyMeet) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0), touch(0, 3, 2, 3)});
    ASSERT_EQ(set.zones().size(), 2u);
    const std::int64_t first = set.zones()[0].id;
    join(set, {touch(0, 1, 1, 1)});  // a neighbour of both 0 and 3
    ASSERT_EQ(set.zones().size(), 1u);
    EXPECT_EQ(set.merges(), 1);
    EXPECT_EQ(set.zones()[0].id, first);
    EXPECT_THAT(members_of(set, 0), ElementsAre(0, 1, 3, 4, 5, 11));
}

TEST_F(ZoneSetTest, ThreeZonesMergeThroughOneParticle) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0)});
    join(set, {touch(2, 0, 1, 3)});
    join(set, {touch(2, 3, 0, 3)});
    ASSERT_EQ(set.zones().size(), 3u);
    join(set, {touch(0, 1, 1, 2), touch(2, 1, 0, 1)});
    EXPECT_EQ(set.zones().size(), 1u);
    EXPECT_EQ(set.merges(), 2);
}

TEST_F(ZoneSetTest, MoreMayJoinInTheSameStep) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0)});
    EXPECT_TRUE(set.holds(touch(0, 0, 1, 0)));
    EXPECT_FALSE(set.holds(touch(0, 3, 2, 3)));
    EXPECT_FALSE(set.holds(touch(0, 0, floor, -1)));
    EXPECT_FALSE(set.join_more(std::vector<Touch>{touch(0, 0, 1, 0)}));
    EXPECT_TRUE(set.join_more(std::vector<Touch>{touch(0, 1, 2, 3), touch(0, 0, floor, -1)}));
    EXPECT_THAT(members_of(set, 0), ElementsAre(0, 1, 4, 11));
    EXPECT_TRUE(set.holds(touch(0, 1, 2, 3)));
    EXPECT_TRUE(set.holds(touch(0, 0, floor, -1)));
    EXPECT_FALSE(set.holds(touch(0, 0, wall, -1)));
    EXPECT_FALSE(set.holds(touch(0, 0, rigid, -1)));
    EXPECT_TRUE(set.join_more(std::vector<Touch>{touch(0, 0, rigid, -1)}));
    EXPECT_TRUE(set.holds(touch(0, 0, rigid, -1)));
}

/// States have nothing of particles that are free, so that nothing may come of what they touched before.
TEST_F(ZoneSetTest, WhatIsFreeForgetsWhatItTouched) {
    ZoneSet set = make();
    join(set, {touch(0, 0, floor, -1)});
    EXPECT_EQ(set.held(0).whole, floor);
    set.release(std::vector<int>{0});
    join(set, {});
    join(set, {touch(0, 0, 1, 0)});
    EXPECT_EQ(set.held(0).whole, -1);
}

TEST_F(ZoneSetTest, WhatIsReleasedStaysFreeWhileItMovesAway) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0), touch(0, 1, 1, 1)});
    set.release(std::vector<int>{0});
    EXPECT_THAT(members_of(set, 0), ElementsAre(1, 4, 5));
    join(set, {touch(0, 0, 1, 0, true)});
    EXPECT_EQ(set.zone_of(0), -1);
    join(set, {touch(0, 0, 1, 0, false)});
    EXPECT_EQ(set.zone_of(0), set.zone_of(1));
}

TEST_F(ZoneSetTest, OutOfReachItIsForgottenThatItWasReleased) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0), touch(0, 1, 1, 1)});
    set.release(std::vector<int>{0});
    join(set, {});
    join(set, {touch(0, 0, 1, 0, true)});
    EXPECT_GE(set.zone_of(0), 0);
}

TEST_F(ZoneSetTest, AThirdBodyMayCaptureWhatWasReleased) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0), touch(0, 1, 1, 1)});
    set.release(std::vector<int>{0});
    join(set, {touch(0, 0, 1, 0, true), touch(0, 0, 2, 0, true)});
    EXPECT_GE(set.zone_of(0), 0);
    EXPECT_EQ(set.held(0).partner, 2);
}

TEST_F(ZoneSetTest, AZoneOfOneBodyAloneEnds) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0), touch(0, 1, 1, 0)});
    set.release(std::vector<int>{4});
    EXPECT_THAT(set.zones(), IsEmpty());
    EXPECT_EQ(set.zone_of(0), -1);
    EXPECT_EQ(set.releases(), 3);
}

TEST_F(ZoneSetTest, SelfContactIsAZoneOfOneBody) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 0, 3)});
    ASSERT_EQ(set.zones().size(), 1u);
    set.release(std::vector<int>{3});
    EXPECT_THAT(set.zones(), IsEmpty());
}

TEST_F(ZoneSetTest, OneParticleOnAStaticBodyIsHeldByIt) {
    ZoneSet set = make();
    join(set, {touch(0, 0, floor, -1)});
    ASSERT_EQ(set.zones().size(), 1u);
    EXPECT_EQ(set.zones()[0].driver, floor);
    set.release(std::vector<int>{0});
    EXPECT_THAT(set.zones(), IsEmpty());
}

TEST_F(ZoneSetTest, ZonesOfTwoStaticBodiesStayApart) {
    ZoneSet set = make();
    join(set, {touch(0, 0, floor, -1), touch(0, 1, wall, -1)});
    ASSERT_EQ(set.zones().size(), 2u);
    EXPECT_EQ(set.zones()[set.zone_of(0)].driver, floor);
    EXPECT_EQ(set.zones()[set.zone_of(1)].driver, wall);
    join(set, {touch(0, 0, 1, 0), touch(0, 1, 1, 0)});
    EXPECT_EQ(set.zones().size(), 2u);
}

TEST_F(ZoneSetTest, AStaticBodyThatNothingTouchesAnyMoreLetsItsZoneGo) {
    ZoneSet set = make();
    join(set, {touch(0, 0, floor, -1), touch(0, 1, 1, 0), touch(0, 2, 1, 1)});
    ASSERT_EQ(set.zones().size(), 1u);
    set.release(std::vector<int>{0});
    ASSERT_EQ(set.zones().size(), 1u);
    EXPECT_EQ(set.zones()[0].driver, -1);
}

TEST_F(ZoneSetTest, ARigidBodyIsInOneZone) {
    ZoneSet set = make();
    join(set, {touch(0, 0, rigid, -1), touch(1, 0, rigid, -1)});
    ASSERT_EQ(set.zones().size(), 1u);
    EXPECT_THAT(set.zones()[0].rigid, ElementsAre(rigid));
    EXPECT_THAT(members_of(set, 0), ElementsAre(0, 4));
    set.release(std::vector<int>{0, 4});
    EXPECT_EQ(set.zone_of_rigid(rigid), -1);
}

TEST_F(ZoneSetTest, AttachedParticlesStay) {
    ZoneSet set = make();
    set.attach(rigid, std::vector<int>{0, 1});
    set.attach(floor, std::vector<int>{8, 9});
    join(set, {});
    ASSERT_EQ(set.zones().size(), 2u);
    EXPECT_FALSE(set.collides(0));
    join(set, {touch(0, 0, 1, 0)});
    EXPECT_EQ(set.held(0).whole, rigid);
    EXPECT_TRUE(set.held(0).is_attached);
    EXPECT_EQ(set.zone_of(4), set.zone_of(0));
}

TEST_F(ZoneSetTest, AStateIsTheSameZonesAgain) {
    ZoneSet set = make();
    set.attach(rigid, std::vector<int>{11});
    join(set, {touch(0, 0, 1, 0), touch(0, 1, 1, 1), touch(1, 3, floor, -1)});
    set.release(std::vector<int>{0});
    std::vector<double> state;
    set.append_state(state);
    state.push_back(7);
    ZoneSet other = make();
    std::span<const double> rest = state;
    ASSERT_TRUE(other.take_state(rest));
    EXPECT_THAT(rest, ElementsAre(7));
    std::vector<double> again;
    other.append_state(again);
    state.pop_back();
    EXPECT_EQ(again, state);
    for (ZoneSet* one : {&set, &other})
        one->join(std::vector<Touch>{touch(0, 0, 1, 0, true), touch(2, 0, 1, 2)});
    state.clear();
    again.clear();
    set.append_state(state);
    other.append_state(again);
    EXPECT_EQ(again, state);
}

TEST_F(ZoneSetTest, BrokenStatesAreRefused) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0)});
    std::vector<double> state;
    set.append_state(state);
    for (std::size_t i = 0; i < state.size(); ++i)
        for (const double wrong : {-2.0, 0.5, 1e9, std::numeric_limits<double>::quiet_NaN()}) {
            std::vector<double> broken = state;
            broken[i] = wrong;
            std::span<const double> rest = broken;
            ZoneSet other = make();
            if (other.take_state(rest)) join(other, {});  // numbers of another, but possible, state
        }
}

TEST_F(ZoneSetTest, ZonesOutliveTheRemovalOfAnotherBody) {
    ZoneSet set = make();
    join(set, {touch(0, 0, 1, 0), touch(1, 1, 2, 1)});
    ASSERT_EQ(set.zones().size(), 1u);
    const std::int64_t id = set.zones()[0].id;
    const ParticleNumbers numbers({4, 4, 0, 0, 0});
    static const std::vector<Triangle> strip = {{0, 1, 2}, {1, 2, 3}};
    ZoneSet after(numbers, mesh_neighbours(numbers, {strip, strip, {}, {}, {}}),
                  {WholeBody::None, WholeBody::None, WholeBody::Rigid, WholeBody::Static, WholeBody::Static});
    after.inherit(set, BodyRenumbering({-1, 0, 1, 2, 3, 4}));
    ASSERT_EQ(after.zones().size(), 1u);
    EXPECT_EQ(after.zones()[0].id, id);
    EXPECT_THAT(members_of(after, 0), ElementsAre(0, 1, 5));
    EXPECT_EQ(after.held(0).partner, -1);
}

}  // namespace
}  // namespace limpet
