/// A step that is given up in the middle leaves nothing behind: restored, the world goes on with the same
/// bytes as one that was never interrupted.

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "limpet/interruption.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// Soft bodies that fall on each other, with steps long enough to be interrupted anywhere.
Scene heap_with_detection(const std::string& detection) {
    return parse_scene(R"({"name": "heap", "time": {"step": 0.005, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 5e4, "poisson": 0.35}},
        "contact": {"detection": {"type": ")" +
                       detection + R"("}},
        "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
        {"name": "a", "type": "soft", "material": "rubber", "element": 0.015, "shape": {"box": [0.1, 0.05, 0.1]}, "position": [0, 0.0255, 0], "velocity": [0, -0.5, 0]},
        {"name": "b", "type": "soft", "material": "rubber", "element": 0.015, "shape": {"sphere": 0.03}, "position": [0.01, 0.082, 0], "velocity": [0, -1, 0]}]})");
}

struct ClearsInterruption {
    ~ClearsInterruption() { clear_interruption(); }
};

class Interruption : public testing::TestWithParam<const char*> {};

TEST_P(Interruption, LeavesNothingBehindInARestoredWorld) {
    const ClearsInterruption at_the_end;
    constexpr int steps = 6;
    World plain(heap_with_detection(GetParam())), stopped(heap_with_detection(GetParam()));
    for (int i = 0; i < steps; ++i) plain.step();
    for (int i = 0; i < steps; ++i) {
        const WorldState before = stopped.state();
        std::thread presses([i] {
            std::this_thread::sleep_for(std::chrono::milliseconds(1 + i));
            request_interruption();
        });
        try {
            while (true) stopped.step();
        } catch (const Interrupted&) {
        }
        presses.join();
        clear_interruption();
        stopped.restore(before);
        stopped.step();
    }
    const WorldState a = plain.state(), b = stopped.state();
    ASSERT_EQ(a.step, b.step);
    EXPECT_EQ(a.contacts, b.contacts);
    for (std::size_t i = 0; i < a.bodies.size(); ++i) EXPECT_EQ(a.bodies[i].values, b.bodies[i].values) << i;
    EXPECT_GT(plain.last_step().contacts, 0);
}

INSTANTIATE_TEST_SUITE_P(Detections, Interruption, testing::Values("proximity", "continuous", "ldi"));

}  // namespace
}  // namespace limpet
