#include <gtest/gtest.h>

#include <thread>

#include "haptics/latency.h"
#include "haptics/row_queue.h"
#include "haptics/triple_buffer.h"

namespace limpet::haptics {
namespace {

TEST(TripleBuffer, GivesTheNewestOnce) {
    TripleBuffer<int> buffer;
    EXPECT_FALSE(buffer.take());
    for (const int value : {1, 2, 3}) {
        buffer.back() = value;
        buffer.publish();
    }
    EXPECT_TRUE(buffer.take());
    EXPECT_EQ(buffer.front(), 3);
    EXPECT_FALSE(buffer.take());
    EXPECT_EQ(buffer.front(), 3);
}

/// A value is whole, and never older than the one before.
TEST(TripleBuffer, HandsOverWholeValuesInOrder) {
    struct Pair {
        long first = 0, second = 0;
    };
    TripleBuffer<Pair> buffer;
    constexpr long last = 200'000;
    std::thread writer([&] {
        for (long i = 1; i <= last; ++i) {
            buffer.back() = {i, -i};
            buffer.publish();
        }
    });
    long seen = 0;
    while (seen < last) {
        if (!buffer.take()) continue;
        ASSERT_EQ(buffer.front().first, -buffer.front().second);
        ASSERT_GT(buffer.front().first, seen);
        seen = buffer.front().first;
    }
    writer.join();
}

TEST(RowQueue, KeepsTheOrderAndCountsWhatIsLost) {
    RowQueue<int> queue(3);
    for (int i = 0; i < 5; ++i) queue.push(i);
    EXPECT_EQ(queue.lost(), 2);
    int row = -1;
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(queue.pop(row));
        EXPECT_EQ(row, i);
    }
    EXPECT_FALSE(queue.pop(row));
}

TEST(Latency, HasPercentilesToAMicrosecond) {
    Latency latency;
    for (int us = 1; us <= 1000; ++us) latency.add(us);
    EXPECT_NEAR(latency.percentile(0.5), 500, 1);
    EXPECT_NEAR(latency.percentile(0.999), 999, 1);
    EXPECT_EQ(latency.worst(), 1000);
    latency.add(5e6);
    EXPECT_EQ(latency.worst(), 5e6);
    EXPECT_EQ(latency.count(), 1001);
}

}  // namespace
}  // namespace limpet::haptics
