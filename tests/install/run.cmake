# Installs BUILD to a scratch folder, builds the outside program there and runs it.
# cmake -D BUILD=... -D SOURCE=... -D SCRATCH=... -P run.cmake
function(must)
    execute_process(COMMAND ${ARGV} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(failed)
        message(FATAL_ERROR "${ARGV}\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
must(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)
must(${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${SCRATCH}/build -D CMAKE_PREFIX_PATH=${SCRATCH}/prefix)
must(${CMAKE_COMMAND} --build ${SCRATCH}/build)
# The scenes that were installed, not those of the source tree.
must(${CMAKE_COMMAND} -E env LIMPET_SCENES=${SCRATCH}/prefix/share/limpet/scenes ${SCRATCH}/build/outside)
message("${output}")
must(${SCRATCH}/build/touch)
message("${output}")

# The simulator without Assimp and Embree, and all libraries.
function(build_and_run name)
    must(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/${name} -B ${SCRATCH}/${name} -D CMAKE_PREFIX_PATH=${SCRATCH}/prefix ${ARGN})
    must(${CMAKE_COMMAND} --build ${SCRATCH}/${name})
    must(${CMAKE_COMMAND} -E env LIMPET_SCENES=${SCRATCH}/prefix/share/limpet/scenes
        ${CMAKE_COMMAND} -E chdir ${SCRATCH}/${name} ./${name} ${SOURCE}/tetrahedron.gltf ${SOURCE}/tetrahedron.raw)
endfunction()
build_and_run(simulator -D CMAKE_DISABLE_FIND_PACKAGE_assimp=ON -D CMAKE_DISABLE_FIND_PACKAGE_embree=ON)
build_and_run(all_libraries)

# What a program that simulates depends on.
must(readelf -d ${SCRATCH}/build/outside)
string(REPLACE "[" "" output "${output}")
string(REGEX MATCHALL "Shared library: lib[A-Za-z0-9_+]+" needed "${output}")
foreach(library ${needed})
    if(NOT library MATCHES ": lib(tbb|fmt|pugixml|z|stdc\\+\\+|m|gcc_s|c)$")
        message(FATAL_ERROR "a program that links the simulator alone needs: ${library}")
    endif()
endforeach()

# Of Limpet's symbols, a shared library with all of the simulator shows those alone that the public headers name.
file(GLOB headers ${SCRATCH}/prefix/include/limpet/*.h)
set(public "")
foreach(header ${headers})
    file(READ ${header} text)
    string(APPEND public "${text}")
endforeach()
must(nm -DC --defined-only ${SCRATCH}/simulator/libmodule.so)
string(REGEX MATCHALL "[TW] limpet::[A-Za-z_:0-9]+" shown "${output}")
list(LENGTH shown count)
if(count LESS 20)
    message(FATAL_ERROR "only ${count} symbols of Limpet are shown:\n${output}")
endif()
foreach(symbol ${shown})
    string(REGEX REPLACE "^.*limpet::([A-Za-z_0-9]+).*$" "\\1" name "${symbol}")
    if(NOT public MATCHES "[^A-Za-z_0-9]${name}[^A-Za-z_0-9]")
        message(FATAL_ERROR "${symbol} is not in a public header and should be hidden")
    endif()
endforeach()
message("${count} symbols of Limpet are shown")

# The installed command finds the scenes beside it.
file(RENAME ${SCRATCH}/prefix/share/limpet/scenes/first.json ${SCRATCH}/prefix/share/limpet/scenes/renamed.json)
must(${SCRATCH}/prefix/bin/limpet check renamed)
file(REMOVE_RECURSE ${SCRATCH})
