# The one list of warnings, all of them errors, and the sanitizer switches.
add_library(pge_build_flags INTERFACE)
target_compile_options(pge_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Werror
  -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-align -Wnull-dereference -Wimplicit-fallthrough -Wextra-semi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees null pointers and dangling strings inside its own headers once inlined.
  target_compile_options(pge_build_flags INTERFACE
    -Wno-null-dereference -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow
    -Wno-array-bounds -Wno-stringop-overread -Wduplicated-cond -Wlogical-op)
else()
  target_compile_options(pge_build_flags INTERFACE -Wthread-safety -Wno-unused-command-line-argument)
endif()
if(PGE_SANITIZE)
  # Every target, generated ones included: a half-instrumented program reports nonsense.
  add_compile_options(-fsanitize=${PGE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PGE_SANITIZE})
  if(PGE_SANITIZE MATCHES "thread")
    # GCC has no view of fences under TSan; Asio's are not the ones that matter for us.
    add_compile_options(-Wno-tsan)
  endif()
endif()
