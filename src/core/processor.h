#pragma once

/// Whether this processor has the instructions that Limpet is compiled for, x86-64-v3 by default. Everything
/// of processor.cpp is compiled for the oldest x86-64, so that it can run where nothing else of Limpet can.

namespace limpet {

/// Those of x86-64-v3 that processors got last, in that order of years; whoever has them has the rest.
struct ProcessorFeatures {
    bool avx2 = false, fma = false, bmi2 = false;
};

/// Of the processor that this runs on.
ProcessorFeatures processor_features();

/// A sentence for the user if such a processor cannot run this build; null if it can.
const char* processor_complaint(const ProcessorFeatures& features);

}  // namespace limpet
