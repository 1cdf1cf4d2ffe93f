# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import TreeCase

TOOL = "check_layers"


class CheckLayers(TreeCase):
    def test_downward_includes_are_clean(self):
        self.write("src/model/a.h", '#include <vector>\n#include "base/b.h"\n')
        self.write("src/sources/s.cc", '#include <unistd.h>\n#include "schemes/x.h"\n')
        self.write("src/collect/c.cc", '#include "sources/source.h"\n#include "join/j.h"\n')
        self.assertIn("3 files", self.assert_clean(TOOL))

    def test_upward_include_is_named_with_its_line(self):
        self.write("src/base/a.h", '#include <vector>\n\n#include "model/b.h"\n')
        self.assert_fault(TOOL, 'src/base/a.h:3: base/ includes "model/b.h"')

    def test_only_the_interface_of_sources_is_open_to_collect(self):
        self.write("src/collect/c.cc", '#include "sources/kubernetes/checkpoint.h"\n')
        self.assert_fault(TOOL, "src/collect/c.cc:1", "sources/source.h")

    def test_product_never_includes_testing(self):
        self.write("src/app/a.cc", '#include "testing/manual_clock.h"\n')
        self.write("src/app/a_test.cc", '#include "testing/manual_clock.h"\n#include <gtest/gtest.h>\n')
        out = self.assert_fault(TOOL, "src/app/a.cc:1: product code includes testing/")
        self.assertNotIn("a_test.cc", out)

    def test_product_never_includes_a_test_library(self):
        self.write("src/base/a.h", "#include <gtest/gtest_prod.h>\n")
        self.assert_fault(TOOL, "src/base/a.h:1: product code includes a test library")

    def test_pure_folder_has_the_standard_library_alone(self):
        self.write("src/join/a.cc", "#include <unistd.h>\n#include <fstream>\n#include <map>\n")
        out = self.assert_fault(TOOL, "src/join/a.cc:1", "src/join/a.cc:2")
        self.assertNotIn("a.cc:3", out)

    def test_zlib_is_for_exposition_and_no_other_pure_folder(self):
        self.write("src/exposition/gzip.cc", "#include <zlib.h>\n")
        self.assert_clean(TOOL)
        self.write("src/model/gzip.cc", "#include <zlib.h>\n")
        self.assert_fault(TOOL, "src/model/gzip.cc:1")

    def test_one_file_of_schemes_reads_json(self):
        self.write("src/schemes/json.cc", "#include <nlohmann/json.hpp>\n")
        self.assert_clean(TOOL)
        self.write("src/schemes/other.cc", "#include <nlohmann/json.hpp>\n")
        self.assert_fault(TOOL, "src/schemes/other.cc:1: schemes/ reads JSON in one file; json.cc")

    def test_a_library_stays_behind_its_folder(self):
        self.write("src/sources/a.cc", "#include <boost/asio.hpp>\n")
        self.write("src/app/b.cc", '#include "podresources_v1.pb.h"\n')
        self.write("src/kube/c.cc", '#include "podresources_v1.grpc.pb.h"\n#include <grpcpp/x.h>\n')
        out = self.assert_fault(TOOL, "src/sources/a.cc:1: <boost/asio.hpp> belongs behind net or http/",
                                "src/app/b.cc:1")
        self.assertNotIn("c.cc", out)

    def test_includes_are_rooted_at_src(self):
        self.write("src/base/a.cc", '#include "a.h"\n')
        self.assert_fault(TOOL, 'src/base/a.cc:1: "a.h" is not rooted at src/')

    def test_a_new_folder_needs_a_row(self):
        self.write("src/helpers/a.cc", "")
        self.assert_fault(TOOL, "src/helpers is not in the table")

    def test_link_lines_follow_the_same_table(self):
        self.write("CMakeLists.txt", "pge_library(base DEPS pge_log)\npge_library(model DEPS base kube)\n")
        out = self.assert_fault(TOOL, "CMakeLists.txt:2: pge_model links pge_kube")
        self.assertIn("1 problems", out)


if __name__ == "__main__":
    unittest.main()
