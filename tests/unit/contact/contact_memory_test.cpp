#include "contact/contact_memory.h"

#include <gtest/gtest.h>

namespace limpet {
namespace {

Contact contact_at(int vertex, double gap) {
    Contact c;
    c.key = {0, 1, FeaturePair::VertexFace, vertex, 0};
    c.frame = Mat3::Identity();
    c.gap = gap;
    c.area = 1;
    return c;
}

ContactMemory memory_of(const Contact& c, double push) {
    ContactMemory memory;
    ContactSolution solution(1);
    solution[0].lambda.x() = push;
    memory.remember({c}, solution);
    return memory;
}

TEST(ContactMemory, WhatWasOpenAndDoesNotCloseStaysOpen) {
    const Contact c = contact_at(3, 5e-3);
    const ContactMemory memory = memory_of(c, 0);
    EXPECT_TRUE(memory.stays_open(c.key, 5e-3, 1e-3));
    EXPECT_TRUE(memory.stays_open(c.key, 6e-3, 1e-3));
    EXPECT_TRUE(memory.stays_open(c.key, 4e-3, 1e-3)) << "4 − 2 mm";
    EXPECT_FALSE(memory.stays_open(c.key, 3.6e-3, 1e-3)) << "3.6 − 2.8 mm";
    EXPECT_FALSE(memory.stays_open(contact_at(4, 1).key, 1, 1e-3)) << "never seen";
}

TEST(ContactMemory, WhatPushedMayPushAgain) {
    const Contact c = contact_at(3, 5e-3);
    EXPECT_FALSE(memory_of(c, 0.1).stays_open(c.key, 5e-3, 1e-3));
}

TEST(ContactMemory, IsTheSameAfterSavingAndLoading) {
    const Contact c = contact_at(3, 5e-3);
    ContactMemory loaded;
    ASSERT_TRUE(loaded.set_state(memory_of(c, 0).state()));
    EXPECT_EQ(loaded.state(), memory_of(c, 0).state());
    EXPECT_TRUE(loaded.stays_open(c.key, 4e-3, 1e-3));
    EXPECT_FALSE(loaded.stays_open(c.key, 3.6e-3, 1e-3));
}

}  // namespace
}  // namespace limpet
