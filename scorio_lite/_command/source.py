"""Open a result file, gzipped or not: as lines of UTF-8 text, or as the bytes of a zip."""

from __future__ import annotations

import io
import sys
from collections import Counter
from errno import EAGAIN
from os import SEEK_CUR, SEEK_SET, lseek, path, strerror

from .grading import FileError, UnsafeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Callable, Iterator, Sized

_BLOCK = 1 << 18  # bytes
_LINES = 1 << 15  # characters of a block of lines
_ENCODINGS = ("latin-1", "cp1251", "gb18030", "cp932", "euc-kr")  # of tables that Excel saved, before UTF-8
_MAGIC = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"PAR1": "parquet",
    b"(\xb5/\xfd": "zstd",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"7z\xbc\xaf": "7z",
    b"Rar!": "rar",
}
_CONTINUED = "".join(map(chr, range(0xDC80, 0xDCC0)))  # bytes after the first of a character, as surrogates
_OTHERS = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"\x93NUMPY": "an array of NumPy",
    **dict.fromkeys((b"\x80\x04", b"\x80\x05"), "a pickle of Python"),
    b"\xd0\xcf\x11\xe0": "an Office file",
    b"SQLite format": "a database (SQLite)",
    b"ARROW1": "an Arrow file",
    **dict.fromkeys((b"<!DOCTYPE", b"<!doctype", b"<html"), "a page (HTML)"),
    b"<?xml": "an XML file",
    b"<svg": "a picture (SVG)",
}
# Limits on packed files: a few thousand bytes (a zip bomb) must not fill the memory, or take hours to read. The most
# of each, as a number or as a multiple of the packed size, whichever is larger. A value is a line, an entry or
# a document. A million trials in lines stay within the limits, however well they compress.
_MOST = {"size": (2e8, 200), "lines": (2e6, 4), "questions": (5e5, 0.5), "value": (3e7, 30), "brackets": (1e6, 1)}


def packing_of(start: bytes) -> str:
    """Return how a file is packed, by its first bytes: zip, parquet or a compression; "" if it may be text."""
    return next((kind for magic, kind in _MAGIC.items() if start.startswith(magic)), "")


def is_folder(name: str) -> bool:
    """Whether this name is of a folder, or of an archive of files."""
    return is_tar(name) or name.lower().endswith(".zip") or path.isdir(name)


def is_tar(name: str) -> bool:
    return name.lower().endswith((".tar", ".tar.gz", ".tgz"))


class Measure:
    """Counts unpacked data, and refuses a file that holds more than an honest packed file of its size: a zip bomb."""

    def __init__(self, questions: Sized = ()) -> None:
        self._questions = questions  # the questions read so far
        self._before = len(questions)
        self.counts: Counter[str] = Counter()
        self.has_lines = True  # and each line is a value

    def add(self, block: bytes, packed: int) -> None:
        """Count another block. `packed` is the number of packed bytes read so far."""
        lines = block.count(b"\n") if self.has_lines else 0
        if lines:
            self.begin()
        self.counts["questions"] = len(self._questions) - self._before
        size, brackets = len(block), block.count(b"[") + block.count(b"{")
        self.counts.update(size=size, lines=lines, value=size, brackets=brackets)
        for name, (most, times) in _MOST.items():
            if self.counts[name] > max(most, times * packed):
                raise UnsafeError("it is suspiciously compressible, like a zip bomb; if you trust it, unpack it first")

    def begin(self) -> None:
        """Begin to count another value, such as a JSON object."""
        del self.counts["value"], self.counts["brackets"]


class _Raw(io.RawIOBase):
    def readable(self) -> bool:
        return True


class Unpacked(_Raw):
    """An unpacked stream that reports to a Measure how much is read."""

    def __init__(self, file: Any, measure: Measure, packed: Callable[[], int]) -> None:
        self._file = file
        self._measure = measure
        self._packed = packed
        self.is_cut = False  # whether the packed file ends too early

    def readinto(self, buffer: Any) -> int:
        try:
            block = self._file.read1(len(buffer))
        except EOFError:
            self.is_cut, block = True, b""
        self._measure.add(block, self._packed())
        buffer[: len(block)] = block
        return len(block)


class _Counted(_Raw):
    """A file that reports how many bytes have been read.

    A text ends after the block with the first zero byte, since a line of /dev/zero would never end.
    """

    def __init__(self, raw: IO[bytes], progress: Callable[[int], None]) -> None:
        self._raw = raw
        self._progress = progress
        self._position = 0
        self._is_text = self._ends = False

    def expect_text(self, start: bytes) -> None:
        """Treat the file as text from now on. `start` is the part that has been read ahead."""
        self._is_text, self._ends = True, b"\0" in start

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: Any) -> int:
        if self._ends:
            return 0
        size: int | None = self._raw.readinto(buffer)  # type: ignore[attr-defined]
        if size is None:  # a non-blocking file without data yet
            raise BlockingIOError(EAGAIN, strerror(EAGAIN))
        self._position += size
        Source.bytes_read += size
        self._progress(self._position)
        self._ends = self._is_text and b"\0" in bytes(buffer[:size])
        return size


class Again(_Raw):
    """Standard input that can be read several times, to try several readings. The start of a pipe is kept for this."""

    _kept: dict[int, bytearray] = {}  # noqa: RUF012 - one for the process; what has been read, by file descriptor
    _places: dict[int, int] = {}  # noqa: RUF012 - where a file that can be read again begins
    _most = 1 << 26  # bytes

    def __init__(self, file: int, kept: bytearray) -> None:
        self._raw = io.FileIO(file, closefd=False)  # it is never closed
        self._start, self._place = kept, 0

    @classmethod
    def open(cls, file: int) -> IO[bytes]:
        try:
            cls._places.setdefault(file, lseek(file, 0, SEEK_CUR))
            lseek(file, cls._places[file], SEEK_SET)
            return io.FileIO(file, closefd=False)
        except OSError:  # a pipe
            return cls(file, cls._kept.setdefault(file, bytearray()))  # type: ignore[return-value]

    @classmethod
    def forget(cls) -> None:
        """Forget what has been read: the process may get another standard input."""
        cls._kept.clear()
        cls._places.clear()

    def readinto(self, buffer: Any) -> int | None:
        block = bytes(self._start[self._place : self._place + len(buffer)])
        if block:
            buffer[: len(block)] = block
            self._place += len(block)
            return len(block)
        size = self._raw.readinto(buffer)
        if size and self._place == len(self._start) <= self._most:
            self._start += buffer[:size]
            self._place += size
        elif size:
            self._start.clear()  # too much to keep: it cannot be read again
        return size


class Source:
    """An open file. The `with` statement closes it."""

    bytes_read = 0  # of all files, by this process

    def __init__(
        self, name: str, progress: Callable[[int], None] = lambda _: None, raw: IO[bytes] | None = None
    ) -> None:
        self._raw = self._open(name) if raw is None else raw
        self._counted = _Counted(self._raw, progress)
        self._binary = io.BufferedReader(self._counted, _BLOCK)

    @staticmethod
    def _open(name: str) -> IO[bytes]:
        if name != "-":
            return open(name, "rb", buffering=0)
        if sys.stdin is None:
            raise OSError("it is closed")
        return Again.open(sys.stdin.fileno())

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self._binary.close()
        self._raw.close()

    @property
    def packing(self) -> str:
        """How the file is packed, by its first bytes: zip, parquet or a compression; "" if it may be text."""
        return packing_of(self._binary.peek())

    def seekable(self) -> io.BytesIO:
        """Return all bytes in memory, since a zip or a Parquet file is read from its end."""
        return io.BytesIO(self._binary.read())

    def text(self, questions: Sized, encoding: str | None = None) -> Text:
        """Return the text, unpacked. `questions` grows while it is read; a packed file with too many is refused."""
        packing = self.packing
        if not packing:
            head = self._binary.peek()
            if encoding is None and head.startswith((b"\xff\xfe", b"\xfe\xff")):
                return Text(self._binary, encoding="utf-16")
            kind = next((kind for magic, kind in _OTHERS.items() if head.startswith(magic)), "")
            if kind:
                raise FileError(f"this is {kind}; save the results as JSON, JSON Lines or CSV")
            self._counted.expect_text(head)
            return Text(self._binary, encoding=encoding)
        if packing != "gzip":
            raise FileError(f"the file is compressed with {packing}; unpack it, or use gzip")
        import gzip
        import zlib

        measure = Measure(questions)
        file = Unpacked(gzip.GzipFile(fileobj=self._binary), measure, self._counted.tell)
        return Text(io.BufferedReader(file, _BLOCK), measure, (OSError, zlib.error), file, encoding)


class Text:
    """Text that is read in lines, blocks or whole, without a byte order mark. Errors name a line that is not UTF-8."""

    def __init__(
        self,
        binary: Any,
        measure: Measure | None = None,
        errors: tuple[type[Exception], ...] = (OSError,),
        unpacked: Unpacked | None = None,
        encoding: str | None = None,
    ) -> None:
        self._measure = measure
        self._errors = errors  # of reading
        self._unpacked = unpacked
        self.may_break_off = False  # whether the reader itself notices that the text breaks off, as in JSON
        self.broken = ""  # why the file is known to have more
        self.passed = 0  # lines that are no records
        # Bytes that are not UTF-8 pass here. `_checked` refuses them and can name the line.
        self._file = io.TextIOWrapper(binary, encoding=encoding or "utf-8", errors="surrogateescape")

    def __iter__(self) -> Iterator[str]:
        at = 0
        try:
            for at, line in enumerate(self._file, 1):
                if self._is_cut() and not (line.endswith("\n") or self._may_break_off(line)):
                    at -= 1
                    break
                is_plain = line.isascii() and "\0" not in line
                yield line if is_plain else _checked(line, at, self._may_break_off(line))
        except self._errors as error:
            raise _damaged(error, at) from None
        self._end(at)

    def _may_break_off(self, line: str) -> bool:
        return self.may_break_off or line.lstrip().startswith(("[", "{"))

    def _is_cut(self) -> bool:
        return self._unpacked is not None and self._unpacked.is_cut

    def _end(self, at: int) -> None:
        """If the packed file ends too early, after line `at`, set `broken`. Refuse the file unless it may break off."""
        if self._is_cut():
            self.broken = f"after line {at}: the gzip file ends too early"
            if not self.may_break_off:
                raise FileError(self.broken)

    def blocks(self, at: int) -> Iterator[str]:
        """Yield the text after line `at`, the last line that was read, in blocks of whole lines."""
        try:
            for block in iter(lambda: self._file.read(_LINES) + self._file.readline(), ""):
                yield _checked(block, at + 1, self.may_break_off)
                at += block.count("\n")
        except self._errors as error:
            raise _damaged(error, at) from None
        self._end(at)

    def rest(self, at: int) -> str:
        """Return the whole text after line `at`, the last line that was read."""
        if self._measure:
            self._measure.has_lines = False
        try:
            text = _checked(self._file.read(), at + 1, self.may_break_off)
        except self._errors as error:
            raise _damaged(error, at) from None
        self._end(at + text.count("\n"))
        return text


def _damaged(error: Exception, at: int) -> Exception:
    if isinstance(error, OSError) and error.errno is not None:  # errors of gzip have none
        return error
    return FileError(f"after line {at}: the gzip file is damaged")


def _checked(text: str, at: int, may_break_off: bool) -> str:
    """Return the text from line `at` on, without a byte order mark. Refuse zero bytes and what is not UTF-8."""
    if not text.isascii():
        head = text.rstrip(_CONTINUED)
        # remove an incomplete character at the end
        if may_break_off and len(text) - len(head) < 3 and "\udcc2" <= head[-1:] <= "\udcf4":
            text = head[:-1]
        try:
            text.encode()
        except UnicodeEncodeError as error:
            if text.startswith(("\udcff\udcfe", "\udcfe\udcff")):
                raise FileError("the file is in UTF-16; save it in UTF-8") from None
            at += text[: error.start].count("\n")
            byte = ord(text[error.start]) & 0xFF
            wrong = FileError(f"line {at}: not a text file in UTF-8 (byte 0x{byte:02x}); save text in UTF-8")
            raise wrong.leading(*([f"--encoding={name}"] for name in _ENCODINGS)) from None
    if "\0" in text:
        at += text.partition("\0")[0].count("\n")
        wrong = FileError(f"line {at}: not a text file (it has a zero byte)")
        raise wrong.leading(*([[f"--lines=1-{at - 1}"]] if at > 1 else []))
    return text[1:] if at == 1 and text.startswith("\ufeff") else text
