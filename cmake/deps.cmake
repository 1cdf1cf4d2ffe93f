# Libraries from Debian's packages, each behind one target. Debian's CMake packages offer shared
# libraries only; the static archives are named here, in the order the linker wants.
find_package(Threads REQUIRED)
find_package(Protobuf REQUIRED)
find_program(PGE_GRPC_PLUGIN grpc_cpp_plugin REQUIRED)

set(PGE_LIBDIR /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})

function(pge_system_library name)
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE ${ARGN})
endfunction()

add_library(pge_spdlog INTERFACE)
target_compile_definitions(pge_spdlog INTERFACE FMT_HEADER_ONLY SPDLOG_FMT_EXTERNAL)

add_library(pge_asio INTERFACE)
# Asio 1.74 does not know that Clang has had standard coroutines since 17.
target_compile_definitions(pge_asio INTERFACE
  BOOST_ASIO_HAS_CO_AWAIT=1 BOOST_ASIO_NO_DEPRECATED BOOST_ASIO_DISABLE_CONCEPTS BOOST_BEAST_USE_STD_STRING_VIEW)
target_link_libraries(pge_asio INTERFACE Threads::Threads)

file(GLOB PGE_ABSL ${PGE_LIBDIR}/libabsl_*.a)
list(FILTER PGE_ABSL EXCLUDE REGEX "flags")
pge_system_library(pge_grpc
  -Wl,--start-group
  ${PGE_LIBDIR}/libgrpc++_unsecure.a ${PGE_LIBDIR}/libgrpc_unsecure.a ${PGE_LIBDIR}/libgpr.a
  ${PGE_LIBDIR}/libaddress_sorting.a ${PGE_LIBDIR}/libupb.a ${PGE_LIBDIR}/libre2.a
  ${PGE_LIBDIR}/libcares.a ${PGE_LIBDIR}/libz.a ${PGE_LIBDIR}/libprotobuf-lite.a ${PGE_ABSL}
  -Wl,--end-group Threads::Threads dl rt m)

pge_system_library(pge_zlib ${PGE_LIBDIR}/libz.a)

# CLI11 is headers alone.
pge_system_library(pge_cli ${PGE_LIBDIR}/libyaml-cpp.a)

if(PGE_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
