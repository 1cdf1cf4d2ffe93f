# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import TreeCase

TOOL = "check_sizes"


def function(lines, head="void f()"):
    return head + " {\n" + "  g();\n" * (lines - 2) + "}\n"


class CheckSizes(TreeCase):
    def test_files_up_to_the_limit_are_clean_and_the_median_is_told(self):
        self.write("src/base/a.cc", "\n" * 400)
        self.write("src/base/b.cc", "\n" * 100)
        self.write("src/base/a_test.cc", "\n" * 500)
        self.assertIn("median 250 lines, 500 in all; 1 test files, 500", self.assert_clean(TOOL))

    def test_long_files(self):
        self.write("src/base/a.cc", "\n" * 401)
        self.write("src/base/a_test.cc", "\n" * 501)
        self.assert_fault(TOOL, "src/base/a.cc:401: 401 lines; at most 400",
                          "src/base/a_test.cc:501: 501 lines; at most 500")

    def test_function_limit_is_sixty_lines(self):
        self.write("src/base/a.cc", function(60) + function(61))
        out = self.assert_fault(TOOL, "src/base/a.cc:61: function of 61 lines")
        self.assertIn("1 problems", out)

    def test_members_and_templates_in_namespaces_are_functions(self):
        head = "namespace a::b {\ntemplate <class T>\nclass Foo : public Bar<int> {\n"
        self.write("src/base/a.h", head + function(61, "  int f(int x = 0) const noexcept") + "};\n}\n")
        self.assert_fault(TOOL, "src/base/a.h:4: function of 61 lines")

    def test_constructor_with_braced_member_initialisers(self):
        self.write("src/base/a.cc", function(61, "Foo::Foo(int a) : a_{a}, b_(b)"))
        self.assert_fault(TOOL, "src/base/a.cc:1: function of 61 lines")

    def test_braces_that_are_no_code_count_for_nothing(self):
        text = 'void f() {\n  auto a = "{{{"; auto b = \'{\'; int c = 1\'000; // {\n' \
               '  auto d = R"x({{)")x"; /* { */\n#define BAD {\n}\n'
        self.write("src/base/a.cc", text + "int x;\n" * 100)
        self.assert_clean(TOOL)

    def test_a_long_table_is_no_function(self):
        self.write("src/base/a.cc", "const Row kRows[] = {\n" + "  {1, f(2)},\n" * 100 + "};\n")
        self.assert_clean(TOOL)

    def test_a_long_class_of_short_functions_is_no_function(self):
        self.write("src/base/a.h", "class A {\n" + function(40) + function(40) + "};\n")
        self.assert_clean(TOOL)

    def test_full_folder(self):
        for i in range(21):
            self.write(f"src/http/f{i}.cc", "")
            self.write(f"src/schemes/f{i}.cc", "")
            self.write(f"src/base/f{i}_test.cc", "")
        out = self.assert_fault(TOOL, "src/http:1: 21 files besides tests; at most 20")
        self.assertIn("1 problems", out)

    def test_python_functions_are_measured_too(self):
        self.write("tools/x", "#!/usr/bin/env python3\ndef f():\n" + "    g()\n" * 60)
        self.assert_fault(TOOL, "tools/x:2: function of 61 lines")


if __name__ == "__main__":
    unittest.main()
