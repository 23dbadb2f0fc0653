"""Write the results: to the standard streams, and to files, each of which is replaced whole or not at all."""

from __future__ import annotations

import os
import sys
from errno import EACCES, EISDIR
from stat import S_IMODE, S_ISCHR, S_ISDIR, S_ISREG

from .grading import FileError
from .text import in_one_line

_NEW = 0o666  # the mode of a new file, before the umask


def printed(text: str) -> int:
    """Print a text. Return the exit status: 0, or 1 if it could not be written."""
    if sys.stdout is None:
        return refused("standard output is closed")
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes it at exit
        # A closed pipe is not an error: the reader has seen enough.
        return 0 if isinstance(error, BrokenPipeError) else refused(f"standard output: {error.strerror or error}")
    return 0


def refused(message: str) -> int:
    """Say in one line what is wrong. Return the exit status."""
    try:
        sys.stderr.write(f"scorio-lite: {in_one_line(message)}\n")
        sys.stderr.flush()
    except (AttributeError, OSError):  # it is closed or full
        return 1
    return 1


def is_standard_output(path: str) -> bool:
    """Whether a file of this name is where the report goes."""
    try:
        file, out = os.stat(path), os.fstat(sys.stdout.fileno())
    except (AttributeError, OSError, ValueError):  # there is no such file, or no standard output
        return path == "-"
    return path == "-" or (os.path.samestat(file, out) and not S_ISCHR(out.st_mode))


class Output:
    """A file that is written beside its place, and moved there when all else went well.

    A device or a pipe has no such place: it is written at the end. The target of a link is replaced, not the link."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text
        self._beside = ""  # the path of what is written, until it is moved

    def write(self) -> None:
        try:
            self._write()
        except OSError as error:
            raise FileError(f"{self._path}: {error.strerror or error}") from None

    def _write(self) -> None:
        try:
            mode = os.stat(self._path).st_mode
        except FileNotFoundError:
            mode = 0
        is_file = not mode or S_ISREG(mode)
        wrong = EISDIR if S_ISDIR(mode) else EACCES if mode and is_file and not os.access(self._path, os.W_OK) else 0
        if wrong:
            raise OSError(wrong, os.strerror(wrong))
        if not is_file:
            return
        place = os.path.realpath(self._path)
        self._beside = os.path.join(os.path.dirname(place), f".scorio-lite-{os.urandom(8).hex()}")
        file = os.open(self._beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _NEW)
        with open(file, "w", encoding="utf-8", newline="\n") as opened:
            opened.write(self._text)
        if mode:
            os.chmod(self._beside, S_IMODE(mode))

    def move(self) -> None:
        try:
            if self._beside:
                os.replace(self._beside, os.path.realpath(self._path))
                self._beside = ""
                return
            with open(self._path, "w", encoding="utf-8", newline="\n") as file:
                file.write(self._text)
        except OSError as error:
            raise FileError(f"{self._path}: {error.strerror or error}") from None

    def discard(self) -> None:
        """Remove what was not moved."""
        if self._beside:
            try:
                os.unlink(self._beside)
            except OSError:  # it was never made
                return
