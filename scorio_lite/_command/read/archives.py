"""List the files in folders and zip archives that may hold results."""

from __future__ import annotations

import io
import os
import sys
from collections import Counter
from itertools import takewhile

from ..text import CELL_COLUMNS, NAME_COLUMNS, errors_of, shortened
from .item import Item, Refusal
from .json import parsed
from .source import Member, check_packed, check_value, is_zip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Sequence

_RESULTS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".eval", ".parquet")
_ENDS = (".zip", *_RESULTS, *(end + ".gz" for end in _RESULTS))
_TEXTS = (".md", ".rst", ".py", ".sh", ".html", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".lock", ".log")
_MOST = 200_000  # files in a folder or an archive
_WIDEST = 80  # characters of a file's name in an error
_ZSTD = 93  # the number of this compression in a zip
_PIECE = 4096  # packed bytes to read at once: zstd or bzip2 may make a hundred million bytes of them
_CONVERT = "convert the log with `inspect log dump FILE > FILE.json`"


def files_of(names: Sequence[str]) -> list[Member]:
    """Return a Member for each file that is in `names`, or inside one. Paths begin below the folder common to all."""
    top = os.path.commonpath(
        [os.path.abspath(name if os.path.isdir(name) else os.path.dirname(name) or ".") for name in names]
    )
    members: list[Member] = []
    for name in names:
        path = os.path.relpath(name, top)
        with errors_of(name):
            if os.path.isdir(name):
                members += _in_folder(name, path)
            elif is_zip(name):
                members += _in_archive(Member(name), path if len(names) > 1 else "")
            else:
                members.append(Member(name, path))
    return members


def _in_folder(name: str, above: str) -> list[Member]:
    """Return a Member for each file below a folder that may hold results. The paths begin with `above`."""
    members = []
    for file, path in sorted(_paths(_files(name)).items()):
        member = Member(os.path.join(name, file), os.path.normpath(f"{above}/{path}"), False)
        if is_zip(file):
            with errors_of(shortened(file, _WIDEST)):
                members += _in_archive(member, member.path)
        elif _is_wanted(file):
            member.is_doubtful = not file.lower().endswith(_ENDS)
            members.append(member)
    return members


def _is_wanted(name: str) -> bool:
    """Whether a file may hold results: its name is neither hidden nor that of a text."""
    return bool(_pieces(name)) and not name.lower().endswith(_TEXTS)


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
    """Return the names of the files below a folder, each file once, by a name that is no link if there is one.

    Links to folders are followed, but for those into the folder or to one around it. Refuse a link to nothing.
    """
    top = os.path.realpath(name)
    seen: set[str] = set()
    files: list[str] = []
    for folder, inner, names in os.walk(top, onerror=_raise, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen or (os.path.islink(folder) and os.path.commonpath([real, top]) in (real, top)):
            inner.clear()
            continue
        seen.add(real)
        files += (os.path.join(folder, one) for one in names)
    known: dict[str, str] = {}
    for file in sorted(files, key=os.path.islink):
        short = os.path.relpath(file, top).replace(os.sep, "/")
        if not os.path.exists(file) and _is_wanted(short):
            raise Refusal("link", f"{shortened(short, _WIDEST)} is a link to nothing; remove or mend it")
        if os.path.isfile(file):  # a pipe, a socket or a device holds no results
            known.setdefault(os.path.realpath(file), short)
    return [*known.values()]


def _raise(error: OSError) -> None:
    raise Refusal("folder", f"{shortened(os.path.basename(error.filename), _WIDEST)}: {error.strerror}")


def _in_archive(member: Member, above: str) -> list[Member]:
    """Return a Member for each file in a zip archive. The paths begin with `above`, without its ending .zip."""
    with member.open() as file:
        archive = Zip(file.read())
    paths, members = _paths(archive.names), []
    for name in archive.select(_is_wanted):
        if is_zip(name):
            raise Refusal("archive", f"{shortened(name, _WIDEST)} is an archive in an archive; unpack it")
        path = os.path.normpath(f"{above[: -len('.zip')]}/{paths[name]}").lstrip("/")
        inner = Member(name, path, False, archive.content(name))
        inner.packed, inner.is_doubtful = archive.packed, not name.lower().endswith(_ENDS)
        members.append(inner)
    return members


class Zip:
    """A zip archive: the names of its entries, and its size in bytes."""

    def __init__(self, content: bytes) -> None:
        from zipfile import ZipFile

        self.packed = len(content)
        try:
            self._archive = ZipFile(io.BytesIO(content))
        except Exception as error:  # a damaged directory raises exceptions of many types
            what = f"a damaged zip: {shortened(str(error), NAME_COLUMNS)}; a file that is cut has no end"
            raise Refusal("damaged", what) from None
        entries = [entry for entry in self._archive.infolist() if not entry.is_dir()]
        self.names = [entry.filename for entry in entries]
        if "xl/workbook.xml" in self.names:
            raise Refusal("kind", "this is a workbook of Excel; save its sheet as CSV")
        check_packed("size", sum(entry.file_size for entry in entries), self.packed)

    def select(self, is_wanted: Callable[[str], object]) -> list[str]:
        """Return the names of the entries that are wanted. Refuse a name that is there twice."""
        names = [name for name in self.names if is_wanted(name)]
        again = next((name for name, times in Counter(names).items() if times > 1), None)
        if again is not None:
            raise Refusal("twice", f"{again} is in the archive twice, and nothing says which one counts")
        return names

    def content(self, name: str) -> bytes:
        """Return the content of an entry. It is read no further than to the size that the archive states."""
        entry = self._archive.getinfo(name)
        try:
            if entry.compress_type == _ZSTD and sys.version_info < (3, 14):
                import zipfile_zstd  # type: ignore[import-not-found,unused-ignore]  # noqa: F401  # extends zipfile
            with self._archive.open(entry) as file:
                return b"".join(iter(lambda: file.read(_PIECE), b""))
        except ImportError:
            reason = f"compressed with zstd; install zipfile-zstd, which reads it, or {_CONVERT}"
        except MemoryError:
            raise
        except Exception as error:  # every compression raises its own exceptions
            reason = f"cannot be unpacked ({shortened(str(error), NAME_COLUMNS)}); {_CONVERT}"
        raise Refusal("archive", f"{shortened(name, CELL_COLUMNS)}: {reason}")

    def parsed(self, name: str) -> Item:
        content, place = self.content(name), shortened(name, CELL_COLUMNS)
        with errors_of(place):
            try:
                text = content.decode("utf-8-sig")
            except UnicodeDecodeError:
                raise Refusal("encoding", "not a text file in UTF-8") from None
            check_value(text, self.packed)
            return Item(parsed(text), place)
