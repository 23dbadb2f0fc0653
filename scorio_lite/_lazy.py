"""Names that load when they are first asked for: importing a package costs next to nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


def loader(space: dict[str, Any], home_of: Callable[[str], str | None]) -> Callable[[str], Any]:
    """Return the __getattr__ of a package with these globals. `home_of(name)` is the module that has this name.

    A module is its own home. For a name that the package does not have, `home_of` returns None.
    """

    def load(name: str) -> Any:
        package, home = space["__name__"], home_of(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # The list asks for the module itself; without it the package would be returned.
        module = __import__(f"{package}.{home}", None, None, ["__name__"])
        value = space[name] = module if home == name else getattr(module, name)
        return value

    return load
