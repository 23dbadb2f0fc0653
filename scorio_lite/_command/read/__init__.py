"""Read result files: names assign roles, checks refuse, offers answer.

In come paths and the options of reading, out comes a Run for each run and task. `source`, `archives`, `csv`, `json` and
`records` open and parse files without knowing words. `names` has all words, `sample` describes the records of all
files, `roles` decides which field has which role, `checks` refuse doubtful readings, `loop` makes trials, `tree` reads
paths, and `offers` tries options that could answer a refusal. `files` and `evaluation` hold this together.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from ..score.run import Run
    from .options import Ask


def read_evaluation(paths: Sequence[str], ask: Ask, so_far: bool = False) -> list[Run]:
    """Read files and folders. Return a Run for each run in each task.

    With `so_far`, questions without a trial yet are left out. If the files can be read in no way or in several, raise a
    Refusal that has the readings that fit.
    """
    import gc

    from .evaluation import Sources

    is_collecting = gc.isenabled()
    gc.disable()  # to look for garbage among a million records takes longer than to parse them
    try:
        return Sources(paths, ask, so_far).read()
    finally:
        if is_collecting:
            gc.enable()
