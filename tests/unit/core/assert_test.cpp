#include "core/assert.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace limpet {
namespace {

/// Throws what failed, as long as it lives.
class ThrowingAssertions {
public:
    ThrowingAssertions() : before_(set_assertion_handler(complain)) {}
    ~ThrowingAssertions() { set_assertion_handler(before_); }
    ThrowingAssertions(const ThrowingAssertions&) = delete;
    ThrowingAssertions& operator=(const ThrowingAssertions&) = delete;

private:
    static void complain(const FailedAssertion& failed) {
        throw std::logic_error(std::string(failed.file) + ": " + failed.condition + ": line " +
                               std::to_string(failed.line));
    }
    AssertionHandler before_;
};

#ifdef LIMPET_ASSERTIONS

TEST(Assertions, NameConditionFileAndLineToTheHandler) {
    const ThrowingAssertions throwing;
    const int line = __LINE__ + 2;
    try {
        LIMPET_ASSERT(1 + 1 == 3);
        FAIL() << "the assertion held";
    } catch (const std::logic_error& error) {
        EXPECT_EQ(error.what(), "tests/unit/core/assert_test.cpp: 1 + 1 == 3: line " + std::to_string(line));
    }
    LIMPET_ASSERT(1 + 1 == 2);
}

TEST(AssertionsDeathTest, PrintAndAbortWithoutAHandler) {
    EXPECT_DEATH(LIMPET_ASSERT(2 > 3), "assert_test.cpp:[0-9]+: assertion failed: 2 > 3");
}

#else

TEST(Assertions, AreNotEvaluatedWhereTheyAreOff) {
    bool evaluated = false;
    LIMPET_ASSERT((evaluated = true));
    EXPECT_FALSE(evaluated);
}

#endif

}  // namespace
}  // namespace limpet
