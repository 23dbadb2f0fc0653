"""`python -m scorio_lite FILE`"""

from __future__ import annotations

import gc
import sys

from ._command.main import main


def run() -> int:
    """The command as a process. It soon ends, so nothing is gained by looking for cycles of garbage."""
    if not hasattr(gc, "freeze"):  # on PyPy all garbage needs the collector
        return main()
    gc.disable()
    status = main()
    gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(run())
