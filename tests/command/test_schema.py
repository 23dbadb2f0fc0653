"""Check the schema of --json; test_numbers.py checks that all reports fit it."""

from __future__ import annotations

import json

from helpers import ROOT
from result_files import run

SCHEMA = json.loads((ROOT / "scorio_lite/_command/schema.json").read_text(encoding="utf-8"))
KEYWORDS = "type properties required additionalProperties items anyOf enum const minimum $ref $defs $schema title"
KINDS = {"object": dict, "array": list, "string": str, "null": type(None), "integer": int, "number": (int, float)}


def fits(value, schema):
    """Whether a value fits a schema, for the keywords that our schema has."""
    assert {*schema} <= {*KEYWORDS.split()}
    if "$ref" in schema:
        return fits(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema and not any(fits(value, one) for one in schema["anyOf"]):
        return False
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        return False
    if "minimum" in schema and value < schema["minimum"]:
        return False
    if "type" in schema and schema["type"] != "boolean":
        if not isinstance(value, KINDS[schema["type"]]) or isinstance(value, bool):
            return False
    elif "type" in schema:
        return isinstance(value, bool)
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        parts = [(x, known.get(name, others)) for name, x in value.items()]
        return {*schema.get("required", ())} <= {*value} and all(one is not False and fits(x, one) for x, one in parts)
    return not isinstance(value, list) or all(fits(x, schema.get("items", {})) for x in value)


def kinds(value):
    """Return the titles of the schemas that the value fits: one, whatever the command prints."""
    return [one["title"] for one in SCHEMA["anyOf"] if fits(value, one)]


def test_a_refusal():
    assert kinds(json.loads(run("-", "--json", stdin="id,note\na,x\nb,y\nc,z\nd,u\n")[1])) == ["refusal"]


def test_what_does_not_fit():
    assert kinds({"error": 1}) == kinds({"schema_version": 1}) == []
