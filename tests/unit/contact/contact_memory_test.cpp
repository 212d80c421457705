#include "contact/contact_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

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

std::vector<double> state_of(const ContactMemory& memory) {
    std::vector<double> values;
    memory.append_state(values);
    return values;
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
    ASSERT_TRUE(loaded.set_state(state_of(memory_of(c, 0))));
    EXPECT_EQ(state_of(loaded), state_of(memory_of(c, 0)));
    EXPECT_TRUE(loaded.stays_open(c.key, 4e-3, 1e-3));
    EXPECT_FALSE(loaded.stays_open(c.key, 3.6e-3, 1e-3));
}

/// Keys that differ in one number alone are all told apart, and a body that is cut loses those of its edges.
TEST(ContactMemory, KnowsManyContactsByTheirKeys) {
    std::vector<Contact> contacts;
    for (int i = 0; i < 2000; ++i) {
        Contact c = contact_at(i / 8, 1e-3 * i);
        c.key.ordinal = i % 2;
        c.key.second_body = 1 + i / 2 % 2;
        if (i / 4 % 2 > 0) c.key.features = FeaturePair::EdgeEdge;
        contacts.push_back(c);
    }
    std::reverse(contacts.begin(), contacts.end());
    ContactMemory memory;
    memory.identify(contacts);
    ContactSolution solution(contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) solution[i].lambda.x() = static_cast<double>(i);
    memory.remember(contacts, solution);
    std::vector<int> all(contacts.size());
    std::iota(all.begin(), all.end(), 0);
    const VecX start = memory.start(contacts, all);
    for (const int i : all) EXPECT_EQ(start[3 * i], i);
    std::vector<Contact> again(contacts.rbegin(), contacts.rend());
    memory.identify(again);
    for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(again[i].id, contacts[all.size() - 1 - i].id);

    ContactMemory loaded;
    ASSERT_TRUE(loaded.set_state(state_of(memory)));
    EXPECT_EQ(state_of(loaded), state_of(memory));
    loaded.forget_edges(2);
    for (std::size_t i = 1; i < contacts.size(); ++i) {
        const ContactKey& key = contacts[i].key;
        EXPECT_EQ(loaded.pressed(key), key.features != FeaturePair::EdgeEdge || key.second_body != 2);
    }
}

}  // namespace
}  // namespace limpet
