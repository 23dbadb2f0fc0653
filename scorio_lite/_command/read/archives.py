"""List the files in folders and archives that may hold results."""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from functools import partial
from itertools import takewhile

from ..text import CELL_COLUMNS, NAME_COLUMNS, errors_of, shortened
from .item import Item, Refusal
from .json import parsed
from .source import ARCHIVES, START, Measure, Member, Unpacked, blocks_of, is_tree, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Callable, Iterator, Sequence, Tuple
    from zipfile import ZipInfo

    Entry = Tuple[str, Callable[[], bytes], Callable[[], bytes]]  # its name; its start; its content

_RESULTS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".eval", ".parquet")
_PACKED = (".gz", ".zst", ".bz2", ".xz")
_ENDS = (*ARCHIVES, *_RESULTS, *(end + packed for end in _RESULTS for packed in _PACKED))  # else the start tells
_TEXTS = (".md", ".rst", ".py", ".sh", ".html", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".lock", ".log")
_DEEPEST = 3  # archives in archives
_MOST = 200_000  # files in a folder or an archive
_WIDEST = 80  # characters of the name of such a file
_INSPECT = ("header.json", "_journal/", "samples/")  # the entries of an .eval file
_ZSTD = 93  # the number of this compression in a zip
_NAME_SIZE = 26  # the offset, in an entry's header, of the sizes of its name and of its extra field
_CONVERT = "convert the log with `inspect log dump FILE > FILE.json`"
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*(?:[\[{\"\]]|-?\d|true|false|null))")


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
            elif is_tree(name):
                members += _unpacked(Member(name, name if len(names) > 1 else ".", False), _DEEPEST)
            else:
                members.append(Member(name, os.path.relpath(name, top)))
    return members


def may_hold_results(start: bytes) -> bool:
    """Whether a file with this start may be JSON, Parquet, or a table of several columns."""
    kind = kind_of(start)
    if kind == "gzip":
        import zlib

        try:
            start = zlib.decompressobj(31).decompress(start, START)
        except zlib.error:
            return False
    text = start.decode("utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", errors="replace")
    lines = [line for line in text.splitlines()[: -1 if len(start) == START else None] if line.strip()][:6]
    marks = [{line.count(mark) for line in lines} for mark in "\t;,|"]
    is_table = len(lines) > 2 and any(len(times) == 1 and 0 not in times for times in marks)
    return "\0" not in text and (is_table or kind == "parquet" or bool(_JSON.match(text)))


def _pieces(name: str) -> list[str]:
    """Return the folders and the name in the path of a file; [] if one of them is hidden."""
    pieces = [piece for piece in name.split("/") if piece not in ("", ".", "..")]
    return [] if any(piece.startswith((".", "__MAC")) for piece in pieces) else pieces


def _is_wanted(name: str, start: Callable[[], bytes]) -> bool:
    """Whether a file may hold results by its ending, or else by its start."""
    ending = name.lower()
    return bool(_pieces(name)) and (
        ending.endswith(_ENDS) or (not ending.endswith(_TEXTS) and may_hold_results(start()))
    )


def _paths(names: Sequence[str]) -> dict[str, str]:
    """Return {name: path}. The paths begin below the deepest folder that holds all files."""
    every = {name: pieces for name, pieces in zip(names, map(_pieces, names)) if pieces}
    if len(every) > _MOST:
        raise Refusal("size", f"it has more than {_MOST:,} files; give a smaller folder")
    levels = zip(*(pieces[:-1] for pieces in every.values()))
    top = sum(1 for _ in takewhile(lambda folders: len(set(folders)) == 1, levels))
    return {name: "/".join(pieces[top:]) for name, pieces in every.items()}


def _in_folder(name: str, top: str) -> list[Member]:
    files = {os.path.relpath(file, name).replace(os.sep, "/"): file for file in _files(name)}
    paths = _paths([*files])
    above = os.path.relpath(os.path.abspath(name), top).replace(os.sep, "/")
    members = []
    for file in sorted(file for file, place in files.items() if _is_wanted(file, partial(_start, place))):
        path = paths[file] if above == "." else f"{above}/{paths[file]}"
        with errors_of(shortened(file, _WIDEST)):
            members += _unpacked(Member(files[file], path, False), _DEEPEST)
    return members


def _start(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(START)
    except OSError:
        return b""


def _files(name: str) -> list[str]:
    """Return the files in a folder, each once. Refuse a broken link: its target may have held trials."""
    top = os.path.realpath(name)
    # Links to folders are followed. A folder that is found twice is listed once, as the folder and not as the link.
    # A link to a folder around `name` is left out, since to follow it would never end
    seen = {top[:i] for i, mark in enumerate(top) if mark == os.sep} | {os.sep}
    starts, files = [name], []
    for start in starts:
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
    plain = filter(os.path.isfile, files)  # a pipe, a socket or a device holds no results
    return list({os.path.realpath(file): file for file in sorted(plain, key=os.path.islink, reverse=True)}.values())


def _raise(error: OSError) -> None:
    raise Refusal("folder", f"{shortened(os.path.basename(error.filename), _WIDEST)}: {error.strerror}")


def _unpacked(member: Member, depth: int) -> list[Member]:
    """Return the files in an archive, and in archives in it, up to `depth` levels. Return [member] for other files."""
    ending = member.name.lower()
    if not ending.endswith(ARCHIVES) or not depth:
        return [member]
    with member.open() as source:
        file = source.seekable()
    names, contents = [], []
    for name, start, content in _in_zip(file) if ending.endswith(".zip") else _in_tar(file):
        names.append(name)
        if _is_wanted(name, start):
            contents.append((name, content()))
    paths = _paths(names)
    twice = next((path for path, times in Counter(paths[name] for name, _ in contents).items() if times > 1), None)
    if twice:
        raise Refusal("archive", f"{shortened(twice, _WIDEST)} is in the archive twice")
    if not names:  # no archive of files
        return [member]
    stem = member.path
    while stem.lower().endswith(ARCHIVES):
        stem = stem.rpartition(".")[0]
    members = []
    for name, data in contents:
        with errors_of(shortened(name, _WIDEST)):
            path = os.path.normpath(f"{stem}/{paths[name]}")
            members += _unpacked(Member(name, path, False, data, file.getbuffer().nbytes), depth - 1)
    return members


def _in_zip(file: io.BytesIO) -> Iterator[Entry]:
    """Yield the entries of a zip; nothing for an .eval file of Inspect, also a zip, and for a damaged zip."""
    try:
        archive = Zip(file, Measure(("size",)))
    except Refusal:  # it is damaged, and the reader of Inspect's says how
        return
    if not any(name.startswith(_INSPECT) for name in archive.names):
        for name in archive.names:
            yield name, partial(archive.start, name), partial(archive.content, name)


def _in_tar(packed: IO[bytes]) -> Iterator[Entry]:
    """Yield the entries of a tar archive, gzipped or not."""
    import tarfile
    import zlib
    from gzip import GzipFile

    is_packed = kind_of(packed.read(2)) == "gzip"
    packed.seek(0)
    measure = Measure(("size",))
    stream: Any = Unpacked(GzipFile(fileobj=packed) if is_packed else packed, measure, packed.tell)
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for entry in archive:
                if entry.isreg() and not entry.issparse():
                    file: Any = archive.extractfile(entry)
                    start = file.read(START)
                    yield entry.name, partial(bytes, start), partial(_joined, start, file)
                elif not (entry.isdir() or entry.isdev()):  # a device, or a pipe
                    yield entry.name, bytes, partial(_refuse_link, entry.name)
            if measure.counts["size"] < archive.offset + tarfile.BLOCKSIZE:  # which tarfile takes for an end
                raise tarfile.ReadError("it ends too early")
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise Refusal("damaged", f"a damaged archive: {shortened(str(error), _WIDEST)}") from None


def _joined(start: bytes, file: IO[bytes]) -> bytes:
    return start + file.read()


def _refuse_link(name: str) -> bytes:
    raise Refusal("link", f"{shortened(name, _WIDEST)} is a link, or not a plain file; unpack the archive")


class Zip:
    """A zip archive. `measure` limits how much is unpacked."""

    def __init__(self, file: io.BytesIO, measure: Measure) -> None:
        from zipfile import ZipFile

        self._file, self._measure = file, measure
        try:
            self._archive = ZipFile(file)
        except Exception as error:  # a damaged directory raises exceptions of many types
            raise Refusal("damaged", f"a damaged zip: {shortened(str(error), NAME_COLUMNS)}") from None
        self.names = [entry.filename for entry in self._archive.infolist() if not entry.is_dir()]
        if "xl/workbook.xml" in self.names:
            raise Refusal("kind", "this is a workbook of Excel; save its sheet as CSV")

    def content(self, name: str) -> bytes:
        from zlib import crc32

        size = self._file.getbuffer().nbytes
        try:
            self._measure.begin()
            entry = self._archive.getinfo(name)
            with self._open(entry) as file:
                content = b"".join(blocks_of(Unpacked(file, self._measure, lambda: size)))
            if crc32(content) != entry.CRC:
                raise ValueError("Bad CRC-32")
            return content
        except ImportError:
            reason = f"compressed with zstd; install zstandard, which reads it, or {_CONVERT}"
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
        self._file.seek(sum(int.from_bytes(self._file.read(2), "little") for _ in range(2)), os.SEEK_CUR)
        # zstd, which Inspect writes. From Python 3.14 on, zipfile unpacks it
        import zstandard  # type: ignore[import-not-found,unused-ignore]

        packed, zstd = io.BytesIO(self._file.read(entry.compress_size)), zstandard.ZstdDecompressor()
        return zstd.stream_reader(packed, read_across_frames=True)  # type: ignore[no-any-return,unused-ignore]


def parsed_in(archive: Zip, name: str) -> Item:
    """Return the JSON in an entry of an archive."""
    place = shortened(name, CELL_COLUMNS)
    content = archive.content(name)
    with errors_of(place):
        try:
            return Item(parsed(content.decode("utf-8-sig")), place)
        except UnicodeDecodeError:
            raise Refusal("encoding", "not a text file in UTF-8") from None
