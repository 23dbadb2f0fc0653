"""Write the results to the standard streams and to files. Each file is replaced whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import EACCES, EISDIR
from stat import S_IMODE, S_ISCHR, S_ISDIR, S_ISREG

from .grading import FileError
from .text import in_one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

_NEW = 0o666  # the mode of a new file, before the umask


def print_text(text: str) -> int:
    """Print a text. Return the exit status: 1 if it could not be written, else 0."""
    if sys.stdout is None:
        return print_error("standard output is closed")
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes it at exit
        if not isinstance(error, BrokenPipeError):  # of which the reader has seen enough
            return print_error(f"standard output: {error.strerror or error}")
    return 0


def print_error(message: str, more: Sequence[str] = ()) -> int:
    """Print an error in one line, and the lines `more` below it. Return 1, the exit status."""
    with suppress(AttributeError, OSError):  # it is closed or full
        below = "".join(f"  {in_one_line(line)}\n" for line in more)
        sys.stderr.write(f"scorio-lite: {in_one_line(message)}\n{below}")
        sys.stderr.flush()
    return 1


def is_standard_output(path: str) -> bool:
    """Whether this path is the standard output, where the report goes."""
    try:
        file, out = os.stat(path), os.fstat(sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):  # there is no such file, or no standard output
        return path == "-"
    return path == "-" or (os.path.samestat(file, out) and not S_ISCHR(out.st_mode))


def write(text: str, files: dict[str, str]) -> int:
    """Print a text, and write `files`, {path: content}. Return the exit status.

    A file is written under another name in its folder, and renamed after everything else succeeded. Devices and
    pipes are written directly, at the end. If the path is a link, its target is replaced, not the link.
    """
    beside: dict[str, str] = {}  # path -> the file to be moved there
    path = ""
    try:
        for path, content in files.items():
            mode = _mode(path)
            if not mode or S_ISREG(mode):
                folder = os.path.dirname(os.path.realpath(path))
                beside[path] = os.path.join(folder, f".scorio-lite-{os.urandom(8).hex()}")
                _write(os.open(beside[path], os.O_WRONLY | os.O_CREAT | os.O_EXCL, _NEW), content)
                if mode:
                    os.chmod(beside[path], S_IMODE(mode))
        failed = print_text(text)
        for path, content in files.items() if not failed else ():
            if path in beside:
                os.replace(beside[path], os.path.realpath(path))
            else:
                _write(path, content)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    finally:
        for name in filter(os.path.exists, beside.values()):
            os.unlink(name)
    return failed


def _mode(path: str) -> int:
    """Return the mode of the file at `path`; 0 if there is none. Raise OSError if the file cannot be replaced."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return 0
    wrong = EISDIR if S_ISDIR(mode) else EACCES if S_ISREG(mode) and not os.access(path, os.W_OK) else 0
    if wrong:
        raise OSError(wrong, os.strerror(wrong))
    return mode


def _write(file: int | str, content: str) -> None:
    with open(file, "w", encoding="utf-8", newline="\n") as opened:
        opened.write(content)
