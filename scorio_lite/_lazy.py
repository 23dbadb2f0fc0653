"""Load the modules of a package when their names are first used, so that the package itself is imported fast."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


def loader(space: dict[str, Any], home_of: Callable[[str], str | None]) -> Callable[[str], Any]:
    """Return the __getattr__ of a package. When a name is first used, it imports the module that defines the name.

    `space` has the package's globals. `home_of(name)` is that module's name: `name` itself if it is a module, None if
    it is unknown.
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
