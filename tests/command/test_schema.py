"""Check the schema of --json; test_forms.py checks that all reports fit it."""

from __future__ import annotations

import json

from helpers import ROOT
from result_files import run

SCHEMA = json.loads((ROOT / "scorio_lite/_command/schema.json").read_text(encoding="utf-8"))
KINDS = {"object": dict, "array": list, "string": str, "null": type(None), "integer": int, "number": (int, float)}


def fits(value, schema):
    """Whether a value fits a schema, for the keywords that ours has. Those on parts come after the type."""
    known = schema.get("properties", {})
    checks = {
        "title": lambda _: True,
        "$ref": lambda name: fits(value, SCHEMA["$defs"][name.rpartition("/")[2]]),
        "anyOf": lambda kinds: any(fits(value, one) for one in kinds),
        "enum": lambda values: value in values,
        "const": lambda one: value == one,
        "type": lambda name: (
            isinstance(value, KINDS.get(name, bool)) and isinstance(value, bool) == (name == "boolean")
        ),
        "minimum": lambda least: value >= least,
        "required": lambda names: {*names} <= {*value},
        "properties": lambda _: all(fits(value[name], one) for name, one in known.items() if name in value),
        "additionalProperties": lambda one: all(
            one is not False and fits(value[name], one) for name in {*value} - {*known}
        ),
        "items": lambda one: all(fits(part, one) for part in value),
    }
    return all(checks[keyword](asked) for keyword, asked in schema.items())


def kinds(value):
    """Return the titles of the schemas that the value fits: one, whatever the command prints."""
    return [one["title"] for one in SCHEMA["anyOf"] if fits(value, one)]


def test_a_refusal():
    assert kinds(json.loads(run("-", "--json", stdin="id,note\na,x\nb,y\nc,z\nd,u\n")[1])) == ["refusal"]
    assert kinds({"error": 1}) == kinds({"schema_version": 2}) == []
