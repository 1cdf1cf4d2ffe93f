# How the shipped binary is linked: C++ libraries static, glibc dynamic (dlopen of a driver needs it).
include(CheckIPOSupported)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_library(pge_hardening INTERFACE)
target_link_options(pge_hardening INTERFACE
  -pie -Wl,-z,relro,-z,now -Wl,-z,noexecstack -Wl,--gc-sections -Wl,--as-needed)
if(NOT PGE_SANITIZE)
  target_link_options(pge_hardening INTERFACE -static-libstdc++ -static-libgcc)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    add_compile_definitions(_FORTIFY_SOURCE=2)
  endif()
endif()
add_compile_options(-ffunction-sections -fdata-sections -fstack-protector-strong)
# No path of the building machine in the binary: two builds of one commit are the same bytes.
add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -ffile-prefix-map=${CMAKE_BINARY_DIR}/=)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()
