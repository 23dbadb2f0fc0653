"""Templates: --at says where outcomes stand in a document, --path what the paths of files say.

Both are texts with the roles in braces: `eval.{question}.base[{trial}][0]`, `{run}/{task}/seed{trial}.jsonl`. `{}`
is any text; after a role of --path, as in `{run}{}`, it is an ending such as .json. A role may be in --path twice.
In --at, a point goes into an object and brackets go into a list: `[{}]` visits each entry of a list, and `[{question}]`
makes the index in the list the question.
"""

from __future__ import annotations

import re

from .item import Refusal
from .sample import flat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    Step = tuple[Any, "re.Pattern[str]", str]  # (list or dict to go into, the keys that fit, the step as written)

ROLES = ("question", "trial", "run", "task")
OUTCOME = "{outcome}"  # the field of the outcome in the records that --at makes
_BRACES = re.compile(r"\{(\w*)\}")
_STEP = re.compile(r"\[([^\[\]]+)\]\.?|((?:\\.|[^.\[\]\\])+)\.?|(.)", re.S)


def field_of(role: str) -> str:
    """Return a role in braces, as in a template. It is also the name of the role's field in records that --at makes."""
    return f"{{{role}}}"


def roles_in(text: str) -> list[str]:
    """Return the roles in a template. Raise a ValueError for other words in braces."""
    roles = [role for role in _BRACES.findall(text) if role]
    wrong = next((role for role in roles if role not in ROLES), None)
    if wrong:
        raise ValueError(f"{{{wrong}}} is none of {', '.join(map(field_of, ROLES))} and {{}}")
    return roles


def _pattern(text: str, anything: str) -> re.Pattern[str]:
    """Return the regular expression of a template. {} becomes `anything`, {run} a group of it such as run_1."""
    pieces = [re.escape(piece) for piece in _BRACES.split(text)]  # each second one is a role
    pieces[1::2] = [f"(?P<{role}_{i}>{anything})" if role else anything for i, role in enumerate(pieces[1::2])]
    return re.compile("".join(pieces))


def coordinates(pattern: re.Pattern[str], text: str) -> dict[str, str] | None:
    """Return {role: text at this role}, or None if the pattern does not fit. / joins the texts of a repeated role."""
    match, said = pattern.fullmatch(text), {}  # type: Any, dict[str, str]
    for name, value in match.groupdict().items() if match else ():
        role = name.partition("_")[0]
        said[role] = f"{said[role]}/{value}" if role in said else value
    return said if match else None


def path_pattern(text: str) -> re.Pattern[str]:
    """Return the regular expression of paths that end as a --path says. Refuse a --path without roles (ValueError)."""
    if not roles_in(text):
        raise ValueError("name a role in braces, as in '{run}/seed{trial}.jsonl'")
    pattern = _pattern(text.strip("/"), "[^/]+?").pattern.replace(")[^/]+?", r")(?:\.[A-Za-z]\w*)+")
    return re.compile(f"(?:.*/)?{pattern}")


class AtTemplate:
    """The template of --at. It turns a document into records with the fields {outcome}, {question}, {trial}, ...

    A record also has the fields with single values of all objects on the way to its outcome.
    """

    def __init__(self, text: str) -> None:
        roles = roles_in(text)
        if len({*roles}) < len(roles):
            raise ValueError("a role is there twice")
        self._steps: list[Step] = []
        for index, key, wrong in _STEP.findall(text.strip()):
            if wrong:
                raise ValueError(f"{wrong!r} leads nowhere; write it as in 'eval.{{question}}.base[{{trial}}][0]'")
            name = index or re.sub(r"\\(.)", r"\1", key)
            self._steps.append((list if index else dict, _pattern(name, ".+"), name))

    def of_records(self, pairs: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield (address, record) for outcomes in (address, value) `pairs`. Refuse a template without [{ in front."""
        kind, pattern, text = self._steps[0]
        if kind is dict or not text.startswith("{"):
            raise Refusal("template", "--at of a file of records begins with the record: '[{}].passed'")
        for i, (address, value) in enumerate(pairs):
            said = coordinates(pattern, str(i)) or {}
            for inner, record in self.visit(value, 1, {field_of(role): said[role] for role in said}):
                yield f"{address}{', ' if inner else ''}{inner}", record

    def visit(self, value: Any, depth: int, fields: dict[str, Any], address: str = "", path: str = "") -> Iterator[Any]:
        """Yield (address, record) for outcomes in a value after `depth` steps of --at. Records begin with `fields`."""
        if depth == len(self._steps):
            yield address, {**fields, OUTCOME: value}
            return
        kind, pattern, text = self._steps[depth]
        entries: Any = {} if not isinstance(value, kind) else value if kind is dict else dict(enumerate(value))
        after = self._steps[depth + 1][0] if depth + 1 < len(self._steps) else object
        said = {key: coordinates(pattern, str(key)) for key in entries if isinstance(entries[key], after)}
        visited = {key: roles for key, roles in said.items() if roles is not None}
        own = fields
        if kind is dict:  # fields beside the outcome keep their names; others get their paths
            start = "" if depth == len(self._steps) - 1 else path
            beside = flat({key: inner for key, inner in entries.items() if key not in visited})
            scalars = ((f"{start}{name}", x) for name, x in beside.items() if not isinstance(x, (list, dict)))
            own = {**fields, **{f"{path}{name}" if name in fields else name: x for name, x in scalars}}
        fixed = "" if kind is list or "{" in text else f"{path}{text}."
        for key, roles in visited.items():
            inner = {**own, **{field_of(role): roles[role] for role in roles}}
            yield from self.visit(entries[key], depth + 1, inner, f"{address}[{key}]", fixed or path)
