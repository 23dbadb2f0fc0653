"""`python -m scorio_lite FILE`"""

from __future__ import annotations

import gc
import sys


def run() -> int:
    """The command as a process. It soon ends, so it does not look for cycles of garbage; on PyPy that is all garbage."""
    has_counts = hasattr(gc, "freeze")  # of references: CPython
    if has_counts:
        gc.disable()
    from ._command.main import main

    status = main()
    if has_counts:
        gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(run())
