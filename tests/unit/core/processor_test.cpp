#include "core/processor.h"

#include <gtest/gtest.h>

#include <string>

namespace limpet {
namespace {

TEST(Processor, WithoutAvx2GetsASentence) {
    for (const ProcessorFeatures& features :
         {ProcessorFeatures{false, true, true}, {true, false, true}, {true, true, false}, {}}) {
        const char* complaint = processor_complaint(features);
        if (!complaint) GTEST_SKIP() << "this build is for the machine that it was made on";
        EXPECT_NE(std::string(complaint).find("AVX2"), std::string::npos);
        EXPECT_NE(std::string(complaint).find("LIMPET_NATIVE"), std::string::npos);
    }
}

TEST(Processor, ThatRunsTheTestsCanRunThem) {
    EXPECT_EQ(processor_complaint(processor_features()), nullptr);
}

}  // namespace
}  // namespace limpet
