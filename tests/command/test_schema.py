"""Check the schema of --json; test_numbers.py checks that all reports fit it."""

from __future__ import annotations

import json
from itertools import chain

from helpers import ROOT
from result_files import run

SCHEMA = json.loads((ROOT / "scorio_lite/_command/schema.json").read_text(encoding="utf-8"))
KEYWORDS = {"type", "properties", "required", "additionalProperties", "items", "anyOf", "enum", "const", "minimum"}
KINDS = {
    "object": dict,
    "array": list,
    "string": str,
    "null": type(None),
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


def problems(value, schema, at="$"):
    """Yield why a value does not fit a schema, for the keywords that our schema has."""
    unknown = {*schema} - KEYWORDS - {"$ref", "$defs", "$schema", "title"}
    assert not unknown, unknown
    if "$ref" in schema:
        yield from problems(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], at)
    if "anyOf" in schema:
        found = [list(problems(value, one, at)) for one in schema["anyOf"]]
        if all(found):
            yield from min(found, key=lambda some: -max(one.count(".") for one in some))
    if ("enum" in schema and value not in schema["enum"]) or ("const" in schema and value != schema["const"]):
        yield f"{at} is {value!r}"
    if "minimum" in schema and isinstance(value, int) and value < schema["minimum"]:
        yield f"{at} is {value!r}"
    kind = schema.get("type")
    if kind and (not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind in ("integer", "number"))):
        yield f"{at} is no {kind}: {value!r}"
    elif isinstance(value, dict):
        yield from (f"{at}.{name} is missing" for name in schema.get("required", ()) if name not in value)
        for name, one in value.items():
            own = schema.get("properties", {}).get(name, schema.get("additionalProperties", True))
            if own is False:
                yield f"{at}.{name} is not known"
            elif own is not True:
                yield from problems(one, own, f"{at}.{name}")
    elif isinstance(value, list) and "items" in schema:
        yield from chain.from_iterable(problems(one, schema["items"], f"{at}[{i}]") for i, one in enumerate(value))


def kinds(value):
    """Return the titles of the schemas that the value fits: one, whatever the command prints."""
    return [one["title"] for one in SCHEMA["anyOf"] if not list(problems(value, one))]


def test_a_refusal():
    assert kinds(json.loads(run("-", "--json", stdin="id,note\na,x\nb,y\nc,z\nd,u\n")[1])) == ["refusal"]


def test_what_does_not_fit():
    assert list(problems({"error": 1}, SCHEMA)) != []
