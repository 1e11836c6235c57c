"""The files of the workbench: those of its folder, and what the curves of `explain` bring along.

They are the same for everybody and hold nothing that is secret.
"""

from functools import cache
from importlib import resources
from typing import Final

from webwinnow.drawing.picture import variables
from webwinnow.explain.html import figure_rules, figure_script

PREFIX: Final = "/workbench/"
INDEX: Final = "index.html"
_TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@cache
def workbench_files() -> dict[str, tuple[bytes, str]]:
    """Return the content and the type of every file, by name."""
    folder = resources.files("webwinnow").joinpath("serve", "workbench")
    found = {each.name: each.read_bytes() for each in folder.iterdir() if _ending(each.name) in _TYPES}
    both = variables(lambda colour: f"light-dark({colour.light},{colour.dark})")
    found["drawing.css"] = f":root{{color-scheme:light dark;{both}}}\n{figure_rules()}".encode()
    found["drawing.js"] = figure_script().encode()
    return {name: (content, f"{_TYPES[_ending(name)]}; charset=utf-8") for name, content in found.items()}


def _ending(name: str) -> str:
    return name[name.rfind(".") :]


def public_addresses() -> frozenset[str]:
    """Return where the page and its files are found: no token is needed for them."""
    return frozenset({"/", *(f"{PREFIX}{name}" for name in workbench_files())})
