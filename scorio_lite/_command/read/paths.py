"""Ask what paths say: templates of --path that fit the questions of the files are offered."""

from __future__ import annotations

import re
from itertools import product

from ..grading import shown
from .item import Refusal
from .names import MAYBE_WORDS
from .template import PathTemplate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    Leaves = Sequence[Any]  # of `tree`
    Levels = list[str]

_NUMBER = re.compile(r"(.*?)(\d+)")
MARKS = ("__", "--", "_", "-", ".")
_MOST_OFFERS = 8
_MOST_LEVELS = 3  # that get roles in offers


class PathQuestions:
    """Makes refusals of paths, with templates of --path that fit the questions of the files."""

    def __init__(self, places: Leaves, levels: list[Levels], varying: list[int], classes: Sequence[int]) -> None:
        self._places, self._levels, self._varying, self._classes = places, levels, varying, classes

    def about_numbers(self) -> None:
        """Ask about names that are alike but for a number, and about files of one question each."""
        places, levels = self._places, self._levels
        if len(places) > 1 and all(len(place.names) == 1 for place in places) and len({*self._classes}) > 1:
            raise self.refusal("each file has one question: are the files questions, trials or runs?")
        for i in self._varying:
            matches = [_NUMBER.fullmatch(own[i]) for own in levels]
            heads: dict[str, set[int]] = {}
            for match in filter(None, matches):
                heads.setdefault(match[1], set()).add(int(match[2]))
            words = {re.split(r"[-_. @=]", head.rstrip("-_. @="))[-1].lower() for head in heads}
            counted = all(
                {*range(min(own), min(own) + len(own))} == own and min(own) < 2 < 1 + len(own) for own in heads.values()
            )
            if all(matches) and heads and (words <= MAYBE_WORDS or counted):
                some = ", ".join(shown(name) for name in list(dict.fromkeys(own[i] for own in levels))[:3])
                raise self.refusal(f"are {some}, ... trials, runs or parts?", i)

    def refusal(self, why: str, number: int | None = None) -> Refusal:
        answers = [{"path": text} for text in self._templates(number)]
        example = shown(answers[0]["path"] if answers else "{run}/{task}.jsonl")
        return Refusal("path", f"{why} --path says it, as in {example}", answers=answers)

    def _templates(self, number: int | None) -> list[str]:
        """Return templates, the likeliest first: those in which tasks and sets of questions correspond."""
        varying = self._varying[-_MOST_LEVELS:]
        ranked: list[tuple[int, int, str]] = []
        for roles in product(("{run}", "{task}", "{trial}", "{}"), repeat=len(varying)):
            own = dict(zip(varying, roles))
            if number is not None and own.get(number) not in ("{trial}", "{}", "{run}"):
                continue
            heads: list[str] = [""]
            if (
                number is not None
                and own[number] != "{run}"
                and len({self._head(i, number) for i in range(len(self._levels))}) > 1
            ):
                heads = ["{task}", "{run}"]
            for head in heads:
                text = template_of(self._places, self._levels, own, number, head)
                rank = self._rank(text) if text else None
                if rank is not None:
                    ranked.append((rank + roles.count("{}"), len(ranked), text))
        single = all(len(place.names) == 1 for place in self._places)
        more: list[str] = []
        if single and varying:
            runs = dict.fromkeys(varying, "{run}")
            roles_of_last = ({**runs, varying[-1]: role} for role in ("{question}", "{}"))
            more = [template_of(self._places, self._levels, own, None, "") for own in roles_of_last]
        return list(dict.fromkeys([*filter(None, more), *(text for _, _, text in sorted(ranked))]))[:_MOST_OFFERS]

    def _head(self, i: int, number: int) -> str:
        match = _NUMBER.fullmatch(self._levels[i][number])
        return match[1] if match else ""

    def _rank(self, text: str) -> int | None:
        """Return how unlikely a template is; None if its tasks have different questions, or two files are one."""
        template = PathTemplate(text)
        said = [template.coordinates(path_of(place)) or {} for place in self._places]
        tasks = [own.get("task", "") for own in said]
        cells = [(own.get("run", ""), own.get("task", ""), own.get("trial")) for own in said]
        is_task = is_one_to_one(tasks, self._classes)
        if "{task}" in text and not is_task and len({*self._classes}) > 1:
            return None
        seen: dict[Any, frozenset[Any]] = {}
        for cell, place in zip(cells, self._places):
            if seen.get(cell, frozenset()) & place.names:
                return None
            seen[cell] = seen.get(cell, frozenset()) | place.names
        has_trials = "{trial}" in text
        whole = len({(run, task) for run, task, _ in cells}) == len({run for run, _, _ in cells}) * len({*tasks})
        return (
            4 * (not is_task and len({*self._classes}) > 1)
            + 2 * (not whole)
            + has_trials
            + 2 * (len(seen) < len(cells))
        )


def path_of(place: Any) -> str:
    return str(place.file.member.path).replace("\\", "/")


def template_of(places: Leaves, levels: Sequence[Levels], roles: dict[int, str], number: int | None, head: str) -> str:
    """Return a template of the paths, with these roles at these levels; "" if it does not fit all files.

    At the level `number`, the role stands for the number at its end, and `head` for what is before, if it varies.
    """
    place, own = places[0], levels[0]
    ending = place.ending if len({one.ending for one in places}) == 1 else "{}"
    texts = []
    for i, part in enumerate(own):
        role = roles.get(i, part if len({one[i] for one in levels}) == 1 else "{}")
        match = _NUMBER.fullmatch(part)
        if match and i == number and role in ("{trial}", "{}"):
            mark = match[1][-1:] if match[1][-1:] in ("-", "_", ".", "@", "=") else ""
            role = f"{head}{mark}{role}" if head else f"{match[1]}{role}"
        texts.append(role)
    pieces = len(own) - len(place.parts)
    if pieces > 0:  # one level was split at a mark
        at = next(
            i
            for i in range(len(place.parts))
            if len({one.parts[i] if i < len(one.parts) else "" for one in places}) > 1
        )
        mark = next(mark for mark in MARKS if len(place.parts[at].split(mark)) == pieces + 1)
        texts = [*texts[:at], mark.join(texts[at : at + pieces + 1]), *texts[at + pieces + 1 :]]
    for i, (part, text) in enumerate(zip(place.parts, place.texts)):
        if text != part and "{trial}" not in texts[i]:
            texts[i] = text.replace(part, texts[i], 1) if part else text
    found = "/".join(texts) + ending
    try:
        template = PathTemplate(found)
    except ValueError:
        return ""
    return found if all(template.coordinates(path_of(one)) for one in places) else ""


def is_one_to_one(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len({*zip(one, other)}) == len({*one}) == len({*other})
