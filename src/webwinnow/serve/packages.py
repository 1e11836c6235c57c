"""The test packages that the workbench offers: folders below the one that the server was started with, read only."""

from pathlib import Path
from typing import Any

from webwinnow.document import Document
from webwinnow.evaluate.package import DESCRIPTION, load
from webwinnow.serve.requests import RequestError


def package_names(folder: Path | None) -> list[str]:
    """Return the names of the folders that are packages."""
    return sorted(each.parent.name for each in folder.glob(f"*/{DESCRIPTION}")) if folder else []


def page_names(folder: Path | None, name: str) -> list[str]:
    """Return the ids of a package's pages."""
    return [page.id for page in load(_package(folder, name)).pages]


def package_page(folder: Path | None, name: str, page_id: str) -> dict[str, Any]:
    """Return a page as a request for it would hold it."""
    page = load(_package(folder, name)).page(page_id)
    known = {"url": page.meta.url} if page.meta.url else {}
    return {"html": Document.from_bytes(page.html()).source} | known


def _package(folder: Path | None, name: str) -> Path:
    """Find a package by a name that is listed: nothing else ever becomes a path."""
    if folder is None or name not in package_names(folder):
        raise RequestError("there is no such package", "no_package", 404)
    return folder / name
