# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import TreeCase

TOOL = "check_text"
LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


class CheckText(TreeCase):
    def test_clean_tree(self):
        self.write("src/base/a.h", LICENCE + "// See docs/a.md.\n")
        self.write("docs/a.md", "# A page\n[there](b.md#the-second-part), [web](https://example.com)\n")
        self.write("docs/b.md", "## The `second` part\n`[no](link)`\n")
        self.write("tools/t", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n")
        self.assertIn("4 files read", self.assert_clean(TOOL))

    def test_licence_line_comes_first(self):
        self.write("src/base/a.h", "\n" + LICENCE)
        self.write("src/base/b.proto", 'syntax = "proto3";\n')
        self.write("tools/t", "#!/bin/sh\necho\n")
        self.assert_fault(TOOL, "src/base/a.h:1: no line", "src/base/b.proto:1", "tools/t:2")

    def test_dead_links(self):
        self.write("README.md", "[a](docs/gone.md)\n[b](#no-heading)\n# Some heading\n")
        self.assert_fault(TOOL, "README.md:1: link to docs/gone.md", "README.md:2: link to #no-heading")

    def test_mentions_of_pages_that_are_not_there(self):
        self.write("src/base/a.h", LICENCE + "// The forms are listed in docs/gone.md.\n")
        self.assert_fault(TOOL, "src/base/a.h:2: names docs/gone.md")

    def test_machine_paths(self):
        self.write("a.sh", "# SPDX-License-Identifier: Apache-2.0\ncd /ho" + "me/jo/src\n")
        self.assert_fault(TOOL, "a.sh:2: a path of somebody's machine")

    def test_paths_of_the_systems_we_read_are_fine(self):
        self.write("README.md", "/var/lib/kubelet ~/work/x ${HOME}/build/x /proc/1/root\n")
        self.assert_clean(TOOL)

    def test_promises_need_a_reason(self):
        word = "TO" + "DO"
        self.write("src/base/a.h", LICENCE + f"// {word}: drop once 1.51 is gone\n// {word} later\n")
        out = self.assert_fault(TOOL, "src/base/a.h:3: a promise")
        self.assertIn("1 problems", out)

    def test_stray_blanks_and_missing_line_end(self):
        self.write("src/base/a.h", LICENCE + "int a; \nint b;")
        self.assert_fault(TOOL, "src/base/a.h:2: blanks", "src/base/a.h:3: no line end")

    def test_captured_data_is_left_alone(self):
        self.write("testdata/x.json", '{"path": "/ho' + 'me/jo"} \n{')
        self.assert_clean(TOOL)


if __name__ == "__main__":
    unittest.main()
