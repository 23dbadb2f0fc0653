"""What can happen to a result file: each spoiling returns bytes, and how the command must end with them.

That is "same" (the numbers of the file before), "refused", or "any": with another digit it may be as honest.
"""

from __future__ import annotations

import gzip
import json
import random
from copy import deepcopy
from typing import Any, Callable, Iterator, Tuple

from fuzzing.honest import Document

Spoiled = Tuple[bytes, str]

TOKENS = {  # what JSON may hold, and json.dumps does not write
    "digits": "7" * 5000,
    "many digits": "1" * 100_000,
    "exponent": "1e999",
    "small": "1e-999",
    "zeros": "0." + "0" * 5000 + "1",
    "nan": "NaN",
    "infinity": "-Infinity",
    "deep": "[" * 900 + "]" * 900,
    "deep objects": '{"a":' * 400 + "1" + "}" * 400,
    "deeper": "[" * 5000 + "]" * 5000,
    "surrogate": '"\\ud800"',
    "control": '"\\u0000\\u001b[31m\\n\\u2028"',
    "twice": '{"value": 1, "value": 0, "reward": 1, "reward": 0}',
    "float": "1.0000000000000001",
    "word": "true",
    "no JSON": "None",
}
VALUES = [
    *(
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
        -(10**18),
        "",
        " ",
        "C",
        "pass",
        "nan",
        "1",
        "0",
    ),
    *(
        "x" * 500,
        "y" * 5000,
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
    ),
    *(f"@{name}@" for name in TOKENS),
]
KNOWN = (
    "passed",
    "reward",
    "id",
    "task_id",
    "eval",
    "samples",
    "simulations",
    "status",
    "trial",
    "graded_list",
    "doc_id",
)
FIELDS = [
    *KNOWN,
    *("__class__", "value", "config", "epochs", "num_trials", "info", "error", "scores", "metrics", "filter", "model"),
    *("Passed ", " " * 5000 + "task_id", "k" * 5000, "\ud800", "\n", "", "nan", "t0", "t1", "score", "outcome"),
]


def places(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """The paths of all parts of a document."""
    yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(item, (*path, key))


def chosen_part(rng: random.Random, value: Any) -> tuple[Any, Any] | None:
    """Where a part of a document is: what holds it, and its key there; None if the document has none."""
    *path, last = rng.choice(list(places(value))[1:] or [(None,)])
    if last is None:
        return None
    for key in path:
        value = value[key]
    return value, last


def spoiled_document(rng: random.Random, document: Document) -> Document:
    """A document with wrong things in some places."""
    value = deepcopy(document.value)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        part = chosen_part(rng, value)
        if not part:
            break
        item, last = part
        what = rng.random()
        if what < 0.15:
            del item[last]
        elif what < 0.25 and isinstance(item, list):
            item.insert(rng.randrange(len(item) + 1), deepcopy(rng.choice(item)))
        elif what < 0.45 and isinstance(item, dict):
            item[rng.choice(FIELDS)] = deepcopy(rng.choice(VALUES))
        else:
            item[last] = deepcopy(rng.choice(VALUES))
    return document._replace(value=value)


def with_tokens(data: bytes) -> bytes:
    """What stands for a token of JSON, replaced by it."""
    for name, token in TOKENS.items():
        data = data.replace(f'"@{name}@"'.encode(), token.encode())
    return data


# --- bytes ------------------------------------------------------------------------------------------------------------


def cut(rng: random.Random, data: bytes) -> Spoiled:
    end = rng.randrange(len(data))
    is_whole = data[:1] not in b"[{" or b"\n" in data or not data[end:].strip()
    return data[:end], "any" if is_whole else "refused"


def flipped(rng: random.Random, data: bytes) -> Spoiled:
    copy = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        copy[rng.randrange(len(copy))] ^= rng.choice([1 << rng.randrange(8), rng.randrange(1, 256)])
    return bytes(copy), "any"


def patched(rng: random.Random, data: bytes) -> Spoiled:
    """A slice left out, doubled, moved or replaced."""
    i, j = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    j = min(j, i + rng.choice([1, 2, 10, 10**6]))
    new = rng.choice(
        [b"", data[i:j] * 2, bytes(rng.randrange(256) for _ in range(3)), data[:20], b'"', b",", b"\n", b"[{"]
    )
    return data[:i] + new + data[j:], "any"


def with_zero(rng: random.Random, data: bytes) -> Spoiled:
    i = rng.randrange(len(data) + 1)
    return data[:i] + b"\0" * rng.choice([1, 100]) + data[i:], "refused"


def not_text(rng: random.Random, data: bytes) -> Spoiled:
    i = rng.choice([i for i in range(len(data) + 1) if not 0x80 <= (data[i : i + 1] or b"a")[0] < 0xC0])
    bad = rng.choice([b"\xff", b"\xc3", b"\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc0\xaf", b"\xe4\xf6\xfc"])
    return data[:i] + bad + data[i:], "refused"


def other_encoding(rng: random.Random, data: bytes) -> Spoiled:
    name = rng.choice(["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-7"])
    encoded = data.decode("utf-8", "replace").encode(name)
    return encoded, "any" if name == "utf-7" else "refused"


def other_spelling(rng: random.Random, data: bytes) -> Spoiled:
    """Bytes that say the same."""
    mark = rng.choice([b"", b"\xef\xbb\xbf"])
    if b'"' not in data or data[:1] in b"[{":
        end = rng.choice([b"\n", b"\r\n", b"\r", b" \n", b"\n\n"])
        data = data.replace(b"\n", end)
    elif rng.random() < 0.5:
        data = data.replace(b"\n", b"\r\n")
    return mark + data + rng.choice([b"", b"\n", b"\n \n\r\n", b"\r"]), "same"


def packed(rng: random.Random, data: bytes) -> Spoiled:
    if rng.random() < 0.5:
        return gzip.compress(data, rng.choice([0, 1, 9]), mtime=0), "same"
    i = rng.randrange(len(data) + 1)
    return gzip.compress(data[:i], mtime=0) + gzip.compress(data[i:], mtime=0) + b"\0" * rng.choice([0, 0, 9]), "same"


def packed_badly(rng: random.Random, data: bytes) -> Spoiled:
    """A gzip file that is cut, or changed; its sums tell unless what is changed says nothing."""
    data = gzip.compress(data, mtime=0)
    if rng.random() < 0.5:
        return data[: rng.randrange(3, len(data))], "refused"
    if rng.random() < 0.2:
        return data + rng.choice(
            [b"x", b"\x1f\x8b", gzip.compress(data, mtime=0), bytes(rng.randrange(256) for _ in range(9))]
        ), "any"
    i = rng.randrange(3, len(data))
    return data[:i] + bytes([data[i] ^ 1 << rng.randrange(8)]) + data[i + 1 :], "same or refused"


def noise(rng: random.Random, data: bytes) -> Spoiled:
    size = rng.choice([0, 1, 2, 10, 1000, 10_000])
    some = [
        bytes(rng.randrange(256) for _ in range(size)),
        b"\n" * size,
        b" " * size,
        data * 2,
        b'"' * size,
        b"," * size,
    ]
    return rng.choice(
        [b"PK\x03\x04", b"\x1f\x8b", b"\x1f\x8b\x08\x00", b"[", b"{", b"", b"BZh", b"\xfd7zXZ"]
    ) + rng.choice(some), "any"


SPOILINGS: list[Callable[[random.Random, bytes], Spoiled]] = [
    *(cut, cut, flipped, flipped, patched, patched, with_zero, not_text, other_encoding, other_spelling),
    *(packed, packed_badly, packed_badly, noise),
]


# --- records ----------------------------------------------------------------------------------------------------------


def without_a_trial(rng: random.Random, document: Document) -> Document | None:
    """A list of records that lacks one, which must be noticed where there are other questions, and more trials."""
    return _items(document, lambda items: items.pop(rng.randrange(len(items))))


def with_a_trial_twice(rng: random.Random, document: Document) -> Document | None:
    return _items(document, lambda items: items.insert(rng.randrange(len(items) + 1), deepcopy(rng.choice(items))))


def _items(document: Document, change: Callable[[list], Any]) -> Document | None:
    value = deepcopy(document.value)
    name = "samples" if "samples" in value else "simulations" if "simulations" in value else None
    items = value[name] if name else value
    if document.kind == "csv" or not isinstance(items, list) or not isinstance(items[0], dict):
        return None
    if "graded_list" in items[0]:  # a question each
        return None
    change(items)
    return document._replace(value=value)


def with_a_field_twice(rng: random.Random, data: bytes) -> Spoiled | None:
    """A record that says both; None if there is no field to say so."""
    names = [b'"passed": ', b'"Score": ', b'"correct": ', b'"reward": ', b'"id": ', b'"task_id": ', b'"exact_match": ']
    found = [name for name in names if name in data]
    if data[:1] not in (b"[", b"{") or not found or b'"what"' in data:
        return None
    name = rng.choice(found)
    i = data.index(name)
    return data[:i] + name + json.dumps(rng.choice([0, 1, "other"])).encode() + b", " + data[i:], "refused"
