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
# The installed command finds the scenes beside it.
file(RENAME ${SCRATCH}/prefix/share/limpet/scenes/first.json ${SCRATCH}/prefix/share/limpet/scenes/renamed.json)
must(${SCRATCH}/prefix/bin/limpet check renamed)
file(REMOVE_RECURSE ${SCRATCH})
