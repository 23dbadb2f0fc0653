"""The content of a result file, whatever it is wrapped in: lines of UTF-8 text, or the entries of a zip."""

from __future__ import annotations

import io
import sys
import zlib
from errno import EAGAIN
from os import strerror
from pathlib import Path

from .grading import FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Callable, Iterator, Sized

    from .unpacked import Measure

_BLOCK = 1 << 18
_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"(\xb5/\xfd": "zstd",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
}


class _Counted(io.RawIOBase):
    """A file that tells how much of it has been read. One of text ends with the block that has a zero byte, as a line
    without an end may go on for ever."""

    def __init__(self, raw: IO[bytes], progress: Callable[[int], None]) -> None:
        self._raw = raw
        self._progress = progress
        self._position = 0
        self._is_text = self._ends = False

    def expect_text(self, start: bytes) -> None:
        """It is text, and starts with what has been read of it."""
        self._is_text, self._ends = True, b"\0" in start

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: Any) -> int:
        if self._ends:
            return 0
        size: int | None = self._raw.readinto(buffer)  # type: ignore[attr-defined]
        if size is None:  # it is set not to block, and has nothing yet
            raise BlockingIOError(EAGAIN, strerror(EAGAIN))
        self._position += size
        self._progress(self._position)
        self._ends = self._is_text and b"\0" in bytes(buffer[:size])
        return size


class Source:
    """An open file. It closes with the `with` statement."""

    def __init__(self, name: str, progress: Callable[[int], None]) -> None:
        self._raw = self._open(name)
        self._counted = _Counted(self._raw, progress)
        self._binary = io.BufferedReader(self._counted, _BLOCK)

    @staticmethod
    def _open(name: str) -> IO[bytes]:
        if name != "-":
            return Path(name).open("rb", buffering=0)
        if sys.stdin is None:
            raise OSError("it is closed")
        return open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self._binary.close()
        self._raw.close()

    def _packing(self) -> str:
        """How it is packed, before anything of it is read."""
        head = self._binary.peek(6)
        return next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), "")

    @property
    def is_zip(self) -> bool:
        return self._packing() == "zip"

    def seekable(self) -> io.BytesIO:
        """The bytes, for what reads at their end first."""
        return io.BytesIO(self._binary.read())

    def text(self, questions: Sized) -> Text:
        """The text; `questions` grow with what is read of it."""
        packing = self._packing()
        if not packing:
            self._counted.expect_text(self._binary.peek())
            return Text(self._binary)
        if packing != "gzip":
            raise FileError(f"a file compressed by {packing}; unpack it, or compress it by gzip")
        import gzip

        from .unpacked import Measure, Unpacked

        measure = Measure(questions)
        file = Unpacked(gzip.GzipFile(fileobj=self._binary), measure, self._counted.tell)
        return Text(io.BufferedReader(file, _BLOCK), measure)


class Text:
    """Text, in lines or whole. A byte order mark is skipped; what is no text in UTF-8 is refused with its place."""

    def __init__(self, binary: Any, measure: Measure | None = None) -> None:
        self._measure = measure
        # Bytes that are not UTF-8 are let through at first, so that the line can be told.
        self._file = io.TextIOWrapper(binary, encoding="utf-8-sig", errors="surrogateescape")

    def __iter__(self) -> Iterator[str]:
        at = 0
        try:
            for at, line in enumerate(self._file, 1):
                yield line if line.isascii() and "\0" not in line else _checked(line, at)
        except (EOFError, OSError, zlib.error) as error:
            raise _damaged(error, at) from None

    def rest(self, at: int) -> str:
        """All that follows line `at`, the last that has been read."""
        if self._measure:
            self._measure.has_lines = False
        try:
            return _checked(self._file.read(), at + 1)
        except (EOFError, OSError, zlib.error) as error:
            raise _damaged(error, at) from None


def _damaged(error: Exception, at: int) -> Exception:
    if isinstance(error, OSError) and error.errno is not None:  # which those of gzip have not
        return error
    what = "ends too early" if isinstance(error, EOFError) else "is damaged"
    return FileError(f"after line {at}: the gzip file {what}")


def _checked(text: str, at: int) -> str:
    """A piece of the file from line `at` on, unless it is no text."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            if text[:2] in ("\udcff\udcfe", "\udcfe\udcff"):
                raise FileError("a file in UTF-16; save it in UTF-8") from None
            at += text.count("\n", 0, error.start)
            byte = ord(text[error.start]) & 0xFF
            raise FileError(f"line {at}: not a text file in UTF-8 (byte 0x{byte:02x}); save it in UTF-8") from None
    if "\0" in text:
        raise FileError(f"line {at + text.count(chr(10), 0, text.index(chr(0)))}: not a text file (it has a zero byte)")
    return text
