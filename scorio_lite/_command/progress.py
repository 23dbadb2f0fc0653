"""On a terminal, a line on standard error while a large file is read."""

from __future__ import annotations

import os
import sys
from stat import S_ISREG
from time import monotonic

from .text import in_one_line

_PATIENCE = 1.0  # seconds before the line shows
_PACE = 0.2  # seconds between two changes
_NAME = 40  # characters of the end of the file's name


class Progress:
    def __init__(self, file: str, name: str) -> None:
        self._name = in_one_line(name)[-_NAME:]
        try:
            found = os.stat(file)
            self._size = found.st_size if file != "-" and S_ISREG(found.st_mode) else 0
        except OSError:
            self._size = 0
        self._next = monotonic() + _PATIENCE
        self._width = 0
        self._wanted = sys.stderr is not None and sys.stderr.isatty()

    def tell(self, position: int) -> None:
        """Show how many bytes have been read."""
        if not self._wanted or monotonic() < self._next:
            return
        line = f"{self._name}: {position / 1e6:,.0f} MB"
        if self._size:
            line = f"{self._name}: {100 * position // self._size} % of {self._size / 1e6:,.0f} MB"
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)
        self._next = monotonic() + _PACE

    def end(self) -> None:
        """Erase the line."""
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
