"""Write the results to the standard streams and to files. Each file is replaced whole or not at all."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from .text import FileError, in_one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence


def print_text(text: str) -> int:
    """Print a text. Return 0, also if the reader closes the pipe; return 1 if printing fails."""
    if sys.stdout is None:
        return print_error("standard output is closed")
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes it at exit
        if not isinstance(error, BrokenPipeError):  # a reader that closes the pipe has seen enough
            return print_error(f"standard output: {error.strerror or error}")
    return 0


def print_error(message: str, more: Sequence[str] = (), before: str = "") -> int:
    """Print `before`, the message in one line, and the lines `more` to standard error. Return 1."""
    with suppress(AttributeError, OSError):  # standard error is closed or full
        below = "".join(f"  {in_one_line(line)}\n" for line in more)
        sys.stderr.write(f"{before}{chr(10) * bool(before)}scorio-lite: {in_one_line(message)}\n{below}")
        sys.stderr.flush()
    return 1


def write(text: str, files: dict[str, str]) -> int:
    """Print a text, and write `files`, {path: content}. Return 0, or 1 if printing fails.

    Raise FileError if a file cannot be written. A file is written beside its path, and renamed after all else
    succeeded. If the path is a link, its target is replaced.
    """
    beside: dict[str, str] = {}  # path -> the file to be moved there
    path = ""
    try:
        for path, content in files.items():
            target = os.path.realpath(path)
            beside[target] = os.path.join(os.path.dirname(target), f".scorio-lite-{os.urandom(8).hex()}")
            with open(beside[target], "w", encoding="utf-8", newline="\n") as file:
                file.write(content)
            if os.path.exists(target):
                open(target, "a").close()  # an error if it may not be written
                os.chmod(beside[target], os.stat(target).st_mode)
        status = print_text(text)
        for path, new in beside.items() if not status else ():
            os.replace(new, path)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror or error}") from None
    finally:
        for new in filter(os.path.exists, beside.values()):
            os.unlink(new)
    return status
