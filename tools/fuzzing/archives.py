"""Zip files that are no honest Inspect logs, and bombs."""

from __future__ import annotations

import gzip
import json
import random
import struct
import zipfile
import zlib
from typing import Any, Callable

from fuzzing.honest import archive, zipped
from fuzzing.spoil import Spoiled

SAMPLE = {"id": "a", "epoch": 1, "scores": {"match": {"value": "C"}}}
HEADER = {"status": "success", "eval": {}}


def _log(*members: tuple[str, Any]) -> bytes:
    return zipped([(name, json.dumps(item).encode()) for name, item in (("header.json", HEADER), *members)])


def damaged(rng: random.Random, data: bytes) -> Spoiled:
    """Cut, or one bit changed: the sums tell, or if a name is changed the sample that is lost so."""
    if rng.random() < 0.4:
        return data[: rng.randrange(4, len(data))], "refused"
    i = rng.randrange(len(data))
    return data[:i] + bytes([data[i] ^ 1 << rng.randrange(8)]) + data[i + 1 :], "same or refused"


def with_a_field(rng: random.Random, data: bytes) -> Spoiled:
    """A field of a header set to an extreme."""
    signature, offsets = rng.choice(
        [
            (b"PK\x01\x02", [(6, 2), (8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (28, 2), (30, 2), (32, 2), (42, 4)]),
            (b"PK\x03\x04", [(4, 2), (6, 2), (8, 2), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2)]),
            (b"PK\x05\x06", [(4, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2)]),
        ]
    )
    starts = [i for i in range(len(data) - 4) if data.startswith(signature, i)]
    offset, size = rng.choice(offsets)
    i = rng.choice(starts) + offset
    value = rng.choice([0, 1, 8, 9, 12, 14, 93, 99, 0x800, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, rng.randrange(1 << 32)])
    return data[:i] + value.to_bytes(4, "little")[:size] + data[i + size :], "any"


def odd_members(rng: random.Random, data: bytes) -> Spoiled:
    """Archives with members of odd names, of other kinds, or there twice."""
    other = {**SAMPLE, "scores": {"match": {"value": "I"}}}
    name = rng.choice(["samples/../../x.json", "/samples/x.json", "samples/.json", "samples/" + "n" * 60_000 + ".json",
                       "samples/\x1b[31m\n.json", "samples\\x.json", "samples/\u202e.json", "../x.json"])  # fmt: skip
    choices: list[Callable[[], Spoiled]] = [
        lambda: (_log(("samples/a.json", SAMPLE), ("samples/a.json", other)), "refused"),
        lambda: (_log(*[("samples/a.json", {**SAMPLE, "epoch": None})] * 2), "refused"),
        lambda: (_log(("samples/a.json", SAMPLE), ("header.json", {"status": "error"})), "any"),
        lambda: (_log((name, rng.choice([SAMPLE, 1, [], {"id": []}]))), "any"),
        lambda: (zipped([("header.json", b"{}"), ("samples/a.json", data)]), "refused"),
        lambda: (zipped([("samples/a.json", rng.choice([b"", b"\xff", b"\0", b"[" * 10**5, b"null"]))]), "refused"),
        lambda: (zipped([("samples/a.json", b'{"a": ' * 500 + b"1" + b"}" * 500)]), "refused"),
        lambda: (zipped([]), "refused"),
        lambda: (rng.choice([b"junk", b"[0, 1]\n"]) + data, "any"),
        lambda: (data + rng.choice([b"junk", data, b"\0" * 100, b"PK\x05\x06"]), "any"),
        lambda: (gzip.compress(data, mtime=0), "refused"),
        lambda: (zipped([("header.json", json.dumps(HEADER).encode()), ("samples/a.json", json.dumps(SAMPLE).encode())],
                      rng.choice([zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])), "any"),
        lambda: (data.replace(b"samples/", b"samples\xff"), "refused"),
        lambda: (_extra(rng, data), "any"),
    ]  # fmt: skip
    return rng.choice(choices)()


def _extra(rng: random.Random, data: bytes) -> bytes:
    """An extra field, as those that say 64 bits, in the first entry of the directory: its sizes may be anything."""
    i = data.index(b"PK\x01\x02")
    start = i + 46 + int.from_bytes(data[i + 28 : i + 30], "little")
    body = rng.choice([b"", b"\xff" * 8, b"\xff" * 16, b"\xff" * 24, b"\0" * 24, b"ab"])
    extra = struct.pack("<HH", rng.choice([1, 1, 7]), rng.choice([len(body), 0, 8, 24, 0xFFFF])) + body
    entry = bytearray(data[i:start])
    entry[30:32] = struct.pack("<H", rng.choice([len(extra), len(extra), 2, 0xFFFF]))
    for at in rng.sample([20, 24, 42], rng.randint(1, 3)):
        entry[at : at + 4] = b"\xff" * 4
    end = bytearray(data[data.rindex(b"PK\x05\x06") :])
    size = int.from_bytes(end[12:16], "little") + len(extra)
    end[12:16] = struct.pack("<I", size)
    return data[:i] + bytes(entry) + extra + data[start : data.rindex(b"PK\x05\x06")] + bytes(end)


ARCHIVES = [damaged, damaged, damaged, with_a_field, with_a_field, odd_members]


# --- bombs ------------------------------------------------------------------------------------------------------------


def _repeated(unit: bytes, size: int, before: bytes = b"", after: bytes = b"") -> tuple[bytes, int, int]:
    """The deflated form of a unit repeated up to a size in bytes, made without holding it; its sum and its size."""
    block = unit * ((1 << 20) // len(unit))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    parts, crc, total = [], 0, 0
    for piece in (before, *([block] * (size // len(block))), after):
        parts.append(deflate.compress(piece))
        crc, total = zlib.crc32(piece, crc), total + len(piece)
    return b"".join([*parts, deflate.flush()]), crc, total


def gzip_bomb(unit: bytes, size: int, before: bytes = b"", after: bytes = b"") -> bytes:
    body, crc, total = _repeated(unit, size, before, after)
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + body + struct.pack("<II", crc, total & 0xFFFFFFFF)


def zip_bomb(unit: bytes, size: int, before: bytes, after: bytes, entries: int = 1, said: int | None = None) -> bytes:
    """An archive with so many entries that share one body, which may say that it is smaller than it is."""
    body, crc, total = _repeated(unit, size, before, after)
    sizes = struct.pack("<HHHHHIII", 20, 0, 8, 0, 0, crc, len(body), total if said is None else said)
    first = b"samples/000000.json"
    local = b"PK\x03\x04" + sizes + struct.pack("<HH", len(first), 0) + first + body
    directory = b"".join(
        b"PK\x01\x02\x14\0" + sizes + struct.pack("<HHHHHII", 19, 0, 0, 0, 0, 0, 0) + f"samples/{i:06}.json".encode()
        for i in range(entries)
    )
    counts = struct.pack("<HHHHIIH", 0, 0, entries & 0xFFFF, entries & 0xFFFF, len(directory), len(local), 0)
    return local + directory + b"PK\x05\x06" + counts


def nested(data: bytes, depth: int) -> bytes:
    for _ in range(depth):
        data = zipped([("samples/a.json", data)])
    return data


def bomb(rng: random.Random) -> Spoiled:
    """What inflates to hundreds of megabytes, or would to terabytes."""
    size = rng.choice([5 * 10**7, 3 * 10**8])
    unit, before, after = rng.choice(
        [
            (b"\0", b"", b""),
            (b" ", json.dumps(SAMPLE).encode(), b""),
            (b"[],", b"[", b"[]]"),
            (b"0,", b"[[", b"1]]"),
            (b"a", b'{"id": "', b'", "scores": {"match": {"value": "C"}}}'),
            (b"{}\n", b"", b""),
            (b"1\n", b"1\n", b""),
            (b"\n", b"", b""),
            (b"[1]\n", b"", b""),
            (b'{"task_id": 1, "passed": 1}\n', b"", b""),
            ("é☃".encode(), b'["', b'"]'),
            (b'"\n",', b"", b"1"),
        ]
    )
    kind = rng.random()
    if kind < 0.5:
        return gzip_bomb(unit, size, before, after), "refused" if unit != b'{"task_id": 1, "passed": 1}\n' else "any"
    if kind < 0.8:
        return zip_bomb(unit, size, before, after, said=rng.choice([None, None, 100])), "refused"
    if kind < 0.95:
        return zip_bomb(unit, 10**7, before, after, entries=rng.choice([10, 10_000])), "refused"
    return nested(archive(rng, {**HEADER, "samples": [SAMPLE]}), 200), "refused"
