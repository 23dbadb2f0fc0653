"""List the files in folders and archives that may hold results."""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from itertools import islice, takewhile
from os import SEEK_CUR
from pathlib import Path, PurePosixPath

from ..grading import errors_of
from ..text import CELL_COLUMNS, NAME_COLUMNS, shortened
from .item import Item, Refusal
from .json import parsed
from .source import ARCHIVES, START, Measure, Member, Unpacked, is_tree, packing_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Callable, Iterable, Sequence
    from zipfile import ZipInfo

_RESULTS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".eval", ".parquet")
_PACKED = (".gz", ".zst", ".bz2", ".xz")
_ENDS = (*ARCHIVES, *_RESULTS, *(end + packed for end in _RESULTS for packed in _PACKED))  # else the start tells
_TEXTS = (".md", ".rst", ".py", ".sh", ".html", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".lock", ".log")
_DEEPEST = 3  # archives in archives
_MOST = 200_000  # files in a folder or an archive
_WIDEST = 80  # characters of the name of such a file
_LONGEST = 120  # characters of a message of tarfile
_BLOCK = 1 << 16
_INSPECT = ("header.json", "_journal/", "samples/")  # the entries of an .eval file
_ZSTD = 93  # the number of this compression in a zip
_NAME_SIZE = 26  # the offset, in an entry's header, of the sizes of its name and of its extra field
_CONVERT = "convert the log with `inspect log dump FILE > FILE.json`"
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*(?:[\[{\"\]]|-?\d|true|false|null))")


class _Whole(Measure):
    """Limits how many bytes an archive gives in all. (Lines and brackets are limited in each file, when it is read.)"""

    def add(self, block: bytes, packed: int) -> None:
        self.counts["size"] += len(block)
        super().add(b"", packed)


def files_of(names: Sequence[str]) -> list[Member]:
    """Return the files in folders and archives, and single files. Their paths begin below the folder that has all."""
    top = os.path.commonpath(
        [os.path.abspath(name if os.path.isdir(name) else os.path.dirname(name) or ".") for name in names]
    )
    members: list[Member] = []
    for name in names:
        with errors_of(name):
            if os.path.isdir(name):
                members += _in_folder(name, top)
            elif not is_tree(name):
                members.append(Member(name, os.path.relpath(name, top)))
            else:
                member = Member(name, name if len(names) > 1 else ".", False)
                members += _unpacked(member, _DEEPEST)
    return members


def may_hold_results(start: bytes) -> bool:
    """Whether a file with this start may be JSON, Parquet, or a table of several columns."""
    packing = packing_of(start)
    if packing == "gzip":
        import zlib

        try:
            start = zlib.decompressobj(31).decompress(start, START)
        except zlib.error:
            return False
    text = start.decode("utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", errors="replace")
    if "\0" in text:
        return False
    if _JSON.match(text):
        return True
    lines = text.splitlines()
    lines = [line for line in (lines[:-1] if len(start) == START else lines) if line.strip()][:6]
    return packing == "parquet" or (len(lines) > 2 and any(_is_table(lines, mark) for mark in "\t;,|"))


def _is_table(lines: Sequence[str], mark: str) -> bool:
    """Whether this mark occurs equally often in all lines, and some column has only numbers and names (no prose)."""
    rows = [[cell.strip() for cell in line.split(mark)] for line in lines]
    if len(rows[0]) < 2 or len({*map(len, rows)}) > 1:
        return False
    return any(all(re.fullmatch(r"[\w.+-]{1,20}", cell) for cell in column) for column in zip(*rows))


def _unpacked(member: Member, depth: int) -> list[Member]:
    """Return the files in an archive, and in archives in it, up to `depth` levels. Return [member] for other files."""
    name = member.name.lower()
    if not name.endswith(ARCHIVES) or not depth:
        return [member]
    with member.open() as source:
        file = source.seekable()
    entries = _in_zip(file) if name.endswith(".zip") else _in_tar(file)
    if entries is None:
        return [member]
    stem = member.path
    while stem.lower().endswith(ARCHIVES):
        stem = stem.rpartition(".")[0]
    members = []
    for path, (inner, content) in entries.items():
        one = Member(inner, str(PurePosixPath(stem) / path), False, content, file.getbuffer().nbytes)
        with errors_of(shortened(inner, _WIDEST)):
            members += _unpacked(one, depth - 1)
    return members


def _in_zip(file: io.BytesIO) -> dict[str, tuple[str, bytes]] | None:
    """Return {path: (name, content)} of a zip; None for an .eval file of Inspect, also a zip, and for a damaged zip."""
    try:
        archive = Zip(file, file.getbuffer().nbytes, _Whole())
    except Refusal:  # it is damaged, and the reader of Inspect's says how
        return None
    if any(name.startswith(_INSPECT) for name in archive.names):
        return None
    archive.refuse_workbook()
    wanted = _in_archive(archive.names, lambda name: may_hold_results(archive.start(name)))
    return {path: (name, archive.content(name)) for name, path in wanted.items()}


def _wanted(names: Iterable[str], may: Callable[[str], bool]) -> dict[str, str]:
    """Return {name: path} for the files that may hold results by their ending, or else by `may(name)`.

    The paths begin below the deepest folder that holds all files.
    """
    split = {name: [piece for piece in name.split("/") if piece not in ("", ".", "..")] for name in names}
    every = {
        name: pieces for name, pieces in split.items() if not any(one.startswith((".", "__MAC")) for one in pieces)
    }
    if any(islice(every, _MOST, None)):
        raise Refusal("size", f"it has more than {_MOST:,} files; give a smaller folder")
    levels = zip(*(pieces[:-1] for pieces in every.values()))
    top = sum(1 for _ in takewhile(lambda folders: len(set(folders)) == 1, levels))
    found = {}
    for name, pieces in every.items():
        ending = pieces[-1].lower()
        if ending.endswith(_ENDS) or (not ending.endswith(_TEXTS) and may(name)):
            found[name] = "/".join(pieces[top:])
    return found


def _in_archive(names: list[str], may: Callable[[str], bool]) -> dict[str, str]:
    """Return {name: path} of files in an archive that may be results. Refuse one that has a path twice."""
    wanted = _wanted(names, may)
    paths = Counter(wanted[name] for name in names if name in wanted)
    twice = next((path for path, times in paths.items() if times > 1), None)
    if twice:
        raise Refusal("archive", f"{shortened(twice, _WIDEST)} is in the archive twice")
    return wanted


def _in_folder(name: str, top: str) -> list[Member]:
    files = {os.path.relpath(file, name).replace(os.sep, "/"): file for file in _files(name)}
    wanted = _wanted(files, lambda file: may_hold_results(_start(files[file])))
    once = {
        os.path.realpath(files[file]): file
        for file in sorted(wanted, key=lambda x: os.path.islink(files[x]), reverse=True)
    }
    members = []
    above = os.path.relpath(os.path.abspath(name), top).replace(os.sep, "/")
    for file in sorted(once.values()):
        path = wanted[file] if above == "." else f"{above}/{file}"
        member = Member(files[file], path, False)
        with errors_of(shortened(file, _WIDEST)):
            members += _unpacked(member, _DEEPEST)
    return members


def _start(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(START)
    except OSError:
        return b""


def _files(name: str) -> list[str]:
    """Return the files in a folder. Refuse a broken link: its target may have held trials."""
    top = Path(os.path.realpath(name))
    seen, starts, files = {str(folder) for folder in top.parents}, [name], []
    # Links to folders are followed. A folder that is found twice is listed once. A link to a folder around `name` is
    # left out, since to follow it would never end
    for start in starts:  # links come last
        for folder, inner, names in os.walk(start, onerror=_raise):
            real = os.path.realpath(folder)
            if real in seen:
                inner.clear()
                continue
            seen.add(real)
            starts += sorted(path for path in (os.path.join(folder, one) for one in inner) if os.path.islink(path))
            files += [os.path.join(folder, one) for one in names]
    for file in files:
        base = os.path.basename(file)
        if not os.path.exists(file) and (base.endswith(_ENDS) or "." not in base):
            path = shortened(os.path.relpath(file, name), _WIDEST)
            raise Refusal("link", f"{path} is a link to nothing; remove or mend it")
    return list(filter(os.path.isfile, files))  # a pipe, a socket or a device holds no results


def _raise(error: OSError) -> None:
    raise Refusal("folder", f"{shortened(os.path.basename(error.filename), _WIDEST)}: {error.strerror}")


def _in_tar(packed: IO[bytes]) -> dict[str, tuple[str, bytes]]:
    """Return {path: (name, content)} of a tar archive, gzipped or not."""
    import tarfile
    import zlib

    files, contents, measure = [], {}, _Whole()
    try:
        with tarfile.open(fileobj=_stream(packed, measure), mode="r|") as archive:
            for member in archive:
                is_plain = member.isreg() and not member.issparse()
                if not (member.isdir() or member.isdev()):  # a device, or a pipe
                    files.append((member.name, is_plain))
                if is_plain:
                    file: Any = archive.extractfile(member)
                    start = file.read(START)
                    if member.name.lower().endswith(_ENDS) or may_hold_results(start):
                        contents[member.name] = start + file.read()
            if measure.counts["size"] < archive.offset + tarfile.BLOCKSIZE:  # which tarfile takes for an end
                raise tarfile.ReadError("it ends too early")
        wanted = _in_archive([file for file, _ in files], contents.__contains__)
        link = next((wanted[file] for file, is_plain in files if file in wanted and not is_plain), None)
        if link:
            raise Refusal("link", f"{shortened(link, _WIDEST)} is a link, or not a plain file; unpack the archive")
        return {path: (name, contents[name]) for name, path in wanted.items()}
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise Refusal("damaged", f"a damaged archive: {shortened(str(error), _LONGEST)}") from None


def _stream(packed: IO[bytes], measure: Measure) -> IO[bytes]:
    import gzip

    is_packed = packed.read(2) == b"\x1f\x8b"
    packed.seek(0)
    unpacked: Any = gzip.GzipFile(fileobj=packed) if is_packed else packed
    return io.BufferedReader(Unpacked(unpacked, measure, packed.tell), _BLOCK)


class Zip:
    """A zip archive of `size` bytes. `measure` limits how much is unpacked."""

    def __init__(self, file: IO[bytes], size: int, measure: Measure) -> None:
        from zipfile import ZipFile

        self._file, self._size, self._measure = file, size, measure
        try:
            self._archive = ZipFile(file)
        except Exception as error:  # a damaged directory raises exceptions of many types
            raise Refusal("damaged", f"a damaged zip: {shortened(str(error), NAME_COLUMNS)}") from None
        self.names = [entry.filename for entry in self._archive.infolist() if not entry.is_dir()]

    def refuse_workbook(self) -> None:
        if "xl/workbook.xml" in self.names:
            raise Refusal("kind", "this is a workbook of Excel; save its sheet as CSV")

    def content(self, name: str) -> bytes:
        from zlib import crc32

        try:
            self._measure.begin()
            entry = self._archive.getinfo(name)
            with self._open(entry) as file:
                content = io.BufferedReader(Unpacked(file, self._measure, lambda: self._size)).read()
            if crc32(content) != entry.CRC:
                raise ValueError("Bad CRC-32")
            return content
        except NotImplementedError:
            reason = f"compressed in a way that this Python cannot open; {_CONVERT}"
        except ImportError:
            reason = f"compressed with zstd; install a module that reads it (pip install zstandard), or {_CONVERT}"
        except Refusal as error:
            raise error.within(shortened(name, CELL_COLUMNS)) from None
        except MemoryError:
            raise
        except Exception as error:  # every compression raises its own exceptions
            reason = f"cannot be unpacked ({shortened(str(error), NAME_COLUMNS)}); {_CONVERT}"
        raise Refusal("archive", f"{shortened(name, CELL_COLUMNS)}: {reason}")

    def start(self, name: str) -> bytes:
        """Return the first bytes of an entry; b"" if it cannot be unpacked."""
        try:
            with self._open(self._archive.getinfo(name)) as file:
                return file.read(START)
        except MemoryError:
            raise
        except Exception:  # every compression raises its own exceptions
            return b""

    def _open(self, entry: ZipInfo) -> IO[bytes]:
        try:
            return self._archive.open(entry)
        except NotImplementedError:
            if entry.compress_type != _ZSTD:
                raise
        self._file.seek(entry.header_offset + _NAME_SIZE)
        self._file.seek(sum(int.from_bytes(self._file.read(2), "little") for _ in range(2)), SEEK_CUR)
        return _unpacked_by_zstd(io.BytesIO(self._file.read(entry.compress_size)))


def _unpacked_by_zstd(packed: IO[bytes]) -> IO[bytes]:
    """Return the unpacked content of zstd frames, which Inspect writes. From Python 3.14 on, zipfile unpacks them."""
    try:
        from backports import zstd  # type: ignore[import-not-found,import-untyped,unused-ignore]

        return zstd.open(packed)  # type: ignore[no-any-return,unused-ignore]
    except ImportError:
        # an ImportError says that no module unpacks zstd
        import zstandard  # type: ignore[import-not-found,unused-ignore]

        return zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)  # type: ignore[no-any-return,unused-ignore]


def parsed_in(archive: Zip, name: str) -> Item:
    """Return the JSON in an entry of an archive."""
    place = shortened(name, CELL_COLUMNS)
    content = archive.content(name)
    with errors_of(place):
        try:
            return Item(parsed(content.decode("utf-8-sig")), place)
        except UnicodeDecodeError:
            raise Refusal("encoding", "not a text file in UTF-8") from None
