"""List the files in folders that may hold results, and read the entries of Inspect's archives, which are zip files."""

from __future__ import annotations

import io
import os
import sys

from ..text import CELL_COLUMNS, NAME_COLUMNS, errors_of, shortened
from .item import Item, Refusal
from .json import parsed
from .source import Member, check_packed, check_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

_TEXTS = (".md", ".rst", ".py", ".sh", ".html", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".lock", ".log")
_HIDDEN = (".", "__MAC")  # how names of hidden files begin
_ZSTD = 93  # the number of this compression in a zip
_PIECE = 4096  # packed bytes to read at once; zstd may make a hundred million of them
_CONVERT = "convert the log with `inspect log dump FILE > FILE.json`"


def files_of(names: Sequence[str]) -> list[Member]:
    """Return a Member for each of these files, and for each file below these folders that may hold results."""
    top = os.path.commonpath(
        [os.path.abspath(name if os.path.isdir(name) else os.path.dirname(name) or ".") for name in names]
    )
    members: list[Member] = []
    for name in names:
        path = os.path.relpath(name, top)
        if not os.path.isdir(name):
            members.append(Member(name, path))
            continue
        with errors_of(name):
            files = _files(name)
        deepest = os.path.commonpath([os.path.dirname(file) for file in files] or [name])
        paths = (os.path.normpath(f"{path}/{os.path.relpath(file, deepest)}") for file in files)
        members += (Member(file, inner, False) for file, inner in zip(files, paths))
    return members


def _files(folder: str) -> list[str]:
    """Return the paths of the files below a folder, without hidden files and texts such as .md or .log."""
    files: list[str] = []
    for above, folders, names in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if not name.startswith(_HIDDEN)]
        names = [name for name in names if not name.startswith(_HIDDEN) and not name.lower().endswith(_TEXTS)]
        files += (os.path.join(above, name) for name in names)
    files = sorted(filter(os.path.isfile, files), key=os.path.islink, reverse=True)  # a pipe holds no results
    return sorted({os.path.realpath(file): file for file in files}.values())  # a file and a link to it are one


def _raise(error: OSError) -> None:
    raise Refusal("folder", f"{shortened(os.path.basename(error.filename), CELL_COLUMNS)}: {error.strerror}")


class Zip:
    """A zip archive. `names` are those of its entries, and `packed` is its size in bytes."""

    def __init__(self, content: bytes) -> None:
        from zipfile import ZipFile

        self.packed = len(content)
        try:
            self._archive = ZipFile(io.BytesIO(content))
        except Exception as error:  # a damaged directory raises exceptions of many types
            what = f"a damaged zip: {shortened(str(error), NAME_COLUMNS)}; a file that is cut has no end"
            raise Refusal("damaged", what) from None
        self.names = self._archive.namelist()
        if "xl/workbook.xml" in self.names:
            raise Refusal("kind", "this is a workbook of Excel; save its sheet as CSV")
        check_packed("size", sum(entry.file_size for entry in self._archive.infolist()), self.packed)

    def parsed(self, name: str) -> Item:
        """Return an Item with the JSON value of an entry. Refuse a damaged or suspiciously large entry."""
        place = shortened(name, CELL_COLUMNS)
        with errors_of(place):
            text = self._content(name).decode("utf-8-sig")
            check_value(text, self.packed)
            return Item(parsed(text), place)

    def _content(self, name: str) -> bytes:
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
        raise Refusal("archive", reason)
