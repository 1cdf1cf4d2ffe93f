# pge_library(<folder> DEPS <targets> [PROTOS] [TEST_ONLY])
#
# One static library pge_<folder> from src/<folder>/**/*.cc, and one test program <folder>_test from
# the *_test.cc beside them. Files are found by glob, so neither a source nor a test can be forgotten.
function(pge_library folder)
  cmake_parse_arguments(ARG "PROTOS;TEST_ONLY" "" "DEPS" ${ARGN})
  set(dir ${CMAKE_SOURCE_DIR}/src/${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${dir}/*.cc)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "(_test|/main|_main)\\.cc$")

  set(deps)
  foreach(dep ${ARG_DEPS})
    if(TARGET pge_${dep})
      list(APPEND deps pge_${dep})
    else()
      list(APPEND deps ${dep})
    endif()
  endforeach()

  set(target pge_${folder})
  if(sources)
    add_library(${target} STATIC ${sources})
    target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(${target} PUBLIC ${deps} PRIVATE pge_build_flags)
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(${target} INTERFACE ${deps})
  endif()
  # Listed so that CMAKE_VERIFY_INTERFACE_HEADER_SETS can compile each one alone.
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${dir}/*.h)
  if(headers)
    target_sources(${target} INTERFACE FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}/src
      FILES ${headers})
  endif()
  if(ARG_PROTOS)
    pge_protos(${target} ${dir}/proto)
  endif()
  if(tests AND PGE_BUILD_TESTS)
    set_property(GLOBAL APPEND PROPERTY PGE_TEST_FOLDERS ${folder})
    add_executable(${folder}_test ${tests})
    # pge_testing is defined last; the link line is resolved when the build files are written.
    target_link_libraries(${folder}_test PRIVATE ${target} pge_testing GTest::gmock GTest::gtest
      GTest::gtest_main pge_build_flags)
    target_compile_definitions(${folder}_test PRIVATE PGE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
      PGE_BINARY_DIR="${CMAKE_BINARY_DIR}")
    add_test(NAME ${folder}_test COMMAND ${folder}_test)
  endif()
endfunction()

# Code from every *.proto below `dir`, messages and gRPC stubs, as an object library without our
# warnings (the code is protoc's).
function(pge_protos target dir)
  file(GLOB protos CONFIGURE_DEPENDS ${dir}/*.proto)
  set(out ${CMAKE_BINARY_DIR}/generated)
  set(generated)
  foreach(proto ${protos})
    get_filename_component(name ${proto} NAME_WE)
    set(files ${out}/${name}.pb.cc ${out}/${name}.pb.h ${out}/${name}.grpc.pb.cc ${out}/${name}.grpc.pb.h)
    add_custom_command(OUTPUT ${files}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${out}
      COMMAND protobuf::protoc --proto_path=${dir} --cpp_out=${out} --grpc_out=${out}
              --plugin=protoc-gen-grpc=${PGE_GRPC_PLUGIN} ${proto}
      DEPENDS ${proto} VERBATIM)
    list(APPEND generated ${files})
  endforeach()
  add_library(${target}_protos STATIC ${generated})
  target_include_directories(${target}_protos SYSTEM PUBLIC ${out})
  target_link_libraries(${target}_protos PUBLIC pge_grpc)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_link_libraries(${target} INTERFACE ${target}_protos)
  else()
    target_link_libraries(${target} PUBLIC ${target}_protos)
  endif()
endfunction()
