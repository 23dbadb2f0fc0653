"""List the files in folders and archives that may hold results."""

from __future__ import annotations

import io
import os
from itertools import takewhile

from ..text import CELL_COLUMNS, NAME_COLUMNS, errors_of, shortened
from .item import Item, Refusal
from .json import parsed
from .source import ARCHIVES, Member, Unpacked, check_packed, check_value, is_tree, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Iterable, Iterator, Sequence, Tuple
    from zipfile import ZipInfo

    Entry = Tuple[str, "bytes | None"]  # its name; its content, if it may hold results

_RESULTS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".eval", ".parquet")
_ENDS = (*ARCHIVES, *(end + packed for end in _RESULTS for packed in ("", ".gz", ".zst", ".bz2", ".xz")))
_TEXTS = (".md", ".rst", ".py", ".sh", ".html", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".lock", ".log")
_MOST = 200_000  # files in a folder or an archive
_WIDEST = 80  # characters of the name of such a file
_ZSTD = 93  # the number of this compression in a zip
_NAME_SIZE = 26  # the offset, in an entry's header, of the sizes of its name and of its extra field
_CONVERT = "convert the log with `inspect log dump FILE > FILE.json`"


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
                members += _in_archive(Member(name, name if len(names) > 1 else "."))
            else:
                members.append(Member(name, os.path.relpath(name, top)))
    return members


def _in_folder(name: str, top: str) -> list[Member]:
    """Return the files below a folder. One whose ending is neither a result's nor a text's is doubtful."""
    files = {os.path.relpath(file, name).replace(os.sep, "/"): file for file in _files(name)}
    above = os.path.relpath(os.path.abspath(name), top).replace(os.sep, "/")
    members = []
    for file, path in sorted(_paths([*files]).items()):
        member = Member(files[file], path if above == "." else f"{above}/{path}", False)
        member.is_doubtful = not file.lower().endswith(_ENDS)
        if file.lower().endswith(ARCHIVES):
            with errors_of(shortened(file, _WIDEST)):
                members += _in_archive(member)
        elif _is_wanted(file):
            members.append(member)
    return members


def _pieces(name: str) -> list[str]:
    """Return the folders and the name in the path of a file; [] if one of them is hidden."""
    pieces = [piece for piece in name.split("/") if piece not in ("", ".", "..")]
    return [] if any(piece.startswith((".", "__MAC")) for piece in pieces) else pieces


def _paths(names: Iterable[str]) -> dict[str, str]:
    """Return {name: path} of files that are not hidden. Paths begin below the deepest folder that holds all files."""
    every = {name: pieces for name, pieces in zip(names, map(_pieces, names)) if pieces}
    if len(every) > _MOST:
        raise Refusal("size", f"it has more than {_MOST:,} files; give a smaller folder")
    levels = zip(*(pieces[:-1] for pieces in every.values()))
    top = sum(1 for _ in takewhile(lambda folders: len(set(folders)) == 1, levels))
    return {name: "/".join(pieces[top:]) for name, pieces in every.items()}


def _files(name: str) -> list[str]:
    """Return the files below a folder, each once: a file that links lead to has its own path, if that is in the folder.

    Refuse a link to nothing.
    """
    top = os.path.realpath(name)
    seen: set[str] = set()
    files: list[str] = []
    for folder, inner, names in os.walk(name, onerror=_raise, followlinks=True):
        real = os.path.realpath(folder)
        is_linked = real != os.path.normpath(os.path.join(top, os.path.relpath(folder, name)))
        # A link into the folder leads to what is found without it, and to follow a link around it would never end
        is_known = f"{real}/".startswith(f"{top}/") or f"{top}/".startswith(f"{real}/".replace("//", "/"))
        if real in seen or (is_linked and is_known):
            inner.clear()
            continue
        seen.add(real)
        files += (os.path.join(folder, one) for one in names)
    for file in files:
        if not os.path.exists(file) and (file.endswith(_ENDS) or "." not in os.path.basename(file)):
            path = shortened(os.path.relpath(file, name), _WIDEST)
            raise Refusal("link", f"{path} is a link to nothing; remove or mend it")
    plain = filter(os.path.isfile, files)  # a pipe, a socket or a device holds no results
    return list({os.path.realpath(file): file for file in sorted(plain, key=os.path.islink, reverse=True)}.values())


def _raise(error: OSError) -> None:
    raise Refusal("folder", f"{shortened(os.path.basename(error.filename), _WIDEST)}: {error.strerror}")


def _in_archive(member: Member) -> list[Member]:
    """Return the files in an archive that may hold results."""
    with member.open() as file:
        packed = io.BytesIO(file.read())
    entries = list(_in_zip(packed) if member.name.lower().endswith(".zip") else _in_tar(packed))
    paths = _paths([name for name, _ in entries])
    stem = member.path
    while stem.lower().endswith(ARCHIVES):
        stem = stem.rpartition(".")[0]
    members: dict[str, Member] = {}
    for name, content in entries:
        if content is None:
            continue
        path = os.path.normpath(f"{stem}/{paths[name]}")
        if path in members:
            raise Refusal("archive", f"{shortened(paths[name], _WIDEST)} is in the archive twice")
        if name.lower().endswith(ARCHIVES):
            raise Refusal("archive", f"{shortened(name, _WIDEST)} is an archive in an archive; unpack it")
        members[path] = Member(name, path, False, content)
        members[path].packed = packed.getbuffer().nbytes
        members[path].is_doubtful = not name.lower().endswith(_ENDS)
    return [*members.values()]


def _is_wanted(name: str) -> bool:
    """Whether a file may hold results: it is not hidden, and no text."""
    return bool(_pieces(name)) and not name.lower().endswith(_TEXTS)


def _in_zip(packed: io.BytesIO) -> Iterator[Entry]:
    archive = Zip(packed)
    for name in archive.names:
        yield name, archive.content(name) if _is_wanted(name) else None


def _in_tar(packed: io.BytesIO) -> Iterator[Entry]:
    """Yield the entries of a tar archive, gzipped or not."""
    import tarfile
    import zlib
    from gzip import GzipFile

    file: Any = GzipFile(fileobj=packed) if kind_of(packed) == "gzip" else packed
    stream: Any = Unpacked(file, packed.getbuffer().nbytes)
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for entry in archive:
                if entry.isreg() and not entry.issparse():
                    content: Any = archive.extractfile(entry) if _is_wanted(entry.name) else None
                    yield entry.name, content and content.read()
                elif entry.name.lower().endswith(_ENDS) and not (entry.isdir() or entry.isdev()):  # not a pipe
                    what = "is a link, or not a plain file; unpack the archive"
                    raise Refusal("link", f"{shortened(entry.name, _WIDEST)} {what}")
            if stream.size < archive.offset + tarfile.BLOCKSIZE:  # which tarfile takes for an end
                raise tarfile.ReadError("it ends too early")
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise Refusal("damaged", f"a damaged archive: {shortened(str(error), _WIDEST)}") from None


class Zip:
    """A zip archive."""

    def __init__(self, file: io.BytesIO) -> None:
        from zipfile import ZipFile

        self._file, self._packed = file, file.getbuffer().nbytes
        try:
            self._archive = ZipFile(file)
        except Exception as error:  # a damaged directory raises exceptions of many types
            what = f"a damaged zip: {shortened(str(error), NAME_COLUMNS)}; a file that is cut has no end"
            raise Refusal("damaged", what) from None
        entries = [entry for entry in self._archive.infolist() if not entry.is_dir()]
        self.names = [entry.filename for entry in entries]
        if "xl/workbook.xml" in self.names:
            raise Refusal("kind", "this is a workbook of Excel; save its sheet as CSV")
        check_packed("size", sum(entry.file_size for entry in entries), self._packed)

    def content(self, name: str) -> bytes:
        """Return the content of an entry. It is read no further than a byte after the size that the archive states."""
        from zlib import crc32

        entry = self._archive.getinfo(name)
        try:
            with self._open(entry) as file:
                content = file.read(entry.file_size + 1)
            if crc32(content) != entry.CRC:
                raise ValueError("Bad CRC-32")
            return content
        except ImportError:
            reason = f"compressed with zstd; install zstandard, which reads it, or {_CONVERT}"
        except MemoryError:
            raise
        except Exception as error:  # every compression raises its own exceptions
            reason = f"cannot be unpacked ({shortened(str(error), NAME_COLUMNS)}); {_CONVERT}"
        raise Refusal("archive", f"{shortened(name, CELL_COLUMNS)}: {reason}")

    def parsed(self, name: str) -> Item:
        """Return the JSON in an entry."""
        content, place = self.content(name), shortened(name, CELL_COLUMNS)
        with errors_of(place):
            try:
                text = content.decode("utf-8-sig")
            except UnicodeDecodeError:
                raise Refusal("encoding", "not a text file in UTF-8") from None
            check_value(text, self._packed)
            return Item(parsed(text), place)

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
