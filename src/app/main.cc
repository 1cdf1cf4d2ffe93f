// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>

#include "app/build_info.h"
#include "app/flags.h"
#include "app/process/privileges.h"
#include "app/process/signals.h"
#include "app/serve.h"
#include "schemes/scheme_list.h"

namespace {

int print(const std::string& text, std::FILE* to, int code) {
  std::fputs(text.c_str(), to);
  return std::fflush(to) == 0 ? code : 1;
}

}  // namespace

int main(int argc, char** argv) {
  pge::block_signals();
  pge::tune_allocator();
  const auto startup = pge::configure(pge::inputs_of_process(argc, argv));
  if (!startup) return print(pge::errors_text(startup.error()), stderr, 2);
  switch (startup->command) {
    case pge::Command::help:
      return print(pge::help_text(), stdout, 0);
    case pge::Command::version:
      return print(pge::version_text(pge::build_info()), stdout, 0);
    case pge::Command::list_schemes:
      return print(pge::schemes::schemes_text(), stdout, 0);
    case pge::Command::completion:
      return print(pge::completion_text(startup->shell), stdout, 0);
    case pge::Command::serve:
      break;
  }
  return pge::serve(*startup);
}
