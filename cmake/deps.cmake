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

# ThreadSanitizer sees neither the locks nor the atomics of libraries that are built without it; it
# can be told to leave out what shared objects do, but not parts of our own binary.
set(PGE_SUFFIX a)
if(PGE_SANITIZE MATCHES "thread")
  set(PGE_SUFFIX so)
endif()
file(GLOB PGE_ABSL ${PGE_LIBDIR}/libabsl_*.${PGE_SUFFIX})
list(FILTER PGE_ABSL EXCLUDE REGEX "flags")
set(PGE_GRPC_LIBRARIES)
foreach(name grpc++_unsecure grpc_unsecure gpr address_sorting upb re2 cares z protobuf-lite)
  list(APPEND PGE_GRPC_LIBRARIES ${PGE_LIBDIR}/lib${name}.${PGE_SUFFIX})
endforeach()
pge_system_library(pge_grpc
  -Wl,--start-group
  ${PGE_GRPC_LIBRARIES} ${PGE_ABSL}
  -Wl,--end-group Threads::Threads dl rt m)

pge_system_library(pge_zlib ${PGE_LIBDIR}/libz.a)

pge_system_library(pge_openssl
  ${PGE_LIBDIR}/libssl.${PGE_SUFFIX} ${PGE_LIBDIR}/libcrypto.${PGE_SUFFIX} Threads::Threads dl)
pge_system_library(pge_crypt ${PGE_LIBDIR}/libcrypt.${PGE_SUFFIX})
pge_system_library(pge_yaml ${PGE_LIBDIR}/libyaml-cpp.a)

# CLI11 is headers alone.
pge_system_library(pge_cli pge_yaml)

if(PGE_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
