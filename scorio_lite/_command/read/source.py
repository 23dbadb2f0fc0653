"""Open result files, gzipped or not, and give their text in blocks of whole lines. Limits are on what is unpacked."""

from __future__ import annotations

import io
import os
import sys
from codecs import utf_8_decode
from collections import Counter
from errno import EAGAIN

from .item import Refusal, Unsafe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any, Callable, Iterator, Sequence

START = 4096  # bytes of the start of a file, which says whether it may hold results
BLOCK = 1 << 16  # bytes
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_KINDS = {  # by the first bytes
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"PAR1": "parquet",
    b"(\xb5/\xfd": "compressed with zstd",
    b"BZh": "compressed with bzip2",
    b"\xfd7zXZ": "compressed with xz",
    b"7z\xbc\xaf": "compressed with 7z",
    b"Rar!": "compressed with rar",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\x93NUMPY": "an array of NumPy",
    b"\x80": "a pickle of Python",
    b"SQLite format": "a database (SQLite)",
    b"<": "a page (HTML) or XML",
}
# Limits on packed files: a few thousand bytes (a zip bomb) must not fill the memory, or take hours to read. The most
# of each, as a number or as a multiple of the packed size, whichever is larger. A value is a line, an entry or
# a document. A million trials in lines stay within the limits, however well they compress.
_MOST = {"size": (2e8, 200), "lines": (2e6, 4), "questions": (5e5, 0.5), "value": (3e7, 30), "brackets": (1e6, 1)}


def kind_of(start: bytes) -> str:
    """Return what a file is by its first bytes: gzip, zip, parquet, or what is not read; "" if it may be text."""
    return next((kind for magic, kind in _KINDS.items() if start.startswith(magic)), "")


def is_tree(name: str) -> bool:
    """Whether this is a folder, or an archive of files."""
    return name.lower().endswith(ARCHIVES) or os.path.isdir(name)


class Measure:
    """Counts unpacked data, and refuses a file that holds more than an honest packed file of its size: a zip bomb."""

    has_lines = True  # and each line is a value

    def __init__(self, names: Sequence[str] = ("size", "lines", "value", "brackets")) -> None:
        self._names = names
        self.counts: Counter[str] = Counter()

    def add(self, block: bytes, packed: int) -> None:
        """Count another block. `packed` is the number of packed bytes so far."""
        lines = block.count(b"\n") if self.has_lines else 0
        if lines:
            self.begin()
        size, brackets = len(block), block.count(b"[") + block.count(b"{")
        self.counts.update(size=size, lines=lines, value=size, brackets=brackets)
        for name in self._names:
            check_packed(name, self.counts[name], packed)

    def begin(self) -> None:
        """Begin to count another value, such as a JSON object."""
        del self.counts["value"], self.counts["brackets"]


def check_packed(name: str, count: int, packed: int) -> None:
    """Refuse a packed file that has more of something, such as questions, than an honest one of its size."""
    most, times = _MOST[name]
    if count > max(most, times * packed):
        raise Unsafe("it is suspiciously compressible, like a zip bomb; if you trust it, unpack it first")


class Unpacked:
    """A stream that reports to a Measure how much is read from it."""

    def __init__(self, file: Any, measure: Measure, packed: Callable[[], int]) -> None:
        self._file, self._measure, self._packed = file, measure, packed

    def read(self, size: int) -> bytes:
        block: bytes = self._file.read1(size)
        self._measure.add(block, self._packed())
        return block


def blocks_of(file: Any) -> Iterator[bytes]:
    """Yield the rest of a binary file in blocks."""
    return iter(lambda: file.read(BLOCK), b"")


class Member:
    """A file to read: one that the user names, one of a folder or an archive, or standard input.

    name      what messages call it
    path      its path below the folder that holds all files, for the levels of a tree
    is_named  whether it is named itself, and not in a folder or an archive
    packed    the size of the archive or of the packed file; 0 if it is not packed
    """

    def __init__(
        self, name: str, path: str = "", is_named: bool = True, content: bytes | None = None, packed: int = 0
    ) -> None:
        self.name = "standard input" if name == "-" else name
        self.path = (path or name).replace(os.sep, "/")
        self.is_named = is_named
        self.packed = packed
        self._file = name
        self._content = content  # of an entry of an archive, or of a pipe, which cannot be opened again

    def open(self) -> Source:
        if self._content is None and not os.path.isfile(self._file):
            self._content = _content_of_pipe(self._file)
        return Source(self, open(self._file, "rb") if self._content is None else io.BytesIO(self._content))


def _content_of_pipe(name: str) -> bytes:
    """Return what comes through a pipe. A text ends after its first zero byte, since /dev/zero would never end."""
    if name == "-" and sys.stdin is None:
        raise OSError("it is closed")
    content = bytearray()
    with io.FileIO(sys.stdin.fileno(), closefd=False) if name == "-" else open(name, "rb", buffering=0) as file:
        while True:
            block = file.read(BLOCK)
            if block is None:  # a non-blocking file without data yet
                raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
            content += block
            if not block or (b"\0" in block and not content.startswith((*_KINDS, *_UTF_16))):
                return bytes(content)


class Source:
    """An open file: its bytes, or its text in blocks of whole lines. The `with` statement closes it."""

    may_break_off = False  # whether the reader itself notices that the text breaks off, as in JSON
    broken = ""  # why the file is known to have more

    def __init__(self, member: Member, file: IO[bytes]) -> None:
        self._member, self._file = member, file
        self._text: Any = None  # unpacked
        self._measure = Measure()
        self._at = 1  # the next line
        self._line: list[bytes] = []  # the start of a line that goes on in the next block
        start = file.read(START)
        self._size = file.seek(0, os.SEEK_END)
        file.seek(0)
        self.kind = kind_of(start)
        self._is_utf_16 = start.startswith(_UTF_16)

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def seekable(self) -> io.BytesIO:
        """Return all bytes in memory, since a zip or a Parquet file is read from its end."""
        return io.BytesIO(self._file.read())

    def _unpack(self) -> Any:
        """Return the file as one whose text can be read. Refuse a file of another kind."""
        if self.kind not in ("", "gzip"):
            raise Refusal("kind", f"this is {self.kind}; save the results as JSON, JSON Lines or CSV")
        if self._is_utf_16:
            try:
                return io.BytesIO(self._file.read().decode("utf-16").encode())
            except UnicodeDecodeError:
                raise Refusal("encoding", "not a text file in UTF-16, as its first bytes say") from None
        packed = self._member.packed
        if self.kind:
            from gzip import GzipFile

            self._member.packed = packed or self._size
            return Unpacked(GzipFile(fileobj=self._file), self._measure, self._file.tell)
        return Unpacked(self._file, self._measure, lambda: packed) if packed else self._file

    def blocks(self) -> Iterator[str]:
        """Yield the rest of the text in blocks of whole lines, without a byte order mark."""
        for block in self._bytes():
            if b"\0" in block:
                at = self._at + block.count(b"\n", 0, block.index(b"\0"))
                raise Refusal("kind", f"line {at}: not a text file (it has a zero byte)")
            end = block.rfind(b"\n") + 1
            if end:
                lines, self._line = b"".join([*self._line, block[:end]]), [block[end:]]
                yield self._decoded(lines)
            else:
                self._line.append(block)
        last, self._line = self._decoded(b"".join(self._line)), []
        if last:
            yield last
        if self.broken and not self.may_break_off:
            raise Refusal("damaged", self.broken)

    def rest(self) -> str:
        """Return the rest of the text, which is one value."""
        self._measure.has_lines = False
        return "".join(self.blocks())

    def _bytes(self) -> Iterator[bytes]:
        """Yield the unpacked bytes. If the packed file ends too early, `broken` says so."""
        try:
            self._text = self._text or self._unpack()
            yield from blocks_of(self._text)
        except EOFError:
            self.broken = f"after line {self._at - 1}: the gzip file ends too early"
        except Exception as error:
            if isinstance(error, (Refusal, MemoryError)) or getattr(error, "errno", None) is not None:
                raise
            raise Refusal("damaged", f"after line {self._at - 1}: the gzip file is damaged") from None

    def _decoded(self, block: bytes) -> str:
        try:
            text, _ = utf_8_decode(block, "strict", not self.may_break_off)
        except UnicodeDecodeError as error:
            from shlex import quote

            at = self._at + block.count(b"\n", 0, error.start)
            name = quote(self._member.name)
            convert = f"iconv -f ENCODING -t utf-8 {name} > utf8_{quote(os.path.basename(self._member.name))}"
            what = f"line {at}: not a text file in UTF-8 (byte 0x{block[error.start]:02x})"
            raise Refusal("encoding", f"{what}; convert it: {convert} (latin1, cp1252, gb18030, ...)") from None
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        if self._at == 1:
            text = text.lstrip("\ufeff")
        self._at += text.count("\n")
        return text
