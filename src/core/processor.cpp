#include "core/processor.h"

namespace limpet {

// No header of the standard library here: the linker would be free to keep this file's copy of an inline
// function, or another file's copy for this one.

#ifdef LIMPET_NEEDS_X86_64_V3

ProcessorFeatures processor_features() {
    __builtin_cpu_init();
    return {__builtin_cpu_supports("avx2") != 0, __builtin_cpu_supports("fma") != 0,
            __builtin_cpu_supports("bmi2") != 0};
}

const char* processor_complaint(const ProcessorFeatures& features) {
    if (features.avx2 && features.fma && features.bmi2) return nullptr;
    return "this processor lacks AVX2, FMA or BMI2, which this build of Limpet needs (x86-64-v3: processors "
           "of 2013 and "
           "later); on this machine, build Limpet with cmake -D LIMPET_NATIVE=ON";
}

#else

ProcessorFeatures processor_features() {
    return {};
}

const char* processor_complaint(const ProcessorFeatures&) {
    return nullptr;
}

#endif

}  // namespace limpet
