#include "scene/json_reader.h"

#include <gtest/gtest.h>

#include "limpet/error.h"

namespace limpet {
namespace {

std::string message_for(const std::string& text) {
    try {
        json::read(text, "x.json");
        return "accepted";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(JsonReader, KeepsOrderAndLines) {
    const json::Value root = json::read(R"({ // comment
  "b": 1,
  /* over
     lines */ "a": [true,
    "x",
  null,], // trailing commas
  "c":
     {"d": -2.5e-3}
})",
                                        "");
    ASSERT_TRUE(root.object());
    ASSERT_EQ(root.object()->size(), 3u);
    EXPECT_EQ((*root.object())[0].name, "b");
    EXPECT_EQ((*root.object())[1].name, "a");
    EXPECT_EQ((*root.object())[1].line, 4);
    EXPECT_EQ(root.line, 1);
    EXPECT_EQ(root.find("b")->line, 2);
    const json::Value& list = *root.find("a");
    EXPECT_EQ(list.line, 4);
    ASSERT_EQ(list.list()->size(), 3u);
    EXPECT_EQ((*list.list())[0].line, 4);
    EXPECT_EQ((*list.list())[1].line, 5);
    EXPECT_EQ(*(*list.list())[1].text(), "x");
    EXPECT_EQ((*list.list())[2].line, 6);
    EXPECT_TRUE((*list.list())[2].is_null());
    EXPECT_EQ((*root.object())[2].line, 7);
    EXPECT_EQ(root.find("c")->line, 8);
    EXPECT_EQ(*root.find("c")->find("d")->number(), -2.5e-3);
    EXPECT_EQ(root.find("e"), nullptr);
}

TEST(JsonReader, NumbersAreTheNearestDouble) {
    const json::Value root =
        json::read("[0.1, 9007199254740993, 1.7976931348623157e308, 5e-324, -0, 0.3]", "");
    const double expected[] = {0.1, 9007199254740992.0, 1.7976931348623157e308, 5e-324, 0.0, 0.3};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(*(*root.list())[i].number(), expected[i]);
}

TEST(JsonReader, SkipsAByteOrderMark) {
    EXPECT_TRUE(json::read("\xEF\xBB\xBF{}", "").object());
}

TEST(JsonReader, NamesLineAndColumn) {
    EXPECT_EQ(message_for("{\n  \"a\": 1\n  \"b\": 2\n}"),
              "x.json:3: column 3: expected a comma or } after a field; found \"\"b\":\"");
    EXPECT_EQ(message_for("\xEF\xBB\xBF{\"a\" 1}"),
              "x.json:1: column 6: expected a colon after the field's name; found \"1}\"");
    EXPECT_NE(message_for("").find("x.json:1: column 1: the file is empty"), std::string::npos);
}

TEST(JsonReader, RepeatedKeysAreFoundWhereverTheyAre) {
    EXPECT_EQ(message_for("{\"a\": [{}, {\"b\": {\n\"c\": 1,\n\"c\": 2}}]}"),
              "x.json:3: a[1].b.c: found \"c\" twice in lines 2 and 3; allowed: every key once in an object");
}

TEST(JsonReader, DocumentsBeyondTheLimitsAreRefused) {
    const auto nested = [](int depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    EXPECT_EQ(message_for(nested(json::deepest_nesting)), "accepted");
    EXPECT_NE(message_for(nested(json::deepest_nesting + 1)).find("nested more than 64 deep"),
              std::string::npos);
    EXPECT_NE(message_for(std::string(json::largest_document + 1, ' ')).find("up to 64 MB"),
              std::string::npos);
}

}  // namespace
}  // namespace limpet
