"""Open result files and read the lines of their text, unpacked. Limits are on what is unpacked."""

from __future__ import annotations

import io
import os
import sys
from codecs import getincrementaldecoder
from errno import EAGAIN

from .item import Refusal, Unsafe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Iterator

BLOCK = 1 << 16  # bytes
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_TAR = slice(257, 262)  # where "ustar" says that a file is a tar archive
_KINDS = {  # by the first bytes
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"PAR1": "parquet",
    b"(\xb5/\xfd": "compressed with zstd",
    b"BZh": "compressed with bzip2",
    b"\xfd7zXZ": "compressed with xz",
    b"\x93NUMPY": "an array of NumPy",
    b"\x80": "a pickle of Python",
    b"SQLite format": "a database (SQLite)",
    b"<": "a page (HTML) or XML",
}
# Limits on packed files: a few thousand bytes (a zip bomb) must not fill the memory, or take hours to read. The most
# of each, as a number or as a multiple of the packed size, whichever is larger. A value is a line, an entry or
# a document. A million trials in lines stay within the limits, however well they compress.
_MOST = {"size": (2e8, 200), "lines": (1.1e6, 4), "value": (3e7, 30), "brackets": (1e6, 1)}


def kind_of(file: IO[bytes]) -> str:
    """Return what a file is by its first bytes: gzip, zip, parquet, or what is not read; "" if it may be text."""
    start = file.read(16)
    file.seek(0)
    return next((kind for magic, kind in _KINDS.items() if start.startswith(magic)), "")


def is_zip(name: str) -> bool:
    return name.lower().endswith(".zip")


def is_tree(name: str) -> bool:
    """Whether this is a folder, or a zip archive of files."""
    return is_zip(name) or os.path.isdir(name)


def check_packed(name: str, count: int, packed: int) -> None:
    """Refuse a file that has more of something, such as lines, than an honest one of its packed size; 0 if unpacked."""
    most, times = _MOST[name]
    if packed and count > max(most, times * packed):
        raise Unsafe("it is suspiciously compressible, like a zip bomb; if you trust it, unpack it first")


def check_value(value: str, packed: int) -> None:
    """Refuse a value that is too large to come from an honest file of this packed size; 0 if it is not packed."""
    if packed:
        check_packed("value", len(value), packed)
        check_packed("brackets", value.count("[") + value.count("{"), packed)


class Member:
    """A file to read: one that the user names, one of a folder or an archive, or standard input.

    name         what messages call it
    path         its path below the folder that holds all files, for the levels of a tree
    is_named     whether it is named itself, and not in a folder or an archive
    is_doubtful  whether its ending says neither that it holds results nor that it holds none
    packed       the size of the archive or of the packed file; 0 if it is not packed
    """

    packed = 0
    is_doubtful = False

    def __init__(self, name: str, path: str = "", is_named: bool = True, content: bytes | None = None) -> None:
        self.name = "standard input" if name == "-" else name
        self.path = (path or name).replace(os.sep, "/")
        self.is_named = is_named
        self._file = name
        self._content = content  # of an entry of an archive, or of a pipe, which cannot be opened again

    def open(self) -> IO[bytes]:
        if self._content is None and not os.path.isfile(self._file):
            self._content = _content_of_pipe(self._file)
        return open(self._file, "rb") if self._content is None else io.BytesIO(self._content)


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


class Text:
    """The text of a file. `broken` says why the text is known to be incomplete; it is "" if nothing says so."""

    broken = ""

    def __init__(self, member: Member, file: IO[bytes], kind: str) -> None:
        if kind not in ("", "gzip"):
            raise Refusal("kind", f"this is {kind}; save the results as JSON, JSON Lines or CSV")
        self._member, self._read = member, file.read
        self._encoding = "utf-16" if file.read(2) in _UTF_16 else "utf-8-sig"
        self._line = 1  # the number of the line that is read
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        if kind:
            from gzip import GzipFile

            member.packed = member.packed or size
            self._read = GzipFile(fileobj=file).read1

    def lines(self) -> list[str]:
        """Return the lines of the text, without a byte order mark. After a newline at its end, the last one is ""."""
        lines: list[str] = []
        begun: list[str] = []  # the line that is read
        for text in self._decoded():
            first, *more = text.split("\n")
            begun.append(first)
            if more:
                lines += ["".join(begun), *more[:-1]]
                begun = more[-1:]
            self._line = len(lines) + 1
            check_packed("lines", len(lines), self._member.packed)
        lines.append("".join(begun))
        for line in lines if self._member.packed else ():
            check_value(line, self._member.packed)
        return lines

    def _decoded(self) -> Iterator[str]:
        decoder = io.IncrementalNewlineDecoder(getincrementaldecoder(self._encoding)(), True)
        try:
            for block in self._bytes():
                if b"\0" in block and self._encoding != "utf-16":
                    line = self._line + block.count(b"\n", 0, block.index(b"\0"))
                    if block[_TAR] == b"ustar":
                        raise Refusal("archive", "this is a tar archive; unpack it with `tar xf`")
                    raise Refusal("kind", f"line {line}: not a text file (it has a zero byte)")
                yield decoder.decode(block)
        except UnicodeDecodeError as error:
            raise self._of_encoding(error) from None
        try:
            yield decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            self.broken = self.broken or "it ends within a letter"

    def _bytes(self) -> Iterator[bytes]:
        """Yield the unpacked bytes. If the packed file ends too early, `broken` says so."""
        size = 0
        try:
            for block in iter(lambda: self._read(BLOCK), b""):
                size += len(block)
                check_packed("size", size, self._member.packed)
                yield block
        except EOFError:
            self.broken = f"after line {self._line - 1}: the gzip file ends too early"
        except Exception as error:
            if isinstance(error, (Refusal, MemoryError)) or getattr(error, "errno", None) is not None:
                raise
            raise Refusal("damaged", f"after line {self._line - 1}: the gzip file is damaged") from None

    def _of_encoding(self, error: UnicodeDecodeError) -> Refusal:
        if self._encoding == "utf-16":
            return Refusal("encoding", "not a text file in UTF-16, as its first bytes say")
        from shlex import quote

        line, byte = self._line + error.object.count(b"\n", 0, error.start), error.object[error.start]
        name = self._member.name
        convert = f"iconv -f ENCODING -t utf-8 {quote(name)} > utf8_{quote(os.path.basename(name))}"
        what = f"line {line}: not a text file in UTF-8 (byte 0x{byte:02x})"
        return Refusal("encoding", f"{what}; convert it: {convert} (latin1, cp1252, gb18030, ...)")
