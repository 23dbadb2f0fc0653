"""List the files in a folder or an archive that may hold results. trees.py reads them."""

from __future__ import annotations

import io
import os
import posixpath
import re
from collections import Counter
from functools import cached_property, partial
from itertools import islice, takewhile
from os import SEEK_CUR
from pathlib import Path, PurePosixPath

from .grading import FileError, errors_of
from .source import Measure, Source, Text, Unpacked
from .starts import SIZE, is_of_outcome, may_hold_results, outcome_alone, outcomes_among
from .text import CELL_COLUMNS, NAME_COLUMNS, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Callable, ContextManager, Iterable, Sequence, Sized
    from zipfile import ZipInfo

_ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")
_RESULTS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".eval", ".parquet")
_PACKED = (".gz", ".zst", ".bz2", ".xz")
SETTINGS = (".yaml", ".yml", ".toml")  # of files that may say how a model was asked
_ENDS = (*_ARCHIVES, *_RESULTS, *(end + packed for end in _RESULTS for packed in _PACKED))  # else the start tells
_WRITTEN = (*_ARCHIVES, *_RESULTS, *_PACKED, ".txt", ".tab", ".log", ".out", ".dat")
_DEEPEST = 3  # archives in archives
_MOST = 200_000  # files in a folder or an archive
_WIDEST = 80  # characters of the name of such a file
_LONGEST = 120  # characters of a message of tarfile
_BLOCK = 1 << 16
_INSPECT = ("header.json", "_journal/", "samples/")  # the entries of an .eval file
_ZSTD = 93  # the number of this compression in a zip
_NAME_SIZE = 26  # the offset, in an entry's header, of the sizes of its name and of its extra field
_CONVERT = "convert the log with `inspect log dump FILE > FILE.json`"


class FilePart:
    """A file in a folder or an archive, or one that the user names."""

    def __init__(self, name: str, path: str, opened: Callable[[], Source], is_file: bool = False) -> None:
        self.name = name
        self.is_file = is_file  # on disk: the name is its path
        self.path = PurePosixPath(path)  # from the folder that has all files
        self._opened = opened
        self.is_packed = False  # in an archive in the folder

    @property
    def label(self) -> str:
        return shortened(str(self.path), _WIDEST)

    @cached_property
    def outcome(self) -> bytes:
        """The number or the word that is all that a file such as result.txt holds; b"" for other files."""
        if not is_of_outcome(str(self.path)):
            return b""
        with self._opened() as source:
            return outcome_alone(source.seekable().read(SIZE))

    def open(self) -> Source:
        """Return the open file; for a file with a single outcome, a record with this outcome."""
        return _Entry(b'{"result": %s}' % self.outcome, SIZE) if self.outcome else self._opened()

    @property
    def stem(self) -> str:
        """The path without the endings of formats and compressions, such as .jsonl.gz."""
        text = str(self.path)
        while text.lower().endswith(_WRITTEN):
            text = text.rpartition(".")[0]
        return text

    @property
    def ending(self) -> str:
        """The ending of the format, such as .jsonl of a.jsonl.gz."""
        name = str(self.path).lower()
        return PurePosixPath(name.rpartition(".")[0] if name.endswith(_PACKED) else name).suffix

    @property
    def original(self) -> PurePosixPath | None:
        """The path of the file that this one is a version of, such as a.csv for a.csv.bak; None for other names."""
        stem = self.path.name.rstrip("~") if self.path.name.endswith("~") else self.path.stem
        is_plain = self.path.name.lower().endswith(_ENDS) or not stem.lower().endswith(_ENDS)
        return None if is_plain else self.path.with_name(stem)

    @property
    def likeness(self) -> tuple[int, str]:
        """(Number of levels, name without digits): a/run_1.json and b/run_2.json, parts of a run, have the same."""
        return len(self.path.parts), re.sub("[0-9]+", "", self.path.name)

    def order(self) -> tuple[int, list[tuple[int, str]]]:
        """Return a sort key: deeper files come first, and numbers in names count by value."""
        pieces = re.split("0*([0-9]+)", str(self.path))
        return -len(self.path.parts), [(len(x) * x.isdecimal(), x) for x in pieces]

    def named(self) -> ContextManager[None]:
        return errors_of(self.label)


class _Entry(Source):
    """A file of an archive, in memory."""

    def __init__(self, content: bytes, size: int) -> None:
        super().__init__("", raw=io.BytesIO(content))
        self._size = size  # of the archive

    def text(self, questions: Sized, encoding: str | None = None) -> Text:
        if self.packing:
            return super().text(questions, encoding)
        measure = Measure(questions)
        binary = io.BufferedReader(Unpacked(self._binary, measure, lambda: self._size))
        return Text(binary, measure, encoding=encoding)


class _Whole(Measure):
    """Limits how many bytes an archive gives in all. (Lines and brackets are limited in each file, when it is read.)"""

    def add(self, block: bytes, packed: int) -> None:
        self.counts["size"] += len(block)
        super().add(b"", packed)


def parts_of(name: str) -> list[FilePart]:
    """Return the files in the folder `name`, or in the tar archive `name`, which may be gzipped."""
    if not Path(name).is_dir():
        with open(name, "rb") as file:
            return _in_tar(file, Path(name).stat().st_size)
    return _in_folder(name, _files(name))


def parts_together(names: Sequence[str]) -> list[FilePart]:
    """Return the files in several folders, and single files. Their paths begin below the folder that contains all."""
    every = [file for name in names for file in (_files(name) if os.path.isdir(name) else [name])]
    top = os.path.commonpath([os.path.dirname(os.path.abspath(name)) for name in names])
    return _in_folder(top, map(os.path.abspath, every))


def _unpacked(part: FilePart, depth: int) -> list[FilePart]:
    """Return the files in an archive, and in archives in it, up to `depth` levels. Return [part] for any other file."""
    name = part.name.lower()
    if not name.endswith(_ARCHIVES) or not depth:
        return [part]
    with part.named():
        with part.open() as source:
            file = source.seekable()
        found = parts_of_zip(file) if name.endswith(".zip") else _in_tar(file, file.getbuffer().nbytes)
    for one in found or ():
        one.path, one.is_packed = PurePosixPath(part.stem) / one.path, True
    return [part] if found is None else [inner for one in found for inner in _unpacked(one, depth - 1)]


def parts_of_zip(file: io.BytesIO) -> list[FilePart] | None:
    """Return the files of a zip; None for an .eval file of Inspect, also a zip, and for a damaged zip."""
    size = file.getbuffer().nbytes
    try:
        archive = Zip(file, size, _Whole())
    except FileError:  # it is damaged, and the reader of Inspect's says how
        return None
    if any(name.startswith(_INSPECT) for name in archive.names):
        return None
    if "xl/workbook.xml" in archive.names:
        raise FileError("this is a workbook of Excel; save its sheet as CSV")
    wanted = _in_archive(archive.names, lambda name: may_hold_results(archive.start(name), name))
    return [FilePart(name, path, partial(_Entry, archive.content(name), size)) for name, path in wanted.items()]


def _wanted(names: Iterable[str], may: Callable[[str], bool]) -> dict[str, str]:
    """Return {name: path} for the files that may hold results by their ending, or else by `may(name)`.

    The paths begin below the deepest folder that holds all files.
    """
    split = {name: [piece for piece in name.split("/") if piece not in ("", ".", "..")] for name in names}
    shown = {name: pieces for name, pieces in split.items() if not any(map(_is_hidden, pieces[:-1]))}
    found = _below_top({name: pieces for name, pieces in shown.items() if not _is_hidden(pieces[-1])}, may)
    # files such as .results.json count if there are no others
    return found or _below_top({name: pieces for name, pieces in shown.items() if pieces[-1][:2] != "._"}, may)


def _below_top(every: dict[str, list[str]], may: Callable[[str], bool]) -> dict[str, str]:
    if any(islice(every, _MOST, None)):
        raise FileError(f"it has more than {_MOST:,} files; give a smaller folder")
    levels = zip(*(pieces[:-1] for pieces in every.values()))
    top = sum(1 for _ in takewhile(lambda folders: len(set(folders)) == 1, levels))
    inner = {name: "/".join(pieces[top:]) for name, pieces in every.items()}
    found = {name: path for name, path in inner.items() if path.lower().endswith((*_ENDS, *SETTINGS)) or may(name)}
    same = {path.rpartition("/")[2] for path in found.values() if is_of_outcome(path)}
    same &= outcomes_among([*inner.values()]) if same else same
    plain = {name for name, path in found.items() if not is_of_outcome(path)}
    return {name: path for name, path in inner.items() if name in plain or path.rpartition("/")[2] in same}


def _is_hidden(piece: str) -> bool:
    """Whether a file or folder of this name, such as .git, is skipped; .hydra is not, as it has a run's settings."""
    return piece.startswith((".", "__MACOSX")) and piece != ".hydra"


def _in_archive(names: list[str], may: Callable[[str], bool]) -> dict[str, str]:
    """Return {name: path} of files in an archive that may be results. Refuse one that has a path twice."""
    wanted = _wanted(names, may)
    paths = Counter(wanted[name] for name in names if name in wanted)
    twice = next((path for path, times in paths.items() if times > 1), None)
    if twice:
        raise FileError(f"{shortened(twice, _WIDEST)} is in the archive twice")
    return wanted


def _in_folder(name: str, files: Iterable[str]) -> list[FilePart]:
    relative = (Path(file).relative_to(name).as_posix() for file in files)
    wanted = _wanted(relative, lambda file: may_hold_results(_start(Path(name, file)), file))
    names = {str(Path(name, file)): path for file, path in wanted.items()}
    once = {os.path.realpath(file): file for file in sorted(names, key=os.path.islink, reverse=True)}
    parts = [FilePart(file, names[file], partial(Source, file), is_file=True) for file in once.values()]
    return [inner for part in parts for inner in _unpacked(part, _DEEPEST)]


def _start(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIZE)
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
            raise FileError(f"{path} is a link to nothing; remove or mend it")
    return list(filter(os.path.isfile, files))  # a pipe, a socket or a device holds no results


def _raise(error: OSError) -> None:
    raise FileError(f"{shortened(os.path.basename(error.filename), _WIDEST)}: {error.strerror}")


def _in_tar(packed: IO[bytes], size: int) -> list[FilePart]:
    """Return the files of a tar archive, gzipped or not."""
    import tarfile
    import zlib

    files, links, contents, measure = [], {}, {}, _Whole()
    try:
        with tarfile.open(fileobj=_stream(packed, measure), mode="r|") as archive:
            for member in archive:
                is_plain = member.isreg() and not member.issparse()
                if member.issym():
                    links[member.name] = member.linkname
                if not (member.isdir() or member.isdev()):  # a device, or a pipe
                    files.append((member.name, is_plain))
                if is_plain:
                    file: Any = archive.extractfile(member)
                    start = file.read(SIZE)
                    if member.name.lower().endswith(_ENDS) or may_hold_results(start, member.name):
                        contents[member.name] = start + file.read()
            if measure.counts["size"] < archive.offset + tarfile.BLOCKSIZE:  # which tarfile takes for an end
                raise tarfile.ReadError("it ends too early")
        wanted = _in_archive([file for file, _ in files], contents.__contains__)
        link = next((wanted[file] for file, is_plain in files if file in wanted and not is_plain), None)
        if link:
            raise FileError(f"{shortened(link, _WIDEST)} is a link, or not a plain file; unpack the archive")
        _check_links(links, [file for file, _ in files if file not in links])
        return [FilePart(file, path, partial(_Entry, contents[file], size)) for file, path in wanted.items()]
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise FileError(f"a damaged archive: {shortened(str(error), _LONGEST)}") from None


def _check_links(links: dict[str, str], files: list[str]) -> None:
    """Refuse a link to a file that is not in the archive: this file may have held trials."""
    known = {path for file in map(PurePosixPath, files) for path in (file, *file.parents)}
    for link, target in links.items():
        path = PurePosixPath(posixpath.normpath(posixpath.join(posixpath.dirname(link), target)))
        if path not in known and not PurePosixPath(link).name.startswith("."):
            name = shortened(link, _WIDEST)
            raise FileError(f"{name} is a link to a file that is not in the archive; remove or mend it")


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
            raise FileError(f"a damaged zip: {shortened(str(error), NAME_COLUMNS)}") from None
        self.names = [entry.filename for entry in self._archive.infolist() if not entry.is_dir()]

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
        except FileError as error:
            raise error.within(shortened(name, CELL_COLUMNS)) from None
        except MemoryError:
            raise
        except Exception as error:  # every compression raises its own exceptions
            reason = f"cannot be unpacked ({shortened(str(error), NAME_COLUMNS)}); {_CONVERT}"
        raise FileError(f"{shortened(name, CELL_COLUMNS)}: {reason}")

    def start(self, name: str) -> bytes:
        """Return the first bytes of an entry; b"" if it cannot be unpacked."""
        try:
            with self._open(self._archive.getinfo(name)) as file:
                return file.read(SIZE)
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
