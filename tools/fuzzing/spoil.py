"""What can happen to a result file: each spoiling returns bytes, and how the command must end with them.

That is "same" (the numbers of the file before), "refused", or "any": with another digit it may be as honest.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import zipfile
from copy import deepcopy
from typing import Any, Iterator, Tuple

from fuzzing.formats import Document, zipped

Spoiled = Tuple[bytes, str]

TOKENS = [  # what JSON may hold, and json.dumps does not write
    *("7" * 5000, "1" * 100_000, "1e999", "1e-999", "0." + "0" * 5000 + "1", "NaN", "-Infinity", "[" * 900 + "]" * 900),
    *('{"a":' * 400 + "1" + "}" * 400, "[" * 5000 + "]" * 5000, '"\\ud800"', '"\\u0000\\u001b[31m\\n\\u2028"'),
    *('{"value": 1, "value": 0, "reward": 1, "reward": 0}', "1.0000000000000001", "None"),
]
# fmt: off
VALUES: list[Any] = [
    None, True, False, 0, 1, 2, -1, 0.5, 1e308, 5e-324, 2**64, 10**400, "", " ", "C", "pass", "nan", "1", "0",
    "x" * 500, "y" * 5000, "\x00\n\x1b[2J", "\u202e", [], {}, [1], {"a": 1}, [[]], {"reward": 1}, {"value": "C"}, [{}],
    *(f"@{i}@" for i in range(len(TOKENS))),
]
KNOWN = (
    "passed", "reward", "id", "task_id", "eval", "samples", "simulations", "status", "trial", "graded_list", "doc_id",
    "traces", "rewards",
)
FIELDS = [
    *KNOWN, "__class__", "value", "config", "epochs", "num_trials", "info", "error", "scores", "metrics", "filter",
    "model", "Passed ", " " * 5000 + "task_id", "k" * 5000, "\ud800", "\n", "", "nan", "t0", "t1", "score", "outcome",
]
# fmt: on


def places(value: Any, path: tuple = ()) -> Iterator[tuple]:
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
    for i, token in enumerate(TOKENS):
        data = data.replace(f'"@{i}@"'.encode(), token.encode())
    return data


def with_other_trials(rng: random.Random, document: Document) -> Document | None:
    """A list of records that lacks one or has one twice; None if it is no such list."""
    value = deepcopy(document.value)
    name = next((name for name in ("samples", "simulations") if name in value), None)
    items = value[name] if name else value
    if document.kind == "csv" or not isinstance(items, list) or not isinstance(items[0], dict):
        return None
    if "graded_list" in items[0] or isinstance(items[0].get("correct"), list):  # a question each
        return None
    if rng.random() < 0.5:
        items.pop(rng.randrange(len(items)))
    else:
        items.insert(rng.randrange(len(items) + 1), deepcopy(rng.choice(items)))
    return document._replace(value=value)


def with_a_field_twice(rng: random.Random, data: bytes) -> bytes | None:
    """A record that says both; None if there is no field to say so."""
    names = [b'"passed": ', b'"Score": ', b'"correct": ', b'"reward": ', b'"id": ', b'"task_id": ', b'"exact_match": ']
    found = [name for name in names if name in data]
    if data[:1] not in (b"[", b"{") or not found or b'"what"' in data:
        return None
    name = rng.choice(found)
    i = data.index(name)
    return data[:i] + name + json.dumps(rng.choice([0, 1, "other"])).encode() + b", " + data[i:]


def cut(rng: random.Random, data: bytes) -> Spoiled:
    end = rng.randrange(len(data))
    is_whole = data[:1] not in b"[{" or b"\n" in data or not data[end:].strip()
    return data[:end], "any" if is_whole else "refused"


PIECES = [b"\xe4\x07x", b'"', b",", b"\n", b"[{", b"PK\x03\x04", b"\x1f\x8b", b"BZh", b" " * 10_000, b'"' * 999]


def patched(rng: random.Random, data: bytes) -> Spoiled:
    """A few bits changed, or a slice left out, doubled, moved or replaced."""
    for _ in range(rng.choice([1, 1, 2, 5]) if rng.random() < 0.5 else 0):
        i = rng.randrange(len(data))
        data = data[:i] + bytes([data[i] ^ 1 << rng.randrange(8)]) + data[i + 1 :]
    i = rng.randrange(len(data) + 1)
    j = i + rng.choice([0, 0, 1, 2, 10, 10**6])
    return data[:i] + rng.choice([b"", data[i:j] * 2, data[:20], *PIECES]) + data[j:], "any"


def not_text(rng: random.Random, data: bytes) -> Spoiled:
    if rng.random() < 0.3:
        name = rng.choice(["utf-16", "utf-16-be", "utf-32", "utf-32-le"])
        return data.decode("utf-8", "replace").encode(name), "refused"
    i = rng.choice([i for i in range(len(data) + 1) if not 0x80 <= (data[i : i + 1] or b"a")[0] < 0xC0])
    bad = [b"\xff", b"\xc3", b"\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xc0\xaf", b"\0", b"\0" * 100]
    return data[:i] + rng.choice(bad) + data[i:], "refused"


def other_spelling(rng: random.Random, data: bytes) -> Spoiled:
    if b'"' not in data or data[:1] in b"[{":
        data = data.replace(b"\n", rng.choice([b"\n", b"\r\n", b"\r", b" \n", b"\n\n"]))
    data = rng.choice([b"", b"\xef\xbb\xbf"]) + data + rng.choice([b"", b"\n", b"\n \n\r\n", b"\r"])
    return gzip.compress(data, rng.choice([0, 1, 9]), mtime=0) if rng.random() < 0.3 else data, "same"


def damaged(rng: random.Random, data: bytes) -> Spoiled:
    if rng.random() < 0.5:
        return data[: rng.randrange(4, len(data))], "refused"
    i = rng.randrange(3, len(data))
    return data[:i] + bytes([data[i] ^ 1 << rng.randrange(8)]) + data[i + 1 :], "same or refused"


SPOILINGS = [cut, cut, patched, patched, patched, patched, not_text, not_text, not_text, other_spelling]
SPOILINGS += [other_spelling, *[lambda rng, data: damaged(rng, gzip.compress(data, mtime=0))] * 2]
SAMPLE = {"id": "a", "epoch": 1, "scores": {"match": {"value": "C"}}}


def odd_members(rng: random.Random, data: bytes) -> Spoiled:
    """Archives with members of odd names or kinds, or there twice."""
    header, sample = ("header.json", b'{"status": "success", "eval": {}}'), ("samples/a.json", json.dumps(SAMPLE))
    bad = rng.choice([b"", b"\xff", b"\0", b"[" * 10**5, b"null", data, b'{"a": ' * 500 + b"1" + b"}" * 500])
    name = rng.choice(["samples/../../x.json", "/samples/x.json", "samples/\x1b[31m\n.json", "n" * 60_000, "../x.json"])
    kind = rng.choice([zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
    return rng.choice(
        [
            (zipped([header, sample, ("samples/a.json", sample[1].replace("C", "I"))]), "refused"),
            (zipped([header, ("samples/a.json", bad)]), "refused"),
            (zipped([header, (name, sample[1]), sample], kind), "any"),
            (rng.choice([b"junk", b"[0, 1]\n"]) + data + rng.choice([b"", b"junk", data]), "any"),
            (gzip.compress(data, mtime=0), "refused"),
        ]
    )


ARCHIVES = [damaged, damaged, damaged, odd_members]
MEGABYTE = 1_000_000
# fmt: off
UNITS = [  # what is repeated, with a number where it has braces, and what comes before and after it
    *((unit, "", "") for unit in (
        "1\n", "[]\n", "[1]\n", "{{}}\n", "\n", " ", ",", '"', "1,", "é", "\r", "[", "{{", '{{"a":', "9", "a,b\n",
        '{{"task_id": 1, "passed": 1}}\n', '""', "sep=,\n", "0.0,", "q{},1\n", '{{"task_id":{},"passed":1}}\n',
        '{{"task_id":1,"trial":{},"passed":1}}\n', '{{"k{}":1,"task_id":1,"passed":1}}\n',
    )),
    ("[],", "[", "[]]"), ("[", "", "]" * 500_000), ("9", "[[1,", "]]"), ("9", "[[1,1e", "]]"), ("t{},", "", "t\n1"),
    ("x", '{"task_id": "', '", "passed": 1}'), ("\\u0000", '{"task_id": "', '", "passed": 1}'), ("0", "a,b\n", "x,1\n"),
    (" ", '{"task_id":1,"passed', '":1}'), ('""', 'task_id,passed\n"', '",1\n'), ("a{0}b{0},", "task_id,", "x\n1"),
    ('"k{}":1,', '{"task_id":1,"passed":1,', '"b":1}'), ('"q{}":[],', '{"eval":{', '"b":[]}}'),
    ('"s{}":{{"value":"C"}},', '{"eval":{},"samples":[{"id":1,"scores":{', '"b":{"value":"I"}}}]}'),
]
BOMBS = [
    (b"\0", b"", b""), (b" ", json.dumps(SAMPLE).encode(), b""), (b"[],", b"[", b"[]]"), (b"0,", b"[[", b"1]]"),
    (b"a", b'{"id": "', b'", "scores": {"match": {"value": "C"}}}'), (b"{}\n", b"", b""), (b"1\n", b"1\n", b""),
    (b"\n", b"", b""), (b"[1]\n", b"", b""), ("é☃".encode(), b'["', b'"]'), (b'"\n",', b"", b"1"),
]
# fmt: on


def large(rng: random.Random) -> Spoiled:
    """A file of up to a megabyte that is large in one way, where work or memory could explode, or a bomb."""
    kind = rng.random()
    if kind < 0.3:
        return bomb(rng), "refused"
    if kind < 0.5:
        rows, columns = rng.choice([(1, 300_000), (2, 150_000), (10, 30_000), (300, 1000), (5000, 64), (10**5, 3)])
        matrix = [[int(rng.random() < (i + 1) / (rows + 1)) for _ in range(columns)] for i in range(rows)]
        text = "\n".join(",".join(map(str, row)) for row in matrix)
        return (json.dumps(matrix) if rng.random() < 0.5 else text).encode(), "any"
    unit, before, after = rng.choice(UNITS)
    number = MEGABYTE // (len(unit.encode()) + 5 * ("{}" in unit or "{0}" in unit))
    return (before + "".join(map(unit.format, range(number))) + after).encode(), "any"


def bomb(rng: random.Random) -> bytes:
    """What inflates to hundreds of megabytes: in a gzip file, or in the members of a zip file."""
    unit, before, after = rng.choice(BOMBS)
    block, content = unit * (MEGABYTE // len(unit)), io.BytesIO()
    if rng.random() < 0.3:
        return zipped([(f"samples/{i}.json", before + block * 30 + after) for i in range(10)])
    with gzip.GzipFile(fileobj=content, mode="wb", mtime=0) as file:
        for piece in (before, *[block] * rng.choice([50, 300]), after):
            file.write(piece)
    return content.getvalue()
