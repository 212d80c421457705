# `cmake --install` and `find_package(limpet)`.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/limpet DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/include/limpet/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/limpet)
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/limpet)
configure_package_config_file(cmake/limpetConfig.cmake.in ${PROJECT_BINARY_DIR}/limpetConfig.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/limpet)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/limpetConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/limpetConfig.cmake ${PROJECT_BINARY_DIR}/limpetConfigVersion.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/limpet)
