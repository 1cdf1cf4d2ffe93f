# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import TreeCase

TOOL = "check_rules"
BAD = [
    "auto* a = new int;",
    "std::thread t(f);",
    "t.detach();",
    "auto t = std::chrono::system_clock::now();",
    "std::this_thread::sleep_for(1s);",
    "std::cout << 1;",
    "std::printf(a);",
    "#ifdef FOO",
    "std::regex r;",
    "auto* e = std::getenv(a);",
]


class CheckRules(TreeCase):
    def test_each_rule_fails_on_its_line(self):
        for line in BAD:
            with self.subTest(line):
                self.write("src/join/a.cc", f"int x;\n{line}\n")
                self.assert_fault(TOOL, "src/join/a.cc:2: ", "1 problems")

    def test_comments_strings_and_tests_are_free(self):
        text = "".join(f"// {line}\n" for line in BAD) + 'auto a = "new int std::thread";\n'
        self.write("src/join/a.cc", text)
        self.write("src/join/a_test.cc", "\n".join(BAD))
        self.write("src/testing/fake.cc", "\n".join(BAD))
        self.assert_clean(TOOL)

    def test_what_looks_alike_is_free(self):
        self.write("src/join/a.cc", "std::jthread t; renew (x); std::thread::id i; snprintf(a);\n"
                   "return std::unique_ptr<A>(new A(b));\n")
        self.assert_clean(TOOL)

    def test_headers(self):
        self.write("src/base/a.h", "using namespace std;\n")
        self.assert_fault(TOOL, "src/base/a.h:1: a header opens", "src/base/a.h:1: no #pragma once")

    def test_exempt_files(self):
        self.write("src/base/clock.h", "#pragma once\nauto t = system_clock::now();\n")
        self.write("src/app/main.cc", "std::cout << std::getenv(a);\n")
        self.assert_clean(TOOL)


if __name__ == "__main__":
    unittest.main()
