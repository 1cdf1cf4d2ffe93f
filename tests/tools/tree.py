# SPDX-License-Identifier: Apache-2.0
"""A small source tree on disk and a tool let loose on it."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class TreeCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def run_tool(self, name, *arguments):
        done = subprocess.run([ROOT / "tools" / name, "--root", self.root, *arguments],
                              capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr

    def assert_clean(self, name, *arguments):
        code, out = self.run_tool(name, *arguments)
        self.assertEqual(code, 0, out)
        return out

    def assert_fault(self, name, *expected, arguments=()):
        """The tool fails and says each of the expected texts."""
        code, out = self.run_tool(name, *arguments)
        self.assertEqual(code, 1, out)
        for text in expected:
            self.assertIn(text, out)
        return out
