# base/version.h: what `version`, build_info and the log say. The revision is read at configure time;
# SOURCE_REVISION overrides it where there is no git (a source package).
set(PGE_REVISION "$ENV{SOURCE_REVISION}")
if(NOT PGE_REVISION)
  execute_process(COMMAND git -C ${CMAKE_SOURCE_DIR} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE PGE_REVISION OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT PGE_REVISION)
  set(PGE_REVISION unknown)
endif()
string(TOLOWER "${CMAKE_SYSTEM_NAME}" PGE_OS)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(PGE_ARCH amd64)
elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  set(PGE_ARCH arm64)
else()
  set(PGE_ARCH ${CMAKE_SYSTEM_PROCESSOR})
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(PGE_COMPILER "gcc ${CMAKE_CXX_COMPILER_VERSION}")
else()
  set(PGE_COMPILER "clang ${CMAKE_CXX_COMPILER_VERSION}")
endif()
configure_file(${CMAKE_SOURCE_DIR}/cmake/version.h.in ${CMAKE_BINARY_DIR}/generated/base/version.h @ONLY)
# Only the file that hands the version out is compiled anew when the revision changes.
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/app/build_info.cc PROPERTIES
  INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/generated)
