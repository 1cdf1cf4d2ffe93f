# SPDX-License-Identifier: Apache-2.0
"""The checks that call a compiler or a formatter."""

import shutil
import unittest

from tree import ROOT, TreeCase

CMAKE = """cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
add_library(pge_build_flags INTERFACE)
include(cmake/libraries.cmake)
pge_library(base DEPS)
"""


class CheckFormat(TreeCase):
    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / ".clang-format", self.root)

    def test_laid_out_file(self):
        self.write("src/base/a.h", "int a;\n")
        self.assertIn("1 files", self.assert_clean("check_format"))

    def test_crooked_file(self):
        self.write("src/base/a.h", "int a;\nint  b ;\n")
        self.assert_fault("check_format", "src/base/a.h:2:")

    def test_fix(self):
        file = self.write("src/base/a.h", "int  b ;\n")
        self.assert_clean("check_format", "--fix")
        self.assertEqual(file.read_text(), "int b;\n")


class CheckHeaders(TreeCase):
    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / "CMakePresets.json", self.root)
        shutil.copytree(ROOT / "cmake", self.root / "cmake")
        self.write("CMakeLists.txt", CMAKE)
        self.write("src/base/good.h", "#pragma once\n#include <string>\nstd::string f();\n")

    def test_header_with_all_it_needs(self):
        self.assertIn("1 headers", self.assert_clean("check_headers"))

    def test_header_that_counts_on_its_includer(self):
        self.write("src/base/bad.h", "#pragma once\n\nstd::string g();\n")
        self.assert_fault("check_headers", "src/base/bad.h:3:")


if __name__ == "__main__":
    unittest.main()
