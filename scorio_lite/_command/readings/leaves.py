"""The files of a folder as leaves: a leaf has a path and questions. Also find out which files share questions."""

from __future__ import annotations

import re

from ..fields import last_part
from ..grading import FileError, shown
from ..text import TITLE_COLUMNS, folded, shortened
from .names import says_question, says_setting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterator, Mapping, Sequence

_ENOUGH = 0.5  # of the questions of the smaller file must be shared


class Unclear(FileError):
    """The error that paths do not tell which file is which run, task or trial."""


class Leaf:
    """A file, or several joined: its path without the ending `end`, and {question: hash of its text or None}.

    `said` has what the file says: model, task, trial, settings and outcome. `like` is a Leaf with the same questions:
    what was computed from them is used again.
    """

    model = task = trial = ""
    outcome: int | None = None  # of all its trials, if they have only one, 0 or 1
    settings: Mapping[str, Any] = {}

    def __init__(
        self, path: str, ids: Mapping[Any, int | None], end: str = "", like: Leaf | None = None, **said: Any
    ) -> None:
        self.path, self.ids, self.end = path, ids, end
        vars(self).update(said)
        self.has_texts = any(digest is not None for digest in ids.values())
        self.pairs: frozenset[Any] = like.pairs if like else frozenset(ids.items() if self.has_texts else ids)
        self.counts: bool = like.counts if like else _only_count(ids)
        self.is_weak = self.counts and not self.has_texts


def _only_count(ids: Mapping[Any, Any]) -> bool:
    """Whether the names of questions are only numbers, maybe after a common word: 7, question 7, q7."""
    texts = [str(one) for one in ids if type(one) is not int]
    words = {text.rstrip("0123456789") for text in texts}
    are_common = all(len(one) < 2 or one.endswith(" ") or says_question(one.rstrip("-_#")) for one in words)
    return are_common and words.isdisjoint(texts)


def overlap(a: Leaf, b: Leaf) -> bool:
    """Whether two files share most questions of the smaller one. If names are only numbers, texts must agree, too."""
    pairs = (a.pairs, b.pairs) if a.counts and b.counts else (frozenset(a.ids), frozenset(b.ids))
    return len(pairs[0] & pairs[1]) > _ENOUGH * min(map(len, pairs))


def settings_apart(leaves: Sequence[Leaf], keys: Sequence[Hashable], are_trials: bool) -> list[str]:
    """Return a text for each file: its settings that differ within its run and task, such as "temp=0.7"; or "".

    `keys` has the run and task of each file. If files with the same key and text differ in another field that may be a
    setting, raise Unclear, since they may be runs. Do not raise it if they are known to be trials (`are_trials`).
    """
    found: list[list[str]] = [[] for _ in leaves]
    doubtful = []
    for name in dict.fromkeys(name for leaf in leaves for name in leaf.settings):
        values: dict[Hashable, set[str]] = {}
        for leaf, key in zip(leaves, keys):
            values.setdefault(key, set()).update([str(leaf.settings[name])] if name in leaf.settings else [])
        own = [i for i, key in enumerate(keys) if len(values[key]) > 1]
        repeats = any(_repeats(leaves[i].settings.get(name), leaves[i].path) for i in own)
        last = last_part(name)
        for i in own if says_setting(name) and not repeats else ():
            value = leaves[i].settings.get(name)
            found[i].append(f"no {last}" if value is None else f"{last}={shortened(str(value), TITLE_COLUMNS)}")
        doubtful += [(name, i) for i in own if says_setting(name) != (not repeats)]
    texts = [", ".join(one) for one in found]
    for name, i in doubtful if not are_trials else ():
        others = (j for j in range(i) if (keys[j], texts[j]) == (keys[i], texts[i]))
        j = next((j for j in others if leaves[j].settings.get(name) != leaves[i].settings.get(name)), i)
        if j != i:
            both = f"{leaves[j].path} and {leaves[i].path}"
            raise Unclear(f"{both} differ in {shown(name)}: are they runs or trials?")
    return texts


def is_setting(leaves: Sequence[Leaf], values: Sequence[str]) -> bool:
    """Whether a setting of the files varies as their `values` in the paths do: 0.7 for t07, 1.0 for t10."""
    for name in filter(says_setting, leaves[0].settings):
        own = [str(leaf.settings.get(name, "")) for leaf in leaves]
        if len({*own}) == len({*values}) == len({*zip(own, values)}):
            return True
    return False


def _repeats(value: Any, path: str) -> bool:
    """Whether a setting is a text with numbers, and the path contains them all."""
    numbers = re.findall("[0-9]+", value) if isinstance(value, str) else []
    return bool(numbers) and {*numbers}.issubset(re.findall("[0-9]+", path))


def sharing(leaves: Sequence[Leaf], tasks: Sequence[int]) -> Iterator[tuple[int, int, FileError]]:
    """Yield (i, j, error) for files i and j of different tasks that share questions. The error asks what they are."""
    by_text = all(leaf.has_texts for leaf in leaves if leaf.counts)
    owners: dict[Any, int] = {}
    for i, ids in {(task, leaf.pairs): (i, leaf.ids) for i, (leaf, task) in enumerate(zip(leaves, tasks))}.values():
        are_texts = leaves[i].counts and by_text
        own = filter(None, ids.values()) if are_texts else map(folded, map(str, ids))
        others = [one for one in (owners.setdefault(name, i) for name in dict.fromkeys(own)) if tasks[one] != tasks[i]]
        for other in dict.fromkeys(others):
            both = f"{leaves[other].path} and {leaves[i].path}"
            if are_texts or not ids.keys().isdisjoint(leaves[other].ids):
                most = max(len(ids), len(leaves[other].ids))
                common = f"{others.count(other):,} of {most:,} questions in common"
                yield other, i, Unclear(f"{both} have {common}: are they runs, trials or tasks?")
            else:
                what = f"the names of questions in {both} differ only in their spelling; use one spelling"
                yield other, i, Unclear(what).leading(["--fold"])
