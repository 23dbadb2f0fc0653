"""Open result files and read the lines of their text, unpacked. Limits are on what is unpacked."""

from __future__ import annotations

import io
import os
import sys
from codecs import getincrementaldecoder
from errno import EAGAIN

from .item import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

BLOCK = 1 << 16  # bytes
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_TAR = slice(257, 262)  # where "ustar" says that a file is a tar archive
_PACKED = "compressed, and not by gzip; unpack it first"
_KINDS = {  # by the first bytes
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"PAR1": "parquet",
    b"(\xb5/\xfd": _PACKED,
    b"BZh": _PACKED,
    b"\xfd7zXZ": _PACKED,
    b"<": "a page (HTML) or XML; save the results as JSON, JSON Lines or CSV",
}
_PARQUET = "import pandas; pandas.read_parquet('FILE').to_json('FILE.jsonl', orient='records', lines=True)"
# Limits on packed files: a few thousand bytes (a zip bomb) must not fill the memory, or take hours to read. The most
# of each, as a number or as a multiple of the packed size, whichever is larger. A value is a line, an entry or
# a document. A million trials in lines stay within the limits, however well they compress.
_MOST = {"size": (2e8, 200), "lines": (1.1e6, 4), "value": (3e7, 30), "brackets": (1e6, 1)}


def kind_of(file: IO[bytes]) -> str:
    """Return what kind of file the first bytes show, one of _KINDS; "" if it may be text."""
    start = file.read(16)
    file.seek(0)
    return next((kind for magic, kind in _KINDS.items() if start.startswith(magic)), "")


def check_packed(name: str, count: int, packed: int) -> None:
    """Refuse a file if `count` of something, such as "lines", is too much for its packed size (0 if not packed)."""
    most, times = _MOST[name]
    if packed and count > max(most, times * packed):
        what = "it is suspiciously compressible, like a zip bomb; if you trust it, unpack it first"
        raise Refusal("unsafe", what)


def check_value(value: str, packed: int) -> None:
    """Refuse a value that is too large for a file of this packed size (0 if the file is not packed)."""
    if packed:
        check_packed("value", len(value), packed)
        check_packed("brackets", value.count("[") + value.count("{"), packed)


class Member:
    """A file to read: one that the user names, one of a folder, or standard input.

    name      what messages call it
    path      its path below the folder that holds all files, for the levels of a tree
    is_named  whether it is named itself, and not in a folder
    packed    the size of the packed file; 0 if it is not packed
    """

    packed = 0

    def __init__(self, name: str, path: str = "", is_named: bool = True) -> None:
        self.name = "standard input" if name == "-" else name
        self.path = (path or name).replace(os.sep, "/")
        self.is_named = is_named
        self._file = name
        self._content: bytes | None = None  # of a pipe, which cannot be opened again

    def open(self) -> IO[bytes]:
        if self._content is None and not os.path.isfile(self._file):
            self._content = _content_of_pipe(self._file)
        return open(self._file, "rb") if self._content is None else io.BytesIO(self._content)


def _content_of_pipe(name: str) -> bytes:
    """Return the bytes that come through a pipe. Stop a text after its first zero byte, as /dev/zero never ends."""
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


def lines_of(member: Member, file: IO[bytes], kind: str) -> list[str]:
    """Return the lines of a text, without a byte order mark. After a newline at the end, the last line is ""."""
    if kind not in ("", "gzip"):
        what = f'Parquet; convert it: python3 -c "{_PARQUET}"' if kind == "parquet" else kind
        raise Refusal("kind", f"this is {what}")
    content = _content_of(member, file, kind == "gzip")
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8-sig"
    if b"\0" in content and encoding != "utf-16":
        if content[_TAR] == b"ustar":
            raise Refusal("archive", "this is a tar archive; unpack it with `tar xf`")
        at = 1 + content.count(b"\n", 0, content.index(b"\0"))
        raise Refusal("kind", f"line {at}: not a text file (it has a zero byte)")
    check_packed("lines", content.count(b"\n"), member.packed)
    decoder = getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(content)
    except UnicodeDecodeError as error:
        at, byte = 1 + content.count(b"\n", 0, error.start), content[error.start]
        convert = "convert it: iconv -f ENCODING -t utf-8 FILE > NEW (latin1, cp1252, gb18030, ...)"
        what = f"line {at}: not a text file in UTF-8 or UTF-16 (byte 0x{byte:02x}); {convert}"
        raise Refusal("encoding", what) from None
    text += "\ufffd" * bool(decoder.getstate()[0])  # it ends within a letter
    lines = (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text).split("\n")
    for line in lines if member.packed else ():
        check_value(line, member.packed)
    return lines


def _content_of(member: Member, file: IO[bytes], is_packed: bool) -> bytes:
    """Return the unpacked bytes of a file. A text ends after its first zero byte."""
    read, size = file.read, 0
    blocks: list[bytes] = []
    if is_packed:
        from gzip import GzipFile

        member.packed = file.seek(0, os.SEEK_END)
        file.seek(0)
        read = GzipFile(fileobj=file).read1
    try:
        for block in iter(lambda: read(BLOCK), b""):
            blocks.append(block)
            size += len(block)
            check_packed("size", size, member.packed)
            if b"\0" in block and not blocks[0].startswith(_UTF_16):
                break
    except Exception as error:  # gzip raises many types
        if isinstance(error, (Refusal, MemoryError)) or getattr(error, "errno", None) is not None:
            raise
        what = "the gzip file is damaged or cut; `gzip -dc FILE > NEW` writes what can be read"
        raise Refusal("damaged", what) from None
    return b"".join(blocks)
