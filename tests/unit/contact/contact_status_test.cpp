#include <gtest/gtest.h>

#include "contact/friction_law.h"

namespace limpet {
namespace {

/// Columns of W's own block: compliance 2 along n, 3 along t and b.
constexpr double own_block[9] = {2, 0, 0, 0, 3, 0, 0, 0, 3};

ContactStatus status(const Vec3& lambda, const Vec3& u) {
    return contact_status(lambda, u, own_block, 0.5, 1e-9);
}

TEST(ContactStatus, IsThatOfTheLaw) {
    EXPECT_EQ(status({0, 0, 0}, {1, 0, 0}), ContactStatus::Open);
    EXPECT_EQ(status({0, 0, 0}, {0, 0, 0}), ContactStatus::Open);
    EXPECT_EQ(status({1, 0.3, 0}, {0, 0, 0}), ContactStatus::Stick);
    EXPECT_EQ(status({1, 0.3, 0.4}, {0, -3, -4}), ContactStatus::Slip);
}

TEST(ContactStatus, HoldsForSolutionsThatAreNotExact) {
    EXPECT_EQ(status({1e-9, 1e-10, 0}, {1e-3, 1e-4, 0}), ContactStatus::Open);
    EXPECT_EQ(status({1, 0.3, 0}, {1e-9, 1e-8, 0}), ContactStatus::Stick);
    EXPECT_EQ(status({1, 0.49999999, 0}, {-1e-9, -1e-3, 0}), ContactStatus::Slip);
}

}  // namespace
}  // namespace limpet
