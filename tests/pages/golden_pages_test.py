# SPDX-License-Identifier: Apache-2.0
"""The golden pages as others read them: the Python client's parser and promtool."""

import pathlib
import shutil
import subprocess
import sys
import unittest

try:
    from prometheus_client import parser
    from prometheus_client.openmetrics import parser as openmetrics
except ImportError:
    # Where Debian's package puts it, whichever python3 comes first in PATH.
    sys.path.append("/usr/lib/python3/dist-packages")
    from prometheus_client import parser
    from prometheus_client.openmetrics import parser as openmetrics

PAGES = pathlib.Path(__file__).resolve().parents[2] / "testdata" / "pages"
REPLACED = "\N{REPLACEMENT CHARACTER}"


def page(name):
    # newline="": a carriage return must not be taken for an end of line here.
    with open(PAGES / f"{name}.txt", encoding="utf-8", newline="") as file:
        return file.read()


def families(name):
    return list(parser.text_string_to_metric_families(page(name)))


def samples(name):
    return [sample for family in families(name) for sample in family.samples]


def label_values(name, family, label):
    return {s.labels[label] for s in samples(name) if s.name == family}


def promtool(text):
    return subprocess.run(["promtool", "check", "metrics"], input=text.encode(), check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)


class EveryPage(unittest.TestCase):
    def setUp(self):
        self.names = sorted(path.stem for path in PAGES.glob("*.txt"))
        self.assertGreater(len(self.names), 5)

    def test_each_line_is_read_as_one_sample(self):
        for name in self.names:
            with self.subTest(name):
                lines = [line for line in page(name).split("\n") if line and line[0] != "#"]
                self.assertEqual(len(samples(name)), len(lines))

    def test_no_series_twice(self):
        for name in self.names:
            with self.subTest(name):
                series = [(s.name, tuple(sorted(s.labels.items()))) for s in samples(name)]
                self.assertEqual(len(series), len(set(series)))

    def test_each_family_has_a_type_and_help_and_its_own_samples(self):
        for name in self.names:
            with self.subTest(name):
                for family in families(name):
                    self.assertIn(family.type, ("gauge", "counter"), family.name)
                    self.assertTrue(family.documentation, family.name)
                    suffix = "_total" if family.type == "counter" else ""
                    self.assertEqual({s.name for s in family.samples} - {family.name + suffix},
                                     set())

    def test_promtool_reads_it(self):
        self.assertTrue(shutil.which("promtool"))
        for name in self.names:
            with self.subTest(name):
                result = promtool(page(name))
                if name == "mixed_nodes":  # a node named "a.b": promtool takes "_b_" for a unit
                    self.assertEqual(result.returncode, 3, result.stdout)
                    self.assertEqual(result.stdout.decode().split()[0], "a_b_info")
                    self.assertEqual(result.stdout.count(b"\n"), 1)
                else:
                    self.assertEqual((result.returncode, result.stdout), (0, b""))


class OpenMetrics(unittest.TestCase):
    """The same snapshot in OpenMetrics, by the parser that is strict about it."""

    def setUp(self):
        self.families = {}
        for path in sorted((PAGES.parent / "openmetrics").glob("*.txt")):
            with open(path, encoding="utf-8", newline="") as file:
                self.families[path.stem] = list(openmetrics.text_string_to_metric_families(file.read()))

    def test_types_are_those_of_openmetrics(self):
        types = {f.name: f.type for f in self.families["mixed_metrics"]}
        self.assertEqual(types["gpu_device"], "info")
        self.assertEqual(types["pod_gpu_exporter_source_errors"], "counter")
        self.assertEqual(types["pod_and_gpu_map_info"], "gauge")
        self.assertEqual(self.families["empty_nodes"], [])

    def test_samples_are_those_of_text(self):
        for name in ("mixed_metrics", "mixed_nodes"):
            with self.subTest(name):
                got = [(s.name, s.labels, s.value) for f in self.families[name] for s in f.samples]
                self.assertEqual(sorted(got, key=repr),
                                 sorted(((s.name, s.labels, s.value) for s in samples(name)), key=repr))


class Values(unittest.TestCase):
    def test_the_seed_has_eight_lines_of_its_twelve(self):
        rows = [s for s in samples("seed_metrics") if s.name == "pod_and_gpu_map_info"]
        self.assertEqual(len(rows), 8)
        self.assertEqual({s.value for s in rows}, {1.0})
        self.assertEqual({s.labels["node"] for s in rows}, {"ti", "ti2", "ti7"})

    def test_the_seeds_nodes_have_a_family_each(self):
        self.assertEqual([f.name for f in families("seed_nodes")],
                         ["ti2_info", "ti7_info", "ti_info"])
        self.assertEqual(len(samples("seed_nodes")), 8)

    def test_retired_families_are_numbered_through(self):
        rows = [s for s in samples("seed_legacy") if s.name.startswith("POD_GPU_MAP_INFO_")]
        self.assertEqual([s.name for s in rows], [f"POD_GPU_MAP_INFO_{n}" for n in range(8)])
        self.assertEqual({s.value for s in rows}, {0.0})
        of_map = [s.labels for s in samples("seed_legacy") if s.name == "pod_and_gpu_map_info"]
        self.assertEqual([s.labels for s in rows], of_map)

    def test_names_of_nodes_that_are_no_names_of_metrics(self):
        self.assertEqual([f.name for f in families("mixed_nodes")],
                         ["a_b_info", "gpu_node_01_info", "node_10_0_0_5_info", "ti2_info",
                          "ti_info"])
        self.assertEqual(label_values("mixed_nodes", "a_b_info", "node"), {"a-b", "a.b"})

    def test_other_peoples_bytes_come_back(self):
        info = "pod_gpu_allocation_info"
        self.assertLessEqual({'quote"s', "pod", " lead", ""},
                             label_values("hostile_metrics", info, "pod"))
        self.assertLessEqual({"back\\slash", "nul\0tab\t\x7f", "trail "},
                             label_values("hostile_metrics", info, "container"))
        self.assertLessEqual({"line\nfeed", "i" * 300, "} 1", "\\n"},
                             label_values("hostile_metrics", info, "UUID"))
        self.assertLessEqual({"größe 模型 🚀", '",x="y"} 2\n# EOF\n', '\\\\"'},
                             label_values("hostile_metrics", "pod_and_gpu_map_info", "gpu_model"))

    def test_bytes_that_no_page_can_carry_are_replaced(self):
        models = label_values("hostile_metrics", "pod_and_gpu_map_info", "gpu_model")
        self.assertIn(f"carriage{REPLACED}return", models)
        containers = label_values("hostile_metrics", "pod_gpu_allocation_info", "container")
        self.assertIn(f"invalid {REPLACED}{REPLACED}(", containers)
        self.assertNotIn("\r", page("hostile_metrics"))

    def test_two_containers_that_look_alike_are_added_up(self):
        rows = [s.value for s in samples("hostile_metrics")
                if s.name == "pod_gpu_allocation_replicas"
                and s.labels["container"].startswith("looks alike")]
        self.assertEqual(rows, [4.0])


if __name__ == "__main__":
    unittest.main()
