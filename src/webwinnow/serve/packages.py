"""The test packages of the folder that the server was started with: listed, read, begun and added to, nowhere else."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webwinnow.document import Document
from webwinnow.errors import PackageError
from webwinnow.evaluate.agreement import Agreement
from webwinnow.evaluate.making import NewPage, new, page_id_of, write_page
from webwinnow.evaluate.meta import PageMeta
from webwinnow.evaluate.package import DESCRIPTION, GoldPage, Package, load
from webwinnow.evaluate.writing import file_stem
from webwinnow.serve.annotations import agreements, compared, entries, version
from webwinnow.serve.requests import RequestError


@dataclass(frozen=True, slots=True)
class Packages:
    """The packages below one folder; without a folder there is none."""

    folder: Path | None

    def names(self) -> list[str]:
        """Return the names of the folders that are packages."""
        if self.folder is None:
            return []
        return sorted(each.parent.name for each in self.folder.glob(f"*/{DESCRIPTION}"))

    def package(self, name: str) -> Package:
        """Find a package by a name that is listed: nothing else ever becomes a path."""
        if self.folder is None or name not in self.names():
            raise RequestError("there is no such package: GET /v1/packages lists those there are", "no_package", 404)
        return load(self.folder / name)

    def writable(self, name: str) -> Package:
        """Find a package that lies in the folder itself, and not behind a link that leads out of it."""
        package = self.package(name)
        if package.folder.resolve().parent != self.root.resolve():
            raise RequestError("the package is a link to another folder: it can only be read", "read_only", 403)
        return package

    @property
    def root(self) -> Path:
        """The folder, for what writes to it."""
        if self.folder is None:
            raise RequestError("there is no folder to save to: start the server with --packages DIR", "no_package", 404)
        return self.folder

    def begin(self, name: str, about: dict[str, str]) -> str:
        """Start an empty package."""
        if not name or file_stem(name) != name:
            raise RequestError("'name' must be of letters, digits, dots, dashes and underscores", "wrong_value")
        if (self.root / name).exists():
            raise RequestError(f"{name!r} is there already: take another name", "exists", 409)
        return new(self.root / name, name, **about).name


def overview(package: Package) -> dict[str, Any]:
    """List the pages with who annotated them, and how far annotators agree over all of them."""
    pages, together = [], dict[tuple[str, str], Agreement]()
    for files in package.pages:
        try:
            found = entries(files.read())
        except PackageError as error:
            pages.append({"id": files.id, "gold": False, "annotators": [], "broken": str(error)})
            continue
        pages.append({"id": files.id, "gold": files.gold is not None, "annotators": sorted(found)})
        for one, other in ((one, other) for one in found for other in found if one < other):
            if content := compared(found[one], found[other]).get("content"):
                together[one, other] = together.get((one, other), Agreement()) + content
    agreed = [{"annotators": list(pair), **counted.to_json()} for pair, counted in sorted(together.items())]
    return {"name": package.name, "pages": pages, "agreement": agreed}


def whole_page(package: Package, page_id: str) -> dict[str, Any]:
    """Return a page as a request for it would hold it, with all that is known of it."""
    page = read_page(package, page_id)
    source = Document.from_bytes(page.html(), url=page.meta.url).source
    annotated = entries(page)
    known = {name: value for name, value in page.meta.to_json().items() if name != "annotations"}
    return {
        "html": source,
        "url": page.meta.url,
        "gold": page.gold,
        "meta": known,
        "annotations": annotated,
        "agreement": agreements(annotated),
        "version": version(package.folder, page_id),
    }


def read_page(package: Package, page_id: str) -> GoldPage:
    """Read a page that is listed."""
    if page_id not in {files.id for files in package.pages}:
        raise RequestError("there is no such page in the package", "no_page", 404)
    return package.page(page_id)


def add_page(package: Package, html: bytes, url: str | None, about: dict[str, Any]) -> str:
    """Write a new page into a package; never over one that is there."""
    taken = {files.id for files in package.pages}
    wished = page_id_of(about.get("id") or _from_address(url))
    if "id" in about and (wished != about["id"] or wished in taken):
        problem = "is there already" if wished in taken else "cannot name a file: use letters, digits, dots, dashes"
        raise RequestError(f"'id': {about['id'][:80]!r} {problem}", "exists" if wished in taken else "wrong_value", 409)
    free = next(name for at in range(len(taken) + 1) if (name := f"{wished}-{at + 1}" if at else wished) not in taken)
    meta = PageMeta(url=url, language=about.get("language"), page_type=about.get("page_type"))
    write_page(package.folder, NewPage(free, html, None, meta))
    return free


def _from_address(url: str | None) -> str:
    """Make a name of an address: host and path."""
    return (url or "page").partition("://")[2].partition("?")[0].strip("/") or "page"
