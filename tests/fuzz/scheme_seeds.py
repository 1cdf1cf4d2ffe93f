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
            reference = env.get("valueFrom", {}).get("configMapKeyRef")
            if reference:
                yield from pairs("g", {reference.get("name", ""): ""})
            else:
                yield from pairs("e", {env.get("name", ""): env.get("value", "")})
        for source in spec.get("envFrom", []):
            yield from pairs("g", {source.get("configMapRef", {}).get("name", ""): ""})
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
    extended = status.get("extendedResourceClaimStatus")
    if extended:
        yield from pairs("E", {extended.get("resourceClaimName", ""): ""})
        for mapping in extended.get("requestMappings", []):
            request = joined(mapping.get("resourceName"), mapping.get("requestName"))
            yield from pairs("M", {mapping.get("containerName", ""): request})


def node_strings(node):
    meta, status = node.get("metadata", {}), node.get("status", {})
    yield from pairs("A", meta.get("annotations"))
    yield from pairs("L", meta.get("labels"))
    yield from pairs("C", status.get("capacity"))


def joined(*parts):
    return "\1".join(str(part or "") for part in parts)


def claim_strings(claim):
    meta, status = claim.get("metadata", {}), claim.get("status", {})
    yield from pairs("R", {meta.get("name", ""): meta.get("namespace", "")})
    for request in claim.get("spec", {}).get("devices", {}).get("requests", []):
        way = request.get("exactly", request)
        admin = "admin" if way.get("adminAccess") else ""
        yield from pairs("Q", {request.get("name", ""): joined(way.get("deviceClassName"), admin)})
    results = status.get("allocation", {}).get("devices", {}).get("results", [])
    for result in results:
        admin = "admin" if result.get("adminAccess") else ""
        value = joined(result.get("driver"), result.get("pool"), result.get("shareID"), admin)
        yield from pairs("r", {result.get("device", ""): value})
        yield from pairs("t", {result.get("request", ""): ""})
        yield from pairs("K", result.get("consumedCapacity"))
    for consumer in status.get("reservedFor", []):
        yield from pairs("V", {consumer.get("name", ""): consumer.get("uid", "")})


def slice_strings(part):
    spec = part.get("spec", {})
    pool = spec.get("pool", {})
    value = joined(spec.get("driver"), pool.get("name"), pool.get("generation"),
                   spec.get("nodeName"))
    yield from pairs("S", {part.get("metadata", {}).get("name", ""): value})
    kinds = ("string", "version", "int", "bool")
    for device in spec.get("devices", []):
        body = device.get("basic", device)
        yield from pairs("D", {device.get("name", ""): ""})
        if "nodeName" in body:
            yield from pairs("N", {body["nodeName"]: ""})
        for name, attribute in body.get("attributes", {}).items():
            for kind, content in attribute.items():
                if kind in kinds:
                    yield from pairs("T", {name: content})
        for name, amount in body.get("capacity", {}).items():
            yield from pairs("P", {name: amount["value"] if isinstance(amount, dict) else amount})


def dra_strings(objects, strings_of):
    for item in objects if isinstance(objects, list) else objects.get("items", [objects]):
        yield from strings_of(item)


def object_strings(item):
    yield from pairs("G", item.get("metadata", {}).get("labels"))
    for device in item.get("spec", {}).get("devices", []):
        bus = device.get("topology", {}).get("busID")
        memory = device.get("resources", {}).get("koordinator.sh/gpu-memory")
        value = joined(device.get("minor"), bus, text(device.get("health")), memory)
        yield from pairs("O", {device.get("id", ""): value})


def strings(case):
    def load(name, default):
        path = case / name
        return json.loads(path.read_text()) if path.exists() else default

    yield from pod_strings(load("pod.json", {}))
    yield from node_strings(load("node.json", {}))
    yield from dra_strings(load("claims.json", []), claim_strings)
    yield from dra_strings(load("slices.json", []), slice_strings)
    yield from object_strings(load("device.json", {}))
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
