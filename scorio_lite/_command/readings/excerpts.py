"""Texts with some lines left out, and texts whose first lines have been read already."""

from __future__ import annotations

from ..source import Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Iterator


class Ahead(Text):
    """A text whose first lines have been read already. It yields them (`head`) again, and then the other `lines`."""

    def __init__(self, text: Text, head: Iterable[str], lines: Iterator[str]) -> None:
        self.__dict__.update(text.__dict__)
        self._text, self._head, self._lines = text, iter(head), lines

    def __iter__(self) -> Iterator[str]:
        yield from self._head
        yield from self._lines

    def blocks(self, at: int) -> Iterator[str]:
        head = "".join(self._head)
        if head:
            yield head
        yield from self._text.blocks(at + head.count("\n"))

    def rest(self, at: int) -> str:
        head = "".join(self._head)
        return head + self._text.rest(at + head.count("\n"))


class Lines(Text):
    """A text from line `first` to line `last`. The lines above are blank, so that line numbers stay the same."""

    def __init__(self, text: Text, lines: tuple[int, int]) -> None:
        self.__dict__.update(text.__dict__)
        first, last = lines
        self._rest: Iterator[str] = (
            line if at >= first else "\n" for at, line in zip(range(1, last + 1), Text.__iter__(self))
        )

    @classmethod
    def of(cls, text: Text, keep: Callable[[str], str]) -> Lines:
        """Return a text of the lines `keep(line)`. A line for which `keep` returns "" becomes a blank line."""
        found = cls(text, (1, 1))

        def kept() -> Iterator[str]:
            for line in text:
                part = keep(line) if line.strip() else line
                found.passed += not part
                yield part or "\n"

        found._rest = kept()
        return found

    def __iter__(self) -> Iterator[str]:
        return self._rest

    def blocks(self, at: int) -> Iterator[str]:  # noqa: ARG002
        return self._rest

    def rest(self, at: int) -> str:  # noqa: ARG002
        return "".join(self._rest)
