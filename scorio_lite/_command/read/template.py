"""Templates: --at says where outcomes stand in a document, --path what the paths of files say.

Both are texts with the roles in braces: `eval.{question}.base[{trial}][0]`, `{run}/{task}/seed{trial}.jsonl`. `{}` is
anything; right after a role of --path, an ending such as .json. A role may be twice in a path. In --at, a point goes
into an object and brackets into a list; `[{}]` visits each record of a list, and `[{question}]` says that the place in
the list is the question.
"""

from __future__ import annotations

import re

from .sample import flat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    Step = tuple[bool, "re.Pattern[str]", str]  # whether it is an index, what fits, and the step as written

ROLES = ("question", "trial", "run", "task")
OUTCOME = "{outcome}"  # the name of the field with the outcome in the records that --at makes
_BRACES = re.compile(r"\{(\w*)\}")
_STEP = re.compile(r"\[([^\[\]]+)\]\.?|((?:\\.|[^.\[\]\\])+)\.?|(.)", re.S)


def field_of(role: str) -> str:
    """Return the name of the field that has what a template says of a role."""
    return f"{{{role}}}"


def roles_in(text: str) -> list[str]:
    """Return the roles in a template. Raise a ValueError for other words in braces."""
    roles = [role for role in _BRACES.findall(text) if role]
    wrong = next((role for role in roles if role not in ROLES), None)
    if wrong:
        raise ValueError(f"{{{wrong}}} is none of {', '.join(map(field_of, ROLES))} and {{}}")
    return roles


def _pattern(text: str, anything: str) -> re.Pattern[str]:
    """Return a regular expression with a group for each role in a template, named by the role and its place."""
    pieces = [re.escape(piece) for piece in _BRACES.split(text)]  # each second one is a role
    pieces[1::2] = [f"(?P<{role}_{i}>{anything})" if role else anything for i, role in enumerate(pieces[1::2])]
    return re.compile("".join(pieces))


def _said(match: re.Match[str] | None) -> dict[str, str]:
    """Return {role: what it is}; of a role that is there twice, both joined."""
    said: dict[str, str] = {}
    for name, text in match.groupdict().items() if match else ():
        role = name.partition("_")[0]
        said[role] = f"{said[role]}/{text}" if role in said else text
    return said


class PathTemplate:
    """The template of --path. It fits the end of a path, from a folder on."""

    def __init__(self, text: str) -> None:
        if not roles_in(text):
            raise ValueError("name a role in braces, as in '{run}/seed{trial}.jsonl'")
        pattern = _pattern(text.strip("/"), "[^/]+?").pattern.replace(")[^/]+?", r")(?:\.[A-Za-z]\w*)+")
        self._pattern = re.compile(f"(?:.*/)?{pattern}")

    def coordinates(self, path: str) -> dict[str, Any] | None:
        """Return {role: what the path says of it}; None if the template does not fit."""
        match = self._pattern.fullmatch(path)
        return _said(match) if match else None


class AtTemplate:
    """The template of --at. It turns a document into records with the fields {outcome}, {question}, {trial}, ..."""

    def __init__(self, text: str) -> None:
        roles = roles_in(text)
        if len({*roles}) < len(roles):
            raise ValueError("a role is there twice")
        self._steps: list[Step] = []
        for index, key, wrong in _STEP.findall(text.strip()):
            if wrong:
                raise ValueError(f"{wrong!r} leads nowhere; write it as in 'eval.{{question}}.base[{{trial}}][0]'")
            name = index or re.sub(r"\\(.)", r"\1", key)
            self._steps.append((bool(index), _pattern(name, ".+"), name))
        if not self._steps:
            raise ValueError("it is empty")

    @property
    def is_of_records(self) -> bool:
        """Whether the first step visits each entry of a list, so that the records of a file can be read one by one."""
        return self._steps[0][0] and self._steps[0][2].startswith("{")

    def of_document(self, document: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield (address, record) for each outcome in a document."""
        return self._visit(document, 0, "", {}, "")

    def of_records(self, pairs: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield (address, record) for each outcome in the records of a file. The first step visits the records."""
        _, pattern, _ = self._steps[0]
        for at, (address, value) in enumerate(pairs):
            said = {field_of(role): text for role, text in _said(pattern.fullmatch(str(at))).items()}
            for inner, record in self._visit(value, 1, "", said, ""):
                yield f"{address}{', ' if inner else ''}{inner}", record

    def _visit(
        self, value: Any, depth: int, address: str, fields: dict[str, Any], path: str
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        if depth == len(self._steps):
            yield address, {**fields, OUTCOME: value}
            return
        is_index, pattern, text = self._steps[depth]
        entries: Iterable[tuple[Any, Any]]
        if is_index:
            entries = enumerate(value) if isinstance(value, list) else ()
        else:
            entries = value.items() if isinstance(value, dict) else ()
        own = fields
        if isinstance(value, dict):  # the fields beside the outcome have their own names, those above it paths
            start = "" if depth == len(self._steps) - 1 else path
            scalars = ((f"{start}{name}", x) for name, x in flat(value).items() if not isinstance(x, (list, dict)))
            own = {**fields, **{f"{path}{name}" if name in fields else name: x for name, x in scalars}}
        for key, inner in entries:
            match = pattern.fullmatch(str(key))
            if match:
                said = {field_of(role): name for role, name in _said(match).items()}
                fixed = "" if is_index or "{" in text else f"{path}{text}."
                yield from self._visit(inner, depth + 1, f"{address}[{key}]", {**own, **said}, fixed or path)
