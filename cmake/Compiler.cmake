# Warnings, sanitizers and floating point for Limpet's own targets.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

add_library(limpet_warnings INTERFACE)
target_compile_options(limpet_warnings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror)

# The same arithmetic in debug and release: no fused multiply-add that only some builds would take.
add_compile_options(-ffp-contract=off)
# GCC 12 sees uninitialised reads and out-of-range copies inside Eigen's and the standard library's inlined code where there are none.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(limpet_warnings INTERFACE
        -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
endif()
# GCC takes the sources of a batch for headers, whose types should not have members of local types.
if(LIMPET_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(limpet_warnings INTERFACE -Wno-subobject-linkage)
endif()
# One target for all machines: the width of vectors decides the order of sums, so a binary for AVX-512 has other
# bytes than one for AVX2, and a pile that is chaotic falls differently.
set(LIMPET_TARGET "")
if(LIMPET_NATIVE)
    set(LIMPET_TARGET -march=native)
    # GCC 12's AVX-512 intrinsics start from a value that is deliberately not set.
    target_compile_options(limpet_warnings INTERFACE -Wno-uninitialized)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(LIMPET_TARGET -march=x86-64-v3)
endif()
add_compile_options(${LIMPET_TARGET})
# Messages name files as the repository has them.
add_compile_options(-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(LIMPET_ASSERTIONS)
    add_compile_definitions(LIMPET_ASSERTIONS)
endif()
if(LIMPET_SANITIZE)
    add_compile_options(-fsanitize=${LIMPET_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${LIMPET_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
    # ccache reuses objects made with precompiled headers only if told that their macros and times do not matter.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
    add_compile_options(-fpch-preprocess)
endif()

# Parsing these takes longer than compiling most of our files.
set(LIMPET_HEAVY_HEADERS <Eigen/Core> <Eigen/Geometry> <fmt/format.h> <algorithm> <array> <cmath> <functional> <map>
    <memory> <optional> <string> <vector>)
