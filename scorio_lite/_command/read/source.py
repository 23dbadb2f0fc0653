"""Open result files, gzipped or not, and give their text in blocks of whole lines. Limits are on what is unpacked."""

from __future__ import annotations

import io
import os
import sys
from collections import Counter
from errno import EAGAIN

from .item import Refusal, Unsafe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Callable, Iterator

START = 4096  # bytes of the start of a file, which says whether it may hold results
_BLOCK = 1 << 18  # bytes
_LINES = 1 << 16  # characters of a block of lines
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")
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
_OTHERS = {
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\x93NUMPY": "an array of NumPy",
    b"\x80": "a pickle of Python",
    b"SQLite format": "a database (SQLite)",
    b"<": "a page (HTML) or XML",
}
_CONTINUED = "".join(map(chr, range(0xDC80, 0xDCC0)))  # bytes after the first of a character, as surrogates
# Limits on packed files: a few thousand bytes (a zip bomb) must not fill the memory, or take hours to read. The most
# of each, as a number or as a multiple of the packed size, whichever is larger. A value is a line, an entry or
# a document. A million trials in lines stay within the limits, however well they compress.
_MOST = {"size": (2e8, 200), "lines": (2e6, 4), "questions": (5e5, 0.5), "value": (3e7, 30), "brackets": (1e6, 1)}
_BOMB = "it is suspiciously compressible, like a zip bomb; if you trust it, unpack it first"


def packing_of(start: bytes) -> str:
    """Return how a file is packed, by its first bytes: zip, parquet or a compression; "" if it may be text."""
    return next((kind for magic, kind in _MAGIC.items() if start.startswith(magic)), "")


class Measure:
    """Counts unpacked data, and refuses a file that holds more than an honest packed file of its size: a zip bomb."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.has_lines = True  # and each line is a value

    def add(self, block: bytes, packed: int) -> None:
        """Count another block. `packed` is the number of packed bytes read so far."""
        lines = block.count(b"\n") if self.has_lines else 0
        if lines:
            self.begin()
        size, brackets = len(block), block.count(b"[") + block.count(b"{")
        self.counts.update(size=size, lines=lines, value=size, brackets=brackets)
        for name, (most, times) in _MOST.items():
            if self.counts[name] > max(most, times * packed):
                raise Unsafe(_BOMB)

    def begin(self) -> None:
        """Begin to count another value, such as a JSON object."""
        del self.counts["value"], self.counts["brackets"]


class _Raw(io.RawIOBase):
    def readable(self) -> bool:
        return True


class Unpacked(_Raw):
    """An unpacked stream that reports to a Measure how much is read."""

    def __init__(self, file: Any, measure: Measure, packed: Callable[[], int]) -> None:
        self._file, self._measure, self._packed = file, measure, packed
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
    """A file that knows how many bytes have been read, and keeps them in `passed`.

    A text ends after the block with the first zero byte, since a line of /dev/zero would never end.
    """

    def __init__(self, raw: IO[bytes], passed: bytearray | None) -> None:
        self._raw, self._passed = raw, passed
        self._position = 0
        self.is_text = self._ends = False

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: Any) -> int:
        if self._ends:
            return 0
        size: int | None = self._raw.readinto(buffer)  # type: ignore[attr-defined]
        if size is None:  # a non-blocking file without data yet
            raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
        self._position += size
        if self._passed is not None:
            self._passed += buffer[:size]
        self._ends = self.is_text and b"\0" in bytes(buffer[:size])
        return size


class Member:
    """A file to read: one that the user names, one of a folder or an archive, or standard input.

    name      what messages call it
    path      its path below the folder that holds all files, for the levels of a tree
    is_named  whether it is named itself, and not in a folder or an archive
    """

    def __init__(
        self, name: str, path: str = "", is_named: bool = True, content: bytes | None = None, packed: int = 0
    ) -> None:
        self.name = "standard input" if name == "-" else name
        self.path = (path or name).replace(os.sep, "/")
        self.is_named = is_named
        self._file = None if content is not None or name == "-" else name
        self._content = content  # of an entry of an archive
        self.passed = bytearray()  # what has come through a pipe, which cannot be opened again
        self.packed = packed  # the size of the archive or of the packed file; 0 if it is not packed

    def open(self) -> Source:
        return Source(self)

    def raw(self) -> IO[bytes]:
        if self._content is not None:
            return io.BytesIO(self._content)
        if self.passed:
            return io.BytesIO(self.passed)
        if self._file is not None:
            return open(self._file, "rb", buffering=0)
        if sys.stdin is None:
            raise OSError("it is closed")
        return io.FileIO(sys.stdin.fileno(), closefd=False)

    @property
    def is_on_disk(self) -> bool:
        """Whether it is a file that can be opened a second time, and not a pipe."""
        return self._file is not None and os.path.isfile(self._file)

    def check_questions(self, number: int) -> None:
        """Refuse a packed file with more questions than an honest one of its size has."""
        most, times = _MOST["questions"]
        if self.packed and number > max(most, times * self.packed):
            raise Unsafe(_BOMB)


class Source:
    """An open file. The `with` statement closes it."""

    def __init__(self, member: Member) -> None:
        self._member, self._raw = member, member.raw()
        is_pipe = not (member.is_on_disk or member.passed or isinstance(self._raw, io.BytesIO))
        self._counted = _Counted(self._raw, member.passed if is_pipe else None)
        self._binary = io.BufferedReader(self._counted, _BLOCK)

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

    def text(self) -> Text:
        """Return the text, unpacked."""
        packing, head = self.packing, self._binary.peek()
        measure, archive = Measure(), self._member.packed
        if not packing:
            kind = next((kind for magic, kind in _OTHERS.items() if head.startswith(magic)), "")
            if kind:
                raise Refusal("kind", f"this is {kind}; save the results as JSON, JSON Lines or CSV")
            if head.startswith((b"\xff\xfe", b"\xfe\xff")):
                return Text(self._binary, self._member.name, encoding="utf-16")
            self._counted.is_text = True
            if not archive:
                return Text(self._binary, self._member.name)
            unpacked = Unpacked(self._binary, measure, lambda: archive)
            return Text(io.BufferedReader(unpacked, _BLOCK), self._member.name, measure)
        if packing != "gzip":
            raise Refusal("kind", f"the file is compressed with {packing}; unpack it, or use gzip")
        import gzip
        import zlib

        size = os.fstat(self._raw.fileno()).st_size if self._member.is_on_disk else archive
        self._member.packed = size or 1  # of a pipe nothing is known
        file = Unpacked(gzip.GzipFile(fileobj=self._binary), measure, self._counted.tell)
        errors = (OSError, zlib.error)
        return Text(io.BufferedReader(file, _BLOCK), self._member.name, measure, errors, file)


class Text:
    """Text that is read in blocks of whole lines, without a byte order mark. Errors name a line that is not UTF-8."""

    def __init__(
        self,
        binary: Any,
        name: str,
        measure: Measure | None = None,
        errors: tuple[type[Exception], ...] = (OSError,),
        unpacked: Unpacked | None = None,
        encoding: str = "utf-8",
    ) -> None:
        self._name, self._measure, self._unpacked = name, measure, unpacked
        self._errors = errors  # of reading
        self.may_break_off = False  # whether the reader itself notices that the text breaks off, as in JSON
        self.broken = ""  # why the file is known to have more
        self._at = 1  # the next line
        # Bytes that are not UTF-8 pass here. `_checked` refuses them and can name the line
        self._file = io.TextIOWrapper(binary, encoding=encoding, errors="surrogateescape")

    def blocks(self) -> Iterator[str]:
        """Yield the rest of the text in blocks of whole lines."""
        try:
            for block in iter(lambda: self._file.read(_LINES) + self._file.readline(), ""):
                checked = self._checked(block)
                self._at += checked.count("\n")
                yield checked
        except self._errors as error:
            raise self._damaged(error) from None
        self._end()

    def rest(self) -> str:
        """Return the rest of the text, which is one value."""
        if self._measure:
            self._measure.has_lines = False
        try:
            text = self._checked(self._file.read())
        except self._errors as error:
            raise self._damaged(error) from None
        self._at += text.count("\n")
        self._end()
        return text

    def _end(self) -> None:
        """If the packed file ends too early, set `broken`. Refuse the file unless it may break off."""
        if self._unpacked is not None and self._unpacked.is_cut:
            self.broken = f"after line {self._at - 1}: the gzip file ends too early"
            if not self.may_break_off:
                raise Refusal("damaged", self.broken)

    def _damaged(self, error: Exception) -> Exception:
        if isinstance(error, OSError) and error.errno is not None:  # errors of gzip have none
            return error
        return Refusal("damaged", f"after line {self._at - 1}: the gzip file is damaged")

    def _checked(self, text: str) -> str:
        """Return the text from line `_at` on, without a byte order mark. Refuse zero bytes and what is not UTF-8."""
        at = self._at
        if not text.isascii():
            head = text.rstrip(_CONTINUED)
            # remove an incomplete character at the end
            if self.may_break_off and len(text) - len(head) < 3 and "\udcc2" <= head[-1:] <= "\udcf4":
                text = head[:-1]
            try:
                text.encode()
            except UnicodeEncodeError as error:
                at += text[: error.start].count("\n")
                byte = ord(text[error.start]) & 0xFF
                raise self._not_utf8(f"line {at}: not a text file in UTF-8 (byte 0x{byte:02x})") from None
        if "\0" in text:
            at += text.partition("\0")[0].count("\n")
            raise Refusal("kind", f"line {at}: not a text file (it has a zero byte)")
        return text[1:] if self._at == 1 and text.startswith("\ufeff") else text

    def _not_utf8(self, what: str) -> Refusal:
        from shlex import quote

        name = quote(self._name)
        convert = f"iconv -f ENCODING -t utf-8 {name} > utf8_{quote(os.path.basename(self._name))}"
        return Refusal("encoding", f"{what}; convert it: {convert} (latin1, cp1252, gb18030, ...)")


def is_tree(name: str) -> bool:
    """Whether this is a folder, or an archive of files."""
    return name.lower().endswith(ARCHIVES) or os.path.isdir(name)
