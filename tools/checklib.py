# SPDX-License-Identifier: Apache-2.0
"""What the checks beside this file share: which files there are, C++ without its comments and
strings, and how a fault is reported."""

import argparse
import os
import pathlib
import re
import sys

SKIPPED = {".git", ".cache", "build", "__pycache__", "node_modules"}
PREFIX = r"(?:u8|[uUL])?"
# One alternative per kind of token that may hide a brace or a quote. Numbers come before character
# literals: in 1'000'000 the quotes separate digits.
TOKEN = re.compile(
    r"(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)"
    r"|(?P<raw>" + PREFIX + r'R"(?P<delimiter>[^()\\\s]{0,16})\(.*?\)(?P=delimiter)")'
    r"|(?P<string>" + PREFIX + r'"(?:\\.|[^"\\\n])*")'
    r"|(?P<number>(?<!\w)\d(?:'?[\w.])*)"
    r"|(?P<char>" + PREFIX + r"'(?:\\.|[^'\\\n])+')"
    r"|(?P<word>[A-Za-z_]\w*)",
    re.DOTALL,
)


def root_from_arguments(description):
    parser = argparse.ArgumentParser(description=description)
    default = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--root", type=pathlib.Path, default=default, help="tree to look at")
    return parser.parse_args().root


def files(root, *suffixes, under=""):
    """Every file below root/under with one of the suffixes (all if none), sorted, without what a
    build leaves behind."""
    found = []
    for folder, subfolders, names in os.walk(root / under):
        subfolders[:] = [name for name in subfolders if name not in SKIPPED]
        for name in names:
            path = pathlib.Path(folder, name)
            wanted = not suffixes or path.suffix in suffixes
            if wanted and name not in SKIPPED and path.is_file():
                found.append(path)
    return sorted(found)


def is_test(path):
    return path.stem.endswith("_test")


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def code_only(text, preprocessor=True):
    """C++ with comments, strings and characters blanked out; every other character, and every line
    end, stays where it was. With preprocessor=False its lines are blanked as well."""

    def replace(match):
        kept = match.lastgroup in ("number", "word")
        return match.group() if kept else _blank(match.group())

    code = TOKEN.sub(replace, text)
    if not preprocessor:
        code = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", lambda m: _blank(m.group()), code, flags=re.M)
    return code


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


class Problems:
    """Collects faults as file:line: text, relative to the root."""

    def __init__(self, root):
        self.root = root
        self.lines = []

    def add(self, path, line, text):
        try:
            path = path.relative_to(self.root)
        except ValueError:
            pass
        self.lines.append(f"{path}:{line}: {text}")

    def finish(self, checked):
        """Prints them, or what was looked at, and ends the program."""
        for line in self.lines:
            print(line)
        if self.lines:
            print(f"{len(self.lines)} problems")
        else:
            print(checked)
        sys.exit(1 if self.lines else 0)
