"""Read result files: find the role of each field, refuse doubtful readings, and offer options that settle a doubt.

`read_evaluation` makes a Run for each run in each task. `source`, `archives`, `csv`, `json` and `records` open and
parse files. `names` has the usual names of fields. `sample` describes the records of all files, `roles` decides which
field has which role, and `checks` look for doubts. `loop` makes trials, `tree` reads paths, and `offers` tries options
that could answer a refusal. `evaluation` and `files` call the others.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from ..score.run import Run
    from .options import Ask


def read_evaluation(paths: Sequence[str], ask: Ask, so_far: bool = False) -> list[Run]:
    """Read files and folders. Return a Run for each run in each task.

    With `so_far`, leave out questions that have no trial yet. If the files can be read in no way or in several, raise a
    Refusal. Its `readings` are the Offers of ways to read them.
    """
    import gc

    from .evaluation import Sources

    is_collecting = gc.isenabled()
    gc.disable()  # it takes longer than to parse a million records
    try:
        return Sources(paths, ask, so_far).read()
    finally:
        if is_collecting:
            gc.enable()
