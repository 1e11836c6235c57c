"""Public names of a package that are imported when they are first used: nobody waits for what is not asked for.

if TYPE_CHECKING:
    from webwinnow.posts.finding import find_posts
__all__ = ["find_posts"]
__getattr__, __dir__ = lazy_names(globals(), {"finding": ("find_posts",)})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(
    package: dict[str, Any], modules: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return what a package needs as `__getattr__` and `__dir__`; `modules` lists the names by module inside it."""
    own = package["__name__"]
    places = {name: f"{own}.{module}" for module, names in modules.items() for name in names}

    def import_name(name: str) -> object:
        """Import a public name; it stays, so that this is asked once."""
        if name not in places:
            raise AttributeError(f"module {own!r} has no attribute {name!r}")
        package[name] = found = getattr(import_module(places[name]), name)
        return found

    def list_names() -> list[str]:
        """Show the names that wait, too."""
        return sorted({*package, *places})

    return import_name, list_names
