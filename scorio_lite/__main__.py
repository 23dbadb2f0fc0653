"""`python -m scorio_lite FILE`"""

from __future__ import annotations

import gc
import sys


def run() -> int:
    """The command as a process, which soon ends: looking for cycles of garbage takes time and frees little."""
    has_counts = hasattr(gc, "freeze")  # of references, which free the rest: in CPython
    if has_counts:
        gc.disable()
    try:
        from ._command.main import main

        status = main()
    except KeyboardInterrupt:  # while modules are loaded
        return 130
    if has_counts:
        gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(run())
