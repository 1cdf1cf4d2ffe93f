#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the fixtures of the schemes as seeds for their fuzz targets.

usage: scheme_seeds.py FIXTURES CORPUS
"""

import json
import pathlib
import sys

PHASES = {"Pending": "P", "Running": "R", "Succeeded": "S", "Failed": "F"}
STATES = {"running": "r", "terminated": "t", "waiting": "w"}


def text(value):
    return value if isinstance(value, str) else json.dumps(value)


def pairs(what, entries):
    for key, value in (entries or {}).items():
        yield what + key
        yield text(value)


def containers(kind, specs, statuses):
    by_name = {status.get("name"): status for status in statuses or []}
    for spec in specs or []:
        sidecar = kind == "i" and spec.get("restartPolicy") == "Always"
        yield ("s" if sidecar else kind) + spec.get("name", "")
        yield ""
        resources = spec.get("resources", {})
        yield from pairs("m", resources.get("limits"))
        yield from pairs("q", resources.get("requests"))
        for claim in resources.get("claims", []):
            yield from pairs("u", {claim.get("name", ""): claim.get("request", "")})
        for env in spec.get("env", []):
            yield from pairs("e", {env.get("name", ""): env.get("value", "")})
        status = by_name.get(spec.get("name"), {})
        for state in status.get("state", {}):
            yield "w"
            yield STATES.get(state, "w")
        for resource in status.get("allocatedResourcesStatus", []):
            for item in resource.get("resources", []):
                yield from pairs("x", {resource.get("name", ""): item.get("resourceID", "")})


def pod_strings(pod):
    meta, spec, status = (pod.get(key, {}) for key in ("metadata", "spec", "status"))
    deleting = "d" if "deletionTimestamp" in meta else "-"
    yield PHASES.get(status.get("phase"), "U") + deleting + spec.get("nodeName", "")
    yield from pairs("a", meta.get("annotations"))
    yield from pairs("l", meta.get("labels"))
    yield from containers("i", spec.get("initContainers"), status.get("initContainerStatuses"))
    yield from containers("c", spec.get("containers"), status.get("containerStatuses"))
    for claim in [*spec.get("resourceClaims", []), *status.get("resourceClaimStatuses", [])]:
        yield from pairs("k", {claim.get("name", ""): claim.get("resourceClaimName", "")})


def node_strings(node):
    meta, status = node.get("metadata", {}), node.get("status", {})
    yield from pairs("A", meta.get("annotations"))
    yield from pairs("L", meta.get("labels"))
    yield from pairs("C", status.get("capacity"))


def items(objects):
    return objects if isinstance(objects, list) else objects.get("items", [objects])


def claim_strings(claims):
    for claim in items(claims):
        devices = claim.get("status", {}).get("allocation", {}).get("devices", {})
        users = claim.get("status", {}).get("reservedFor", [])
        for result in devices.get("results", []):
            parts = [result.get(key, "") for key in ("request", "driver", "pool", "device", "shareID")]
            parts += ["1" if result.get("adminAccess") else "", "gpu.nvidia.com"]
            parts += [users[1]["name"]] if len(users) > 1 else []
            yield from pairs("g", {claim["metadata"]["name"]: "|".join(parts)})


def slice_strings(slices):
    for entry in items(slices):
        spec = entry["spec"]
        for device in spec["devices"]:
            basic = device.get("basic", device)
            values = {name: text(next(iter(value.values())))
                      for name, value in basic.get("attributes", {}).items()}
            values |= {"@" + name: text(value["value"] if isinstance(value, dict) else value)
                       for name, value in basic.get("capacity", {}).items()}
            for name, value in values.items():
                key = "|".join([spec["driver"], spec["pool"]["name"], device["name"], name])
                yield from pairs("t", {key: value})


def koordinator_strings(device):
    for entry in device.get("spec", {}).get("devices", []):
        memory = entry.get("resources", {}).get("koordinator.sh/gpu-memory", "")
        bus = entry.get("topology", {}).get("busID", "")
        parts = [entry.get("type", ""), str(entry.get("minor", "")), bus, memory]
        yield from pairs("K", {entry.get("id", ""): "|".join(parts)})


def strings(case):
    def load(name, default):
        path = case / name
        return json.loads(path.read_text()) if path.exists() else default

    yield from pod_strings(load("pod.json", {}))
    yield from node_strings(load("node.json", {}))
    yield from claim_strings(load("claims.json", []))
    yield from slice_strings(load("slices.json", []))
    yield from koordinator_strings(load("device.json", {}))
    for entry in load("ids.json", []):
        yield from pairs("v", {entry["resource"]: entry["id"]})


def write(corpus, target, name, data):
    folder = corpus / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def main():
    fixtures, corpus = map(pathlib.Path, sys.argv[1:])
    for want in sorted(fixtures.glob("*/*/want.json")):
        case = want.parent
        scheme = case.parent.name
        data = "\0".join(strings(case)).encode()
        for target in (f"scheme_{scheme}_fuzz", "scheme_together_fuzz"):
            write(corpus, target, f"{scheme}-{case.name}", data)
        for number, value in enumerate(data.split(b"\0")):
            write(corpus, "scheme_parsers_fuzz", f"{scheme}-{case.name}-{number}",
                  b"nvidia.com/gpu\0" + value)


if __name__ == "__main__":
    main()
