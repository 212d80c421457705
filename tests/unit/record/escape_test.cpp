#include "record/escape.h"

#include <gtest/gtest.h>

#include <limits>

namespace limpet {
namespace {

TEST(Escape, CleanTextIsValidUtf8WithoutControls) {
    EXPECT_EQ(clean_text("Block é 🐙"), "Block é 🐙");
    EXPECT_EQ(clean_text("a\nb\tc"), "a b c");
    EXPECT_EQ(clean_text(std::string("a\0b\x7f", 4)), "a?b?");
    EXPECT_EQ(clean_text("\xff\xc3x\xe2\x82"), "??x??");
    EXPECT_EQ(clean_text("\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80"), "?????????");
}

TEST(Escape, XmlAndJsonAreHarmlessInAPage) {
    EXPECT_EQ(xml_text("<b a='1' c=\"2\">&"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    EXPECT_EQ(json_text("</script>\"\\&"), "\"\\u003c/script\\u003e\\\"\\\\\\u0026\"");
    EXPECT_EQ(json_number(0.1), "0.1");
    EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "null");
}

TEST(Escape, FileStemsStayInTheirFolder) {
    EXPECT_EQ(file_stem("../../etc/passwd"), "_.._.._etc_passwd");
    EXPECT_EQ(file_stem(""), "_");
    EXPECT_EQ(file_stem(".."), "_..");
    EXPECT_EQ(file_stem("left arm"), "left_arm");
    EXPECT_LE(file_stem(std::string(5000, 'x')).size(), 101u);
}

TEST(Escape, FileStemsDiffer) {
    EXPECT_EQ(file_stems({"a b", "a_b", "A_B", "c"}),
              (std::vector<std::string>{"a_b", "a_b-2", "A_B-3", "c"}));
}

}  // namespace
}  // namespace limpet
