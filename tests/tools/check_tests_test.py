# SPDX-License-Identifier: Apache-2.0
"""The two checks that watch the tests themselves."""

import json
import unittest

from tree import TreeCase


class CheckTestsRan(TreeCase):
    def report(self, *cases):
        suite = {"name": "S", "testsuite": [dict(zip(("file", "status", "result"), c)) for c in cases]}
        self.write("build/dev/reports/base_test.json", json.dumps({"testsuites": [suite]}))

    def test_a_file_with_one_test_that_ran_is_enough(self):
        file = "src/base/a_test.cc"
        self.write(file, "")
        self.report((file, "RUN", "COMPLETED"), (file, "NOTRUN", "SUPPRESSED"))
        self.assertIn("1 test files ran", self.assert_clean("check_tests_ran"))

    def test_names_from_the_build_folder_and_from_the_root_are_one_file(self):
        for name in ("src/base/a_test.cc", "../../src/base/a_test.cc"):
            with self.subTest(name):
                self.report((name, "RUN", "COMPLETED"))
                self.write("src/base/a_test.cc", "")
                self.assert_clean("check_tests_ran")

    def test_a_file_that_no_report_names(self):
        a = self.write("src/base/a_test.cc", "")
        self.write("src/base/b_test.cc", "")
        self.report((str(a), "RUN", "COMPLETED"))
        self.assert_fault("check_tests_ran", "src/base/b_test.cc:1: ran no test", "1 problems")

    def test_what_tests_share_need_not_run(self):
        self.write("src/base/shared_test.cc", "int helper() { return 1; }\n")
        self.assert_fault("check_tests_ran", "src/base/shared_test.cc:1: ran no test")
        self.write("src/base/shared_test.h", "int helper();\n")
        self.assert_clean("check_tests_ran")
        self.write("src/base/shared_test.cc", "TEST(A, B) {}\n")
        self.assert_fault("check_tests_ran", "src/base/shared_test.cc:1: ran no test")

    def test_skipped_and_disabled_tests_did_not_run(self):
        file = "src/base/a_test.cc"
        self.write(file, "")
        self.report((file, "RUN", "SKIPPED"), (file, "NOTRUN", "SUPPRESSED"))
        self.assert_fault("check_tests_ran", "src/base/a_test.cc:1: ran no test")

    def test_no_report_at_all(self):
        self.write("src/base/a_test.cc", "")
        self.assert_fault("check_tests_ran", "src/base/a_test.cc:1")

    def test_a_report_cut_short(self):
        self.write("build/dev/reports/base_test.json", '{"testsuites": [')
        self.assert_fault("check_tests_ran", "base_test.json:1: not a whole report")


class CheckDuplicateTests(TreeCase):
    def test_different_tests_are_clean(self):
        self.write("src/base/a_test.cc", "TEST(A, X) { EXPECT_EQ(f(1), 2); }\nTEST(A, Y) { g(); }\n")
        self.write("src/net/a_test.cc", "TEST(B, X) { EXPECT_EQ(f(1), 3); }\n")
        self.assertIn("3 tests", self.assert_clean("check_duplicate_tests"))

    def test_one_name_in_two_files(self):
        self.write("src/base/a_test.cc", "TEST(A, X) { f(); }\n")
        self.write("src/net/b_test.cc", "\nTEST(A,\n     X) { g(); }\n")
        self.assert_fault("check_duplicate_tests",
                          "src/net/b_test.cc:2: A.X is defined already at src/base/a_test.cc:1")

    def test_one_body_under_two_names(self):
        self.write("src/base/a_test.cc", "TEST(A, X) { f(); }\nTEST(A, Y) {\n  f();  // again\n}\n")
        self.assert_fault("check_duplicate_tests", "src/base/a_test.cc:2: A.Y does the same as A.X")

    def test_strings_tell_bodies_apart(self):
        self.write("src/base/a_test.cc", 'TEST(A, X) { f("}"); }\nTEST(A, Y) { f("{"); }\n')
        self.assert_clean("check_duplicate_tests")

    def test_one_body_may_serve_two_fixtures(self):
        self.write("src/base/a_test.cc", "TEST_F(A, X) { f(); }\nTEST_F(B, X) { f(); }\n")
        self.assert_clean("check_duplicate_tests")

    def test_python_methods_that_hide_each_other(self):
        body = "class A:\n    def test_x(self):\n        f()\n    def test_x(self):\n        g()\n"
        self.write("tests/a_test.py", body)
        self.assert_fault("check_duplicate_tests", "tests/a_test.py:4", "defined already")

    def test_python_bodies(self):
        body = "class A:\n    def test_x(self):\n        f()\n    def test_y(self):\n        f()\n"
        self.write("tests/a_test.py", body)
        self.assert_fault("check_duplicate_tests", "tests/a_test.py:4", "does the same")


if __name__ == "__main__":
    unittest.main()
