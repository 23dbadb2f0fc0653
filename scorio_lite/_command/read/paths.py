"""Ask what paths say: templates of --path that fit the questions of the files are offered."""

from __future__ import annotations

import re
from itertools import product

from ..grading import shown, some
from .item import Refusal
from .names import MAYBE_WORDS
from .sample import counts_up
from .template import PathTemplate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Mapping, Sequence

    Leaves = Sequence[Any]  # of `tree`

_NUMBER = re.compile(r"(.*?)(\d+)")
MARKS = ("__", "--", "_", "-", ".")
_ROLES = ("{run}", "{task}", "{trial}", "{}")
_MOST_OFFERS = 8
_MOST_LEVELS = 3  # that get roles in offers


class PathQuestions:
    """Makes refusals of paths, with templates of --path that fit the questions of the files."""

    def __init__(self, places: Leaves, levels: list[list[str]], varying: list[int]) -> None:
        self._places, self._levels, self._varying = places, levels, varying
        kinds: list[frozenset[Any]] = []
        self._classes = []  # the number of the set of questions of each file: sets that share a question are alike
        for place in places:
            at = next((i for i, kind in enumerate(kinds) if kind == place.names or kind & place.names), len(kinds))
            kinds[at:] = kinds[at:] or [place.names]
            self._classes.append(at)
        self._are_single = len(kinds) > 1 and all(len(place.names) == 1 for place in places)

    def about_numbers(self) -> None:
        """Ask about names that are alike but for a number, and about files of one question each."""
        if self._are_single:
            raise self.refusal("each file has one question: are the files questions, trials or runs?")
        for i in self._varying:
            matches = [_NUMBER.fullmatch(own[i]) for own in self._levels]
            heads: dict[str, set[int]] = {}
            for match in filter(None, matches):
                heads.setdefault(match[1], set()).add(int(match[2]))
            words = {re.split(r"[-_. @=]", head.rstrip("-_. @="))[-1].lower() for head in heads}
            if all(matches) and (
                words <= MAYBE_WORDS or all(len(own) > 1 and counts_up(own) for own in heads.values())
            ):
                names = dict.fromkeys(own[i] for own in self._levels)
                raise self.refusal(f"are {some(names, 3)} trials, runs or parts?", i)

    def task_level(self, models: Sequence[str], tasks: Sequence[str]) -> int | None:
        """Return the level whose values and sets of questions correspond one to one.

        None if files say their tasks, or have one. Refuse files of different questions without such a level.
        """
        kinds = len({*self._classes})
        if kinds == 1 or (all(tasks) and len({*tasks}) > 1):
            return None
        fits = [i for i in self._varying if is_one_to_one([own[i] for own in self._levels], self._classes)]
        if fits and (kinds < len(self._classes) or len(self._varying) == 1 or all(models)):
            return fits[-1]
        if self._varying and not all(tasks):
            raise self.refusal("the files have different questions, and no level of the paths is the task")
        return None

    def refusal(self, why: str, number: int | None = None) -> Refusal:
        """Return a refusal with templates, the likeliest first. At the level `number`, numbers may be trials."""
        ranked: list[tuple[int, str]] = []
        heads = {match[1] for own in self._levels for match in [_NUMBER.fullmatch(own[number or 0])] if match}
        numbered = [f"{head}{{trial}}" for head in heads if len(heads) == 1]
        varying = self._varying[-_MOST_LEVELS:]
        for texts in product(*(["{run}", *numbered, "{}"] if i == number else _ROLES for i in varying)):
            template = template_of(self._places, self._levels, dict(zip(varying, texts)))
            rank = self._rank(template) if template else None
            if rank is not None:
                ranked.append((rank + texts.count("{}"), template))
        best = [template for _, template in sorted(ranked, key=lambda pair: pair[0])]
        if self._are_single and varying:  # then the files are parts, before all else
            roles = {**dict.fromkeys(varying, "{run}"), varying[-1]: "{}"}
            best = [*filter(None, [template_of(self._places, self._levels, roles)]), *best]
        answers = [{"path": template} for template in list(dict.fromkeys(best))[:_MOST_OFFERS]]
        example = shown(answers[0]["path"] if answers else "{run}/{task}.jsonl")
        return Refusal("path", f"{why} --path says it, as in {example}", answers=answers)

    def _rank(self, text: str) -> int | None:
        """Return how unlikely a template is; None if its tasks have different questions, or two files are one."""
        template = PathTemplate(text)
        said = [template.coordinates(path_of(place)) or {} for place in self._places]
        cells = [(own.get("run", ""), own.get("task", ""), own.get("trial")) for own in said]
        tasks = [task for _, task, _ in cells]
        is_board = len({*self._classes}) > 1 and not is_one_to_one(tasks, self._classes)
        if "{task}" in text and is_board:
            return None
        if not are_apart(cells, self._places):
            return None
        return 4 * is_board + 2 * (len({*cells}) < len(cells)) + ("{trial}" in text)


def path_of(place: Any) -> str:
    return str(place.file.member.path).replace("\\", "/")


def template_of(places: Leaves, levels: Sequence[list[str]], roles: Mapping[int, str]) -> str:
    """Return a template of the paths, with these texts at these levels; "" if it does not fit all files."""
    place = places[0]
    texts = [roles.get(i, part if len({own[i] for own in levels}) == 1 else "{}") for i, part in enumerate(levels[0])]
    pieces = len(texts) - len(place.parts)
    if pieces > 0:  # one level was split at a mark
        at = next(i for i, part in enumerate(place.parts) if any(one.parts[i : i + 1] != [part] for one in places))
        mark = next(mark for mark in MARKS if len(place.parts[at].split(mark)) == pieces + 1)
        texts[at : at + pieces + 1] = [mark.join(texts[at : at + pieces + 1])]
    for i, (part, text) in enumerate(zip(place.parts, place.texts)):
        if text != part and "{trial}" not in texts[i]:
            texts[i] = text.replace(part, texts[i], 1) if part else text
    found = "/".join(texts) + (place.ending if len({one.ending for one in places}) == 1 else "{}")
    try:
        template = PathTemplate(found)
    except ValueError:
        return ""
    return found if all(template.coordinates(path_of(one)) for one in places) else ""


def are_apart(cells: Sequence[Any], places: Leaves) -> bool:
    """Whether files of the same run, task and trial have different questions."""
    seen: dict[Any, frozenset[Any]] = {}
    for cell, place in zip(cells, places):
        before = seen.get(cell, frozenset())
        if before & place.names:
            return False
        seen[cell] = before | place.names
    return True


def determines(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether each value of `one` goes with one value of `other`."""
    return len({*one}) > 1 and len({*zip(one, other)}) == len({*one})


def is_one_to_one(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len({*zip(one, other)}) == len({*one}) == len({*other})
