"""Read result files, unpack them, and split their text into lines. Limits stop files that unpack to too much."""

from __future__ import annotations

import io
import os
import sys
from codecs import getincrementaldecoder
from errno import EAGAIN

from .item import Refusal

_BLOCK = 1 << 16  # bytes
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_TAR = slice(257, 262)  # where "ustar" says that a file is a tar archive
_PACKED = "compressed, and not by gzip; unpack it first"
_TO_LINES = "import pandas; pandas.read_parquet('FILE').to_json('FILE.jsonl', orient='records', lines=True)"
_KINDS = {  # {first bytes: what errors call the file}
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"PAR1": f'Parquet; convert it: python3 -c "{_TO_LINES}"',
    b"(\xb5/\xfd": _PACKED,
    b"BZh": _PACKED,
    b"\xfd7zXZ": _PACKED,
    b"<": "a page (HTML) or XML; save the results as JSON, JSON Lines or CSV",
}
# Limits on packed files, so that a zip bomb does not fill the memory: the most of each, as a number or as a multiple
# of the packed size, whichever is larger. A value is a line, an entry or a document.
_MOST = {"size": (2e8, 200), "lines": (1.1e6, 4), "value": (3e7, 30), "brackets": (1e6, 1)}


def check_packed(name: str, count: int, packed: int) -> None:
    """Refuse `count` of `name`, such as "lines", if they are too many for this packed size in bytes (0: not packed)."""
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
    """A file to read: a file that the user names, a file of a folder, or standard input.

    name      what messages call it
    path      its path below the folder that holds all files
    is_named  whether the user names the file itself, and not a folder that holds it
    """

    def __init__(self, name: str, path: str = "", is_named: bool = True) -> None:
        self.name = "standard input" if name == "-" else name
        self.path = (path or name).replace(os.sep, "/")
        self.is_named = is_named
        self._file = name
        self._piped = b""  # what came through a pipe, which cannot be read again

    def read(self) -> bytes:
        """Return the bytes of the file. Stop reading a text after a zero byte, as /dev/zero never ends."""
        is_input = self._file == "-"
        if is_input and sys.stdin is None:
            raise OSError("it is closed")
        if self._piped:
            return self._piped
        content = bytearray()
        with io.FileIO(sys.stdin.fileno() if is_input else self._file, closefd=not is_input) as file:
            while True:
                block = file.read(_BLOCK)
                if block is None:  # a non-blocking file without data yet
                    raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
                content += block
                if not block or (b"\0" in block and not content.startswith((*_KINDS, *_UTF_16))):
                    break
        if not os.path.isfile(self._file):
            self._piped = bytes(content)
        return self._piped or bytes(content)


def kind_of(content: bytes) -> str:
    """Return "gzip" or "zip" if the first bytes show it; "" if the file may be text. Refuse other kinds."""
    kind = next((kind for magic, kind in _KINDS.items() if content.startswith(magic)), "")
    if kind in ("gzip", "zip", ""):
        return kind
    raise Refusal("kind", f"this is {kind}")


def unpacked(content: bytes) -> bytes:
    """Return the bytes that a gzip file holds. Refuse a damaged file, and one that unpacks to too much."""
    from gzip import GzipFile

    blocks, size = [], 0
    try:
        with GzipFile(fileobj=io.BytesIO(content)) as file:
            for block in iter(lambda: file.read1(_BLOCK), b""):
                blocks.append(block)
                size += len(block)
                check_packed("size", size, len(content))
    except (Refusal, MemoryError):
        raise
    except Exception:  # gzip raises many types
        what = "the gzip file is damaged or cut; `gzip -dc FILE > NEW` writes what can be read"
        raise Refusal("damaged", what) from None
    return b"".join(blocks)


def lines_of(content: bytes, packed: int) -> list[str]:
    """Return the lines of a text; a newline at its end adds "". Refuse bytes that are no text, or more than is safe.

    `packed` is the size of the packed file in bytes; 0 if it is not packed.
    """
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8-sig"
    if b"\0" in content and encoding != "utf-16":
        if content[_TAR] == b"ustar":
            raise Refusal("archive", "this is a tar archive; unpack it with `tar xf`")
        at = 1 + content.count(b"\n", 0, content.index(b"\0"))
        raise Refusal("kind", f"line {at}: not a text file (it has a zero byte)")
    check_packed("lines", content.count(b"\n"), packed)
    decoder = getincrementaldecoder(encoding)()
    try:
        text = decoder.decode(content)
    except UnicodeDecodeError as error:
        at, byte = 1 + content.count(b"\n", 0, error.start), content[error.start]
        convert = "convert it: iconv -f ENCODING -t utf-8 FILE > NEW (latin1, cp1252, gb18030, ...)"
        what = f"line {at}: not a text file in UTF-8 or UTF-16 (byte 0x{byte:02x}); {convert}"
        raise Refusal("encoding", what) from None
    text += "\ufffd" * bool(decoder.getstate()[0])  # the text ends within a letter
    lines = (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text).split("\n")
    for line in lines if packed else ():
        check_value(line, packed)
    return lines
