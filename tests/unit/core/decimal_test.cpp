#include "core/decimal.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

namespace limpet {
namespace {

/// The C library's reading, to the bit.
void expect_as_strtod(const std::string& text) {
    double value = 0;
    ASSERT_EQ(read_decimal(text, value), text.size()) << text;
    const double expected = std::strtod(text.c_str(), nullptr);
    EXPECT_EQ(std::memcmp(&value, &expected, sizeof value), 0)
        << text << ": " << value << ", not " << expected;
}

TEST(Decimal, TinyLiteralsReadAsNearest) {
    for (int exponent = 290; exponent < 630; ++exponent)
        for (const char* digits :
             {"1", "-1", "2.4", "-4.9", "9.99999999999999999999", "0.0001", "12345678901234567890123"})
            expect_as_strtod(fmt::format("{}e-{}", digits, exponent));
}

TEST(Decimal, HugeLiteralsAreInfinite) {
    for (int exponent = 290; exponent < 400; ++exponent)
        for (const char* digits : {"1", "-1.8", "0.00001", "123456789"})
            expect_as_strtod(fmt::format("{}e{}", digits, exponent));
    expect_as_strtod("1e99999999999999999999999");
    expect_as_strtod("-1e-99999999999999999999999");
    expect_as_strtod("0e99999999999999999999999");
}

TEST(Decimal, LongLiteralsWithoutExponentsReadAsNearest) {
    expect_as_strtod(std::string(400, '7'));
    expect_as_strtod("0." + std::string(400, '0') + "1");
    expect_as_strtod("-0." + std::string(310, '0') + "123");
    expect_as_strtod("0." + std::string(400, '0') + "1e350");
    expect_as_strtod(std::string(400, '1') + "e-350");
}

TEST(Decimal, AMillionRandomLiteralsReadAsNearest) {
    std::mt19937_64 random(1);
    std::string text;
    for (int i = 0; i < 1'000'000; ++i) {
        text.clear();
        if (random() % 2) text += '-';
        const auto whole = random() % 4, fraction = random() % 20;
        text += std::to_string(random() % (whole == 0 ? 1 : whole == 1 ? 10 : 1'000'000));
        if (fraction > 0) text += '.';
        for (std::uint64_t digit = 0; digit < fraction; ++digit)
            text += static_cast<char>('0' + random() % 10);
        if (random() % 4) text += fmt::format("e{}", static_cast<int>(random() % 700) - 350);
        expect_as_strtod(text);
        if (HasFatalFailure()) return;
    }
}

TEST(Decimal, ReadsTheFrontAlone) {
    double value = 0;
    EXPECT_EQ(read_decimal("1e-400 kPa", value), 6u);
    EXPECT_EQ(value, 0.0);
    EXPECT_EQ(read_decimal("2.5mm", value), 3u);
    EXPECT_EQ(value, 2.5);
    EXPECT_EQ(read_decimal("mm", value), 0u);
    EXPECT_EQ(read_decimal("", value), 0u);
}

}  // namespace
}  // namespace limpet
