"""Check golden values under one restriction, in a process of its own.

python tools/sandboxes.py CONDITION PATH MODULE [STEP]

PATH, MODULE and STEP are as in tests/check_golden.py. The exit status is 0 if every value is right, and 1 if a value is
wrong. If the restriction is not available here (another system, an older interpreter), it is 77, and the reason is
printed.
"""

from __future__ import annotations

import builtins
import os
import platform
import sys
import threading
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.util import spec_from_loader
from pathlib import Path
from typing import Any, Callable, Dict, List

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "tests"))

from check_golden import decoded, differing, made, read, verdict

TESTS = sys.path[1]
SPARE = 64 << 20  # bytes of address space
DEPTH = 60  # of the stack, the checker's frames included
THREADS = 8
NOT_HERE = 77  # an exit status that no interpreter has by itself
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT

CHANGES = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate", "os.link", "os.symlink")

Calls = List[Dict[str, Any]]  # what golden.json holds


class NotHere(Exception):
    """The error that this interpreter or system does not have what a condition needs."""


def loaded(path: str, module: str) -> Any:
    sys.path.insert(0, path)
    return import_module(module)


# Restrictions of the whole process. Those of flags and environment need nothing here.


def read_only() -> None:
    """Forbid to write, create, rename or remove anything."""

    def refuse(event: str, arguments: tuple[Any, ...]) -> None:
        writing = event in CHANGES
        if event == "open":
            _, mode, flags = arguments
            writing = bool(set("wax+") & set(mode)) if isinstance(mode, str) else bool(flags & WRITING)
        if writing:
            raise PermissionError(f"{event} in a sandbox without write access")

    if not hasattr(sys, "addaudithook"):
        raise NotHere("no audit hooks")
    sys.dont_write_bytecode = False  # it is tried, and fails
    sys.addaudithook(refuse)


def short_integers() -> None:
    """Forbid to write out an integer of more than 640 digits."""
    if not hasattr(sys, "set_int_max_str_digits"):
        raise NotHere("no limit on the digits of integers")
    sys.set_int_max_str_digits(640)


def little_memory() -> None:
    """Limit the address space to what the interpreter has and 64 MB more."""
    try:
        import resource

        taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        raise NotHere("no limit on the address space") from None
    resource.setrlimit(resource.RLIMIT_AS, (taken + SPARE, resource.RLIM_INFINITY))


RESTRICTIONS: dict[str, Callable[[], None]] = {
    "plain": lambda: None,
    "read-only": read_only,
    "low-recursion": lambda: sys.setrecursionlimit(DEPTH),
    "short-integers": short_integers,
    "little-memory": little_memory,
}


# Conditions of how the library is loaded or called


def is_exact(call: dict[str, Any]) -> bool:
    """Return whether a call returns Fractions."""
    name: str = call["is"][0]
    return name.startswith(("exact.", "special.")) and not name.endswith("quantile")


def only_math(path: str, module: str, calls: Calls) -> list[str]:
    """Return the wrong calls, if the library may import only itself, math and, for exact results, fractions."""
    import decimal  # noqa: F401 (of arguments)
    import fractions  # noqa: F401

    own, admitted = module.partition(".")[0], {"math"}
    if not Path(path, f"{module}.py").is_file():
        admitted |= {own, "__future__"}  # Python calls __import__ for this directive, too
    imports = builtins.__import__

    def guard(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        ours = str((globals or {}).get("__name__")).partition(".")[0] == own
        if ours and not level and name.partition(".")[0] not in admitted:
            raise ImportError(f"{name} is not admitted")
        return imports(name, globals, locals, fromlist, level)

    builtins.__import__ = guard
    library = loaded(path, module)
    lines = differing(library, [call for call in calls if not is_exact(call)])
    admitted.add("fractions")
    return lines + differing(library, [call for call in calls if is_exact(call)])


class Memory(Loader, MetaPathFinder):
    """Imports sources as if they were not files on a disk."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def find_spec(self, name: str, *_: Any) -> Any:
        path = self.root.joinpath(*name.split("."))
        if not path.with_suffix(".py").is_file() and not (path / "__init__.py").is_file():
            return None
        return spec_from_loader(name, self, is_package=path.is_dir())

    def exec_module(self, module: Any) -> None:
        path = self.root.joinpath(*module.__name__.split("."))
        source = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_bytes()
        exec(compile(source, "<memory>", "exec", dont_inherit=True), module.__dict__)


def no_file(path: str, module: str, calls: Calls) -> list[str]:
    """Import the modules from memory. Return the wrong calls, and the modules that have a __file__ nevertheless."""
    sys.meta_path.insert(0, Memory(Path(path)))
    library = import_module(module)
    lines = differing(library, calls)
    ours = [name for name in sys.modules if name.partition(".")[0] == module.partition(".")[0]]
    return lines + [f"{name} has a __file__" for name in ours if hasattr(sys.modules[name], "__file__")]


def threads(path: str, module: str, calls: Calls) -> list[str]:
    """Import the library and make the calls in eight threads at once. Return the wrong calls."""
    lines: list[str] = []
    start = threading.Barrier(THREADS)

    def work(i: int) -> None:
        start.wait()
        lines.extend(differing(import_module(module), calls[i:] + calls[:i]))

    sys.path.insert(0, path)
    sys.setswitchinterval(1e-3)
    workers = [threading.Thread(target=work, args=(i,)) for i in range(THREADS)]
    caught: list[str] = []
    threading.excepthook = lambda problem: caught.append(repr(problem.exc_value))
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return lines + caught


ROUNDINGS = {"x86_64": (0x400, 0x800, 0xC00), "aarch64": (0x400000, 0x800000, 0xC00000)}  # <fenv.h>


def contexts(path: str, module: str, calls: Calls) -> list[str]:
    """Return the wrong calls under a decimal context of one digit, and in each rounding mode of the processor."""
    import decimal

    library = loaded(path, module)
    arguments = [decoded(library, call["of"]) for call in calls]
    decimal.setcontext(decimal.Context(prec=1, Emin=-1, Emax=1, traps=[decimal.Inexact, decimal.Rounded]))
    set_mode = rounding_of_processor()
    lines = []
    for mode in (0, *(ROUNDINGS.get(platform.machine(), ()) if set_mode else ())):
        for call, given in zip(calls, arguments):
            name, expected = call["is"]
            if mode:
                set_mode(mode)
            found = made(library, name, given)
            if mode:
                set_mode(0)
            if found != expected:
                lines.append(f"{name} is {found}, not {expected}")
    return lines


def rounding_of_processor() -> Any:
    """Return the function that sets the processor's rounding mode; None if there is none.

    It is None on PyPy, too: its division of integers follows the mode if the quotient lies between two doubles.
    """
    if platform.python_implementation() == "PyPy":
        return None
    try:
        from ctypes import CDLL

        return CDLL(None).fesetround
    except (ImportError, OSError, AttributeError, TypeError):
        return None


CONDITIONS: dict[str, Callable[[str, str, Calls], list[str]]] = {
    "only-math": only_math,
    "no-file": no_file,
    "threads": threads,
    "contexts": contexts,
}


def main(arguments: list[str]) -> int:
    condition, path, module, step = [*arguments, "1"][:4]
    calls = read(TESTS)[:: int(step)]
    if condition in CONDITIONS:
        return verdict(calls, CONDITIONS[condition](path, module, calls))
    try:
        RESTRICTIONS[condition]()
    except NotHere as reason:
        print(reason)
        return NOT_HERE
    return verdict(calls, differing(loaded(path, module), calls))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
