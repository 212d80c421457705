# Compiles a target's sources in batches, each of neighbours of one folder: headers are parsed, and templates
# instantiated, once per batch instead of once per file.
#
# A batch is one translation unit, so file-local names must differ within a folder.
set(LIMPET_BATCH 12)  # files per batch; other sizes were not measured

function(limpet_unity target)
    if(NOT LIMPET_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    set(folders "")
    foreach(source ${sources})
        cmake_path(ABSOLUTE_PATH source)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE file)
        cmake_path(GET file PARENT_PATH folder)
        string(MAKE_C_IDENTIFIER ${folder} folder)
        list(APPEND folders ${folder})
        list(APPEND in_${folder} ${source})
    endforeach()
    list(REMOVE_DUPLICATES folders)
    foreach(folder ${folders})
        list(LENGTH in_${folder} count)
        math(EXPR batches "(${count} + ${LIMPET_BATCH} - 1) / ${LIMPET_BATCH}")
        set(index 0)
        foreach(source ${in_${folder}})
            math(EXPR batch "${index} * ${batches} / ${count}")
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
            math(EXPR index "${index} + 1")
        endforeach()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
