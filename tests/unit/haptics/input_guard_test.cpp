#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "haptics/input_guard.h"

namespace limpet::haptics {
namespace {

constexpr double guard_tick = 1e-3;

DevicePose at(double x, double y = 0, double z = 0) {
    return {{x, y, z}};
}

class Guarded : public testing::Test {
protected:
    Guarded() : guard_(settings(), {Vec3(1, 0, 0), Quat::Identity()}) {}

    static HapticsDescription settings() {
        HapticsDescription haptics;
        haptics.scale = 2;
        return haptics;
    }
    InputGuard::View look(const DevicePose* pose) { return view_ = guard_.look(guard_tick * count_++, pose); }
    void hold(const DevicePose& pose, double seconds) {
        for (long end = count_ + std::lround(seconds / guard_tick); count_ < end;) look(&pose);
    }
    void silence(double seconds) {
        for (long end = count_ + std::lround(seconds / guard_tick); count_ < end;) look(nullptr);
    }

    InputGuard guard_;
    InputGuard::View view_;
    long count_ = 0;
};

TEST_F(Guarded, TheFirstPoseIsTheOriginAndDisplacementsAreScaled) {
    hold(at(5), 0.01);
    EXPECT_EQ(view_.trust, 1);
    EXPECT_EQ(view_.target.position, Vec3(1, 0, 0));
    const DevicePose next = at(5.001, 0.002);
    look(&next);
    EXPECT_LT((view_.target.position - Vec3(1.002, 0.004, 0)).norm(), 1e-15);
    EXPECT_LT((view_.moved.head<3>() - Vec3(0.001, 0.002, 0)).norm(), 1e-15);
}

TEST_F(Guarded, NoTrustAtOnceInWhatIsNotFinite) {
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        hold(at(0), 0.1);
        const DevicePose broken = at(bad);
        look(&broken);
        EXPECT_EQ(view_.trust, 0);
        EXPECT_EQ(view_.target.position, Vec3(1, 0, 0));
        EXPECT_TRUE(view_.moved.isZero());
    }
    hold(at(0), 0.1);
    DevicePose no_rotation = at(0);
    no_rotation.orientation = {0, 0, 0, 0};
    look(&no_rotation);
    EXPECT_EQ(view_.trust, 0);
    EXPECT_EQ(guard_.faults(), 3);
    hold(at(0), 0.049);
    EXPECT_EQ(view_.trust, 0);
    hold(at(0), 0.01);
    EXPECT_EQ(view_.trust, 1);
}

TEST_F(Guarded, SilenceFadesToZeroByStaleAfter) {
    hold(at(0), 0.1);
    silence(0.024);
    EXPECT_EQ(view_.trust, 1);
    double before = 1;
    for (int k = 0; k < 25; ++k) {
        silence(guard_tick);
        EXPECT_LE(view_.trust, before);
        before = view_.trust;
    }
    EXPECT_LT(view_.trust, 0.05);
    silence(2 * guard_tick);
    EXPECT_EQ(view_.trust, 0);
}

/// The hand went elsewhere meanwhile: the tool stays.
TEST_F(Guarded, AfterSilenceTheToolGoesOnFromWhereItIs) {
    hold(at(0), 0.1);
    silence(0.2);
    hold(at(0.3), 0.04);
    EXPECT_EQ(view_.trust, 0);
    EXPECT_EQ(view_.target.position, Vec3(1, 0, 0));
    hold(at(0.3), 0.03);
    EXPECT_EQ(view_.trust, 1);
    hold(at(0.301), 0.001);
    EXPECT_LT((view_.target.position - Vec3(1.002, 0, 0)).norm(), 1e-12);
}

TEST_F(Guarded, JumpsAreRefused) {
    hold(at(0), 0.1);
    const DevicePose far = at(1);
    look(&far);
    EXPECT_EQ(view_.trust, 0);
    EXPECT_EQ(view_.target.position, Vec3(1, 0, 0));
    // Back again: a glitch.
    hold(at(0), 0.06);
    EXPECT_EQ(view_.trust, 1);
    EXPECT_EQ(view_.target.position, Vec3(1, 0, 0));
}

/// However long it claims to be elsewhere, and whatever it says in between.
TEST_F(Guarded, ADeviceThatStaysElsewhereIsNotTrustedUntilItReturns) {
    hold(at(0), 0.1);
    double most = 0;
    for (int k = 0; k < 10'000; ++k) {
        const DevicePose pose = at(k % 300 == 7 ? std::nan("") : 1 + 1e-4 * (k % 10));
        if (k % 300 < 200)
            look(&pose);
        else
            look(nullptr);
        most = std::max(most, view_.trust);
    }
    EXPECT_EQ(most, 0);
    EXPECT_EQ(view_.target.position, Vec3(1, 0, 0));
    EXPECT_EQ(guard_.faults(), 1);
    // On its way back it is not trusted before it is there.
    for (double x = 1; x > 0.021; x -= 1e-3) {
        hold(at(x), guard_tick);
        EXPECT_EQ(view_.trust, 0) << x;
    }
    hold(at(0.019), 0.049);
    EXPECT_EQ(view_.trust, 0);
    hold(at(0.019), 0.003);
    EXPECT_EQ(view_.trust, 1);
    // The tool is where it would be without the fault: many of them move nothing.
    EXPECT_LT((view_.target.position - Vec3(1.038, 0, 0)).norm(), 1e-12);
}

TEST_F(Guarded, AJumpInOrientationHasToComeBackToo) {
    hold(at(0), 0.1);
    DevicePose turned = at(0);
    turned.orientation = {0, 1, 0, 0};
    hold(turned, 1);
    EXPECT_EQ(view_.trust, 0);
    hold(at(0), 0.06);
    EXPECT_EQ(view_.trust, 1);
}

/// What comes after a second of silence is another device, whose first pose is where the tool is.
TEST_F(Guarded, AnotherDeviceMayComeAfterASecond) {
    hold(at(0), 0.1);
    hold(at(1), 0.1);
    silence(0.8);
    hold(at(1), 0.2);
    EXPECT_EQ(view_.trust, 0);
    silence(1);
    hold(at(100), 0.06);
    EXPECT_EQ(view_.trust, 1);
    EXPECT_EQ(view_.target.position, Vec3(1, 0, 0));
}

TEST_F(Guarded, ADeviceThatJumpsToAndFroIsNeverTrusted) {
    hold(at(0), 0.1);
    double most = 0;
    for (int k = 0; k < 1000; ++k) {
        const DevicePose pose = at(k % 7 == 0 ? 1.0 : 0.0);
        look(&pose);
        most = std::max(most, view_.trust);
    }
    EXPECT_EQ(most, 0);
}

TEST_F(Guarded, NoPoseAtAllIsNoTrust) {
    silence(0.2);
    EXPECT_EQ(view_.trust, 0);
    EXPECT_EQ(view_.target.position, Vec3(1, 0, 0));
}

}  // namespace
}  // namespace limpet::haptics
