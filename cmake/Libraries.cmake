# The libraries and what is in them; ARCHITECTURE.md has the same table. They are static: the larger ones use the
# internals of the simulator, which a shared library would hide.

# limpet_library(NAME [FOLDERS ...] [DRIVERS ...] [USES ...] [LINK ...]): a library of some folders of src/.
# FOLDERS are compiled for speed. DRIVERS run once per run or frame, and the optimiser is half of what compiling them
# takes. USES are Limpet's own libraries, LINK is what only our sources see.
function(limpet_library name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "FOLDERS;DRIVERS;USES;LINK")
    limpet_sources(sources ${ARG_FOLDERS})
    limpet_sources(drivers ${ARG_DRIVERS})
    set(parts ${name})
    set(objects "")
    if(drivers)
        add_library(${name}_drivers OBJECT ${drivers})
        target_compile_options(${name}_drivers PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
        list(APPEND parts ${name}_drivers)
        set(objects $<TARGET_OBJECTS:${name}_drivers>)
    endif()
    add_library(${name} STATIC ${sources} ${objects})
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
    foreach(part ${parts})
        target_include_directories(${part}
            PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
                   $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
            PRIVATE ${PROJECT_SOURCE_DIR}/src)
        target_include_directories(${part} SYSTEM PRIVATE /usr/include/stb)
        target_compile_features(${part} PUBLIC cxx_std_20)
        target_link_libraries(${part} PUBLIC ${ARG_USES}
            PRIVATE $<BUILD_INTERFACE:limpet_warnings> $<BUILD_INTERFACE:Eigen3::Eigen> fmt::fmt ${ARG_LINK})
        limpet_unity(${part})
    endforeach()
    if(sources)
        limpet_precompiled(${name} limpet)
    endif()
    if(drivers)
        limpet_precompiled(${name}_drivers limpet_drivers)
    endif()
    string(REGEX REPLACE "^limpet_" "" component ${name})
    add_library(limpet::${component} ALIAS ${name})
    set_target_properties(${name} PROPERTIES EXPORT_NAME ${component})
    install(TARGETS ${name} EXPORT ${name}Targets)
    install(EXPORT ${name}Targets NAMESPACE limpet:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/limpet)
endfunction()

function(limpet_sources result)
    set(all "")
    foreach(folder ${ARGN})
        file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
        list(APPEND all ${files})
    endforeach()
    set(${result} ${all} PARENT_SCOPE)
endfunction()

# Targets with the same flags share their precompiled headers.
function(limpet_precompiled target owner)
    if(target STREQUAL owner)
        target_precompile_headers(${target} PRIVATE ${LIMPET_HEAVY_HEADERS})
    else()
        target_precompile_headers(${target} REUSE_FROM ${owner})
    endif()
endfunction()

limpet_library(limpet FOLDERS core linear shapes bodies detect contact compliance solve step DRIVERS scene
    LINK TBB::tbb pugixml::pugixml ZLIB::ZLIB)
limpet_library(limpet_io DRIVERS import record USES limpet LINK assimp::assimp pugixml::pugixml)
limpet_library(limpet_render FOLDERS render USES limpet LINK TBB::tbb ZLIB::ZLIB embree)
limpet_library(limpet_haptics FOLDERS haptics USES limpet limpet_io LINK Threads::Threads)
limpet_library(limpet_lab FOLDERS audit DRIVERS verify bench USES limpet limpet_io)

set_source_files_properties(src/scene/shipped_scenes.cpp PROPERTIES COMPILE_DEFINITIONS
    "LIMPET_SOURCE_SCENES=\"${PROJECT_SOURCE_DIR}/scenes\";LIMPET_INSTALLED_SCENES=\"${CMAKE_INSTALL_FULL_DATADIR}/limpet/scenes\"")
if(LIMPET_HDF5_INCLUDE AND LIMPET_HDF5_LIBRARY)
    set_source_files_properties(src/record/fclib_file.cpp PROPERTIES COMPILE_DEFINITIONS LIMPET_HAS_HDF5
        INCLUDE_DIRECTORIES ${LIMPET_HDF5_INCLUDE})
    target_link_libraries(limpet_io PRIVATE ${LIMPET_HDF5_LIBRARY})
endif()

# The check of the processor must itself run on any: it is compiled for the oldest one.
function(limpet_for_any_processor source)
    if(LIMPET_TARGET STREQUAL "-march=x86-64-v3")
        set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON
            COMPILE_OPTIONS -march=x86-64 COMPILE_DEFINITIONS LIMPET_NEEDS_X86_64_V3)
    endif()
endfunction()
limpet_for_any_processor(src/core/processor.cpp)
