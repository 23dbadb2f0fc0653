"""Run the command: `python -m scorio_lite FILE`."""

from __future__ import annotations

import gc
import sys


def run() -> int:
    """Run the command and return its exit status. The garbage collector is off: it takes time and frees little."""
    has_counts = hasattr(gc, "freeze")  # CPython, which frees nearly everything by counting references
    if has_counts:
        gc.disable()
    try:
        from ._command.main import main

        status = main(sys.argv[1:])
    except KeyboardInterrupt:  # while modules are loaded
        return 130
    if has_counts:
        gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(run())
