# SPDX-License-Identifier: Apache-2.0
"""./test and its helpers: what is counted, and that nothing that went wrong looks right."""

import json
import os
import shutil
import subprocess
import unittest

from tree import ROOT, TreeCase


class ScriptCase(TreeCase):
    def copy(self, *paths):
        for path in paths:
            target = self.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, target)

    def script(self, path, text):
        self.write(path, "#!/bin/bash\n" + text).chmod(0o755)

    def run_script(self, *command, **environment):
        return subprocess.run([self.root / command[0], *command[1:]], cwd="/", text=True,
                              capture_output=True, timeout=60, env={**os.environ, **environment})


class TestScript(ScriptCase):
    def setUp(self):
        super().setUp()
        self.copy("test", "tools/test_lib.sh", "tools/test_builds.sh", "tools/test_programs.sh")

    def last_line(self, done):
        return done.stdout.rstrip("\n").split("\n")[-1]

    def test_each_check_counts_and_a_failure_stops_nothing(self):
        self.script("tools/check_a", "exit 0")
        self.script("tools/check_b", "echo b.h:1: bad; exit 1")
        self.script("tools/check_c", "exit 0")
        self.script("tests/e2e/one.sh", "exit 7")
        done = self.run_script("test", "e2e", "checks")
        self.assertEqual(self.last_line(done), "2 passed, 2 failed")
        self.assertEqual(done.returncode, 1)
        self.assertIn("b.h:1: bad", done.stdout)

    def test_success(self):
        self.script("tools/check_a", "exit 0")
        done = self.run_script("test", "checks")
        self.assertEqual((self.last_line(done), done.returncode), ("1 passed, 0 failed", 0))

    def test_nothing_ran_is_no_success(self):
        done = self.run_script("test", "e2e")
        self.assertEqual((self.last_line(done), done.returncode), ("0 passed, 0 failed", 1))

    def test_pattern(self):
        self.script("tools/check_a", "exit 1")
        self.script("tools/check_b", "exit 0")
        done = self.run_script("test", "-k", "_b", "checks")
        self.assertEqual(self.last_line(done), "1 passed, 0 failed")

    def test_unknown_stage_or_flag(self):
        for word in ("nothing", "--wrong"):
            with self.subTest(word):
                self.assertEqual(self.run_script("test", word).returncode, 2)

    def test_python_tests_are_counted_one_by_one(self):
        self.copy("tools/run_python_tests")
        head = "import unittest\nclass A(unittest.TestCase):\n"
        body = "    def test_x(self):\n        pass\n    def test_y(self):\n        self.fail()\n"
        self.write("tests/a_test.py", head + body)
        self.write("tests/deep/er/b_test.py", head.replace("A", "B") + body)
        self.write("tests/empty_test.py", "")
        done = self.run_script("test", "python")
        self.assertEqual(self.last_line(done), "2 passed, 3 failed")


class CountGtests(ScriptCase):
    def setUp(self):
        super().setUp()
        self.copy("tools/count_gtests")
        self.write("CTestTestfile.cmake", "add_test(a_test a)\nadd_test(b_test b)\n")

    def report(self, name, *cases):
        suites = [{"testsuite": [{"result": result, **more} for result, more in cases]}]
        self.write(f"reports/{name}.json", json.dumps({"testsuites": suites}))

    def counts(self, code):
        done = self.run_script("tools/count_gtests", "--build", str(self.root), "--ctest-code", str(code))
        return done.stdout.strip()

    def test_cases_add_up_and_skipped_ones_count_as_neither(self):
        self.report("a_test", ("COMPLETED", {}), ("COMPLETED", {"failures": [1]}))
        self.report("b_test", ("COMPLETED", {}), ("SKIPPED", {}), ("SUPPRESSED", {}))
        self.assertEqual(self.counts(8), "2 1")

    def test_a_program_that_died_is_a_failure(self):
        self.report("a_test", ("COMPLETED", {}))
        self.assertEqual(self.counts(8), "1 1")
        self.write("reports/b_test.json", '{"testsuites"')
        self.assertEqual(self.counts(0), "1 1")

    def test_a_fault_that_no_report_knows(self):
        self.report("a_test", ("COMPLETED", {}))
        self.report("b_test", ("COMPLETED", {}))
        self.assertEqual(self.counts(0), "2 0")
        self.assertEqual(self.counts(8), "2 1")


class InstallPackages(ScriptCase):
    def setUp(self):
        super().setUp()
        self.copy("tools/install_packages")
        self.write("os-release", "ID=any\nVERSION_ID=1\n")
        self.write("packaging/packages-debian12.txt", "")
        self.write("packaging/packages-any1.txt", "# Any 1: not tested here.\n[build]\ndpkg\n"
                   "no-such-a\n[test]\nno-such-b\n")

    def missing(self, *groups):
        return self.run_script("tools/install_packages", "--list", *groups,
                               PGE_OS_RELEASE=str(self.root / "os-release"))

    def test_only_what_is_missing_of_the_groups_asked_for(self):
        self.assertIn("\nno-such-a\n", "\n" + self.missing("build").stdout)
        both = self.missing("build", "test").stdout
        self.assertIn("no-such-b", both)
        self.assertNotIn("dpkg", both)

    def test_a_system_that_is_not_tested_is_told_so(self):
        self.assertIn("not tested here", self.missing("build").stdout)

    def test_unknown_group(self):
        self.assertEqual(self.missing("nothing").returncode, 2)

    def test_unknown_system_goes_on_with_a_word(self):
        self.write("os-release", "ID=other\n")
        done = self.missing("build")
        self.assertEqual(done.returncode, 0)
        self.assertIn("no package list for other", done.stdout)


if __name__ == "__main__":
    unittest.main()
