"""Spoil a document: delete, double, add or replace any of its parts."""

from __future__ import annotations

from copy import deepcopy

TOKENS = [  # tokens of JSON that json.dumps does not write
    "7" * 5000,
    "1e999",
    "1e-999",
    "0." + "0" * 5000 + "1",
    "NaN",
    "-Infinity",
    "[" * 5000 + "]" * 5000,
    '"\\ud800"',
    '{"a":' * 400 + "1" + "}" * 400,
    '{"value": 1, "value": 0, "reward": 1, "reward": 0}',
    "1.0000000000000001",
    "None",
]
VALUES = [
    None,
    True,
    False,
    0,
    1,
    2,
    -1,
    0.5,
    1e308,
    5e-324,
    2**64,
    10**400,
    "",
    " ",
    "C",
    "pass",
    "nan",
    "1",
    "0",
    "x" * 5000,
    "\x00\n\x1b[2J",
    "\u202e",
    [],
    {},
    [1],
    {"a": 1},
    [[]],
    {"reward": 1},
    {"value": "C"},
    [{}],
    *(f"@{i}@" for i in range(len(TOKENS))),
]
FIELD_WORDS = """
passed reward id task_id eval samples simulations status trial doc_id traces rewards value config epochs num_trials info
error scores metrics filter model resolved nan t0 t1 score outcome columns data
"""
FIELDS = [*FIELD_WORDS.split(), "Passed ", " " * 5000 + "task_id", "k" * 5000, "\ud800", "\n", ""]


def places(value, path=()):
    yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(item, (*path, key))


def changed(rng, value):
    """Copy a document and delete, double, add or replace a few of its parts."""
    value = deepcopy(value)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        *path, last = rng.choice(list(places(value))[1:] or [(None,)])
        if last is None:
            break
        item, what = value, rng.random()
        for key in path:
            item = item[key]
        if what < 0.15:
            del item[last]
        elif what < 0.25 and isinstance(item, list):
            item.insert(rng.randrange(len(item) + 1), deepcopy(rng.choice(item)))
        elif what < 0.45 and isinstance(item, dict):
            item[rng.choice(FIELDS)] = deepcopy(rng.choice(VALUES))
        else:
            item[last] = deepcopy(rng.choice(VALUES))
    return value


def with_tokens(text):
    """Return the bytes of a document, with each of TOKENS in place of its placeholder "@0@", "@1@", ..."""
    for i, token in enumerate(TOKENS):
        text = text.replace(f'"@{i}@"', token)
    return text.encode("utf-8", "surrogatepass")
