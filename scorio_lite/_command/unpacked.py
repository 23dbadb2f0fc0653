"""Limits on packed files: a few thousand bytes (a zip bomb) must not fill the memory, or take hours to read."""

from __future__ import annotations

import io

from .grading import FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sized

# The most of each, as a number or as a multiple of the packed size, whichever is larger. A value is a line, an entry or
# a document. A million trials in lines stay within the limits, however well they compress.
_MOST = {"size": (2e8, 200), "lines": (2e6, 4), "questions": (5e5, 0.5), "value": (3e7, 30), "brackets": (1e6, 1)}


class Measure:
    """Counts unpacked data, and refuses more than an honest file of that size holds."""

    def __init__(self, questions: Sized = ()) -> None:
        self._questions = questions  # those read so far
        self._before = len(questions)
        self.size = self.lines = self.questions = 0
        self.value = self.brackets = 0  # of the current value
        self.has_lines = True  # each a value

    def add(self, block: bytes, packed: int) -> None:
        """Count one more block. `packed` is the number of packed bytes read so far."""
        lines = block.count(b"\n") if self.has_lines else 0
        if lines:
            self.begin()
        self.size += len(block)
        self.lines += lines
        self.value += len(block)
        self.questions = len(self._questions) - self._before
        self.brackets += block.count(b"[") + block.count(b"{")
        for name, (most, times) in _MOST.items():
            if getattr(self, name) > max(most, times * packed):
                raise FileError("it is suspiciously compressible, like a zip bomb; if you trust it, unpack it first")

    def begin(self) -> None:
        """Start another value."""
        self.value = self.brackets = 0


class Unpacked(io.RawIOBase):
    """A file that is counted while it is unpacked."""

    def __init__(self, file: Any, measure: Measure, packed: Callable[[], int]) -> None:
        self._file = file
        self._measure = measure
        self._packed = packed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._file.read1(len(buffer))
        self._measure.add(block, self._packed())
        buffer[: len(block)] = block
        return len(block)
