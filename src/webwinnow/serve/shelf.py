"""What the server keeps in the folder of packages: packages with their pages, labels, runs and recipes, over HTTP.

Everything that writes lies below that folder, is written aside and renamed, and never over what is there.

For those who draw them, expressions are trees of plain values, which say which stage stands in which group:

    lqf(threshold=0.25) >> (dsc | bte)
    {"kind": "serial", "members": [{"kind": "stage", "name": "lqf", "parameters": {"threshold": "0.25"}},
                                   {"kind": "union", "members": [...]}]}
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request

from webwinnow import evaluate as evaluation
from webwinnow.errors import UsageError
from webwinnow.evaluate.making import encoded_page
from webwinnow.evaluate.writing import write_aside
from webwinnow.expression import parse
from webwinnow.fetch import read_page as fetch_page
from webwinnow.recipes import Recipe, Recipes, with_recipe
from webwinnow.serve import annotations
from webwinnow.serve.answers import PageAnswer, PageJob, as_json, installed_peers
from webwinnow.serve.desk import Desk
from webwinnow.serve.evaluations import Evaluations, leaderboards
from webwinnow.serve.openapi import BODIES
from webwinnow.serve.requests import RequestError, page_place, read_fields, read_json, without_files
from webwinnow.serve.settings import RECIPES_FILE
from webwinnow.stages import Stage
from webwinnow.stages.combined import Prefilters, Serial
from webwinnow.stages.voting import Parallel, Vote

_NAMES: Final = {"prefilters": "serial"}
"""Prefilters in a row are drawn as any other row."""


def tree_of(stage: Stage) -> dict[str, Any]:
    """Take a stage apart; parameters that differ from their defaults are written as expressions have them."""
    if isinstance(stage, Serial | Prefilters):
        return {"kind": _NAMES.get(stage.name, stage.name), "members": [tree_of(each) for each in stage.stages]}
    if not isinstance(stage, Parallel):
        return {"kind": "stage", "name": stage.name, "parameters": _parameters(stage)}
    quorum, weights = stage.ballot()
    members = [tree_of(each) | {"weight": weight} for each, weight in zip(stage.members, weights, strict=True)]
    return {"kind": stage.name, "members": members} | ({"quorum": quorum} if isinstance(stage, Vote) else {})


def _parameters(stage: Stage) -> dict[str, str]:
    values = {each.name: (getattr(stage, each.name), each.default) for each in fields(stage)}  # type: ignore[arg-type]  # stages are dataclasses
    return {name: repr(value) for name, (value, default) in values.items() if default is MISSING or value != default}


Asked = Callable[[Request, dict[str, Any]], Awaitable[PageAnswer]]


class Shelf:
    """The endpoints around one folder."""

    def __init__(self, desk: Desk) -> None:
        """Prepare, and read nothing yet."""
        self.desk, self.settings = desk, desk.settings
        self.packages = annotations.Packages(desk.settings.packages)
        self.evaluations = Evaluations()
        self.reads: dict[str, Callable[[Request], Awaitable[PageAnswer]]] = {
            "/v1/packages": self.list_packages,
            "/v1/packages/{package}": self.list_pages,
            "/v1/packages/{package}/{page}": self.page,
            "/v1/leaderboards": self.leaderboards,
            "/v1/peers": self.peers,
            "/v1/evaluations/{number:int}": self.progress,
        }
        self.writes: dict[str, Asked] = {
            "/v1/packages": self.begin_package,
            "/v1/packages/{package}": self.add,
            "/v1/packages/{package}/{page}": self.annotate,
            "/v1/evaluations": self.evaluate,
            "/v1/recipes": self.keep_recipe,
            "/v1/expression": self.expression,
        }

    @property
    def recipes(self) -> Recipes:
        """All recipes, also those that were saved since the start."""
        return self.settings.recipes | self.desk.saved

    def read_body(self, path: str, body: bytes) -> dict[str, Any]:
        """Check what is sent to an address."""
        return read_fields(read_json(body), BODIES[path])

    async def list_packages(self, _: Request) -> PageAnswer:
        """List the packages."""
        return _ok(await asyncio.to_thread(self.packages.names))

    async def list_pages(self, request: Request) -> PageAnswer:
        """List the pages of a package, with who annotated them."""
        name = request.path_params["package"]
        return _ok(await asyncio.to_thread(lambda: annotations.overview(self.packages.package(name))))

    async def page(self, request: Request) -> PageAnswer:
        """Answer a page with all that is known of it."""
        name, page_id = _names(request)
        return _ok(await asyncio.to_thread(lambda: annotations.whole_page(self.packages.package(name), page_id)))

    async def leaderboards(self, _: Request) -> PageAnswer:
        """Rank the candidates of all saved runs."""
        return _ok(await asyncio.to_thread(leaderboards, self.settings.packages))

    async def peers(self, _: Request) -> PageAnswer:
        """List the other libraries that are installed."""
        return _ok(await asyncio.to_thread(installed_peers))

    async def progress(self, request: Request) -> PageAnswer:
        """Say how far an evaluation is, or cancel it."""
        number = request.path_params["number"]
        act = self.evaluations.cancel if request.method == "DELETE" else self.evaluations.progress
        return _ok(act(number).to_json())

    async def begin_package(self, _: Request, asked: dict[str, Any]) -> PageAnswer:
        """Start an empty package."""
        name = asked.pop("name", "")
        return _ok({"name": await asyncio.to_thread(self.packages.begin, name, asked)}, 201)

    async def add(self, request: Request, asked: dict[str, Any]) -> PageAnswer:
        """Add a page to a package, with labels or with its gold as text, if it comes with one of them."""
        package = await asyncio.to_thread(self.packages.writable, request.path_params["package"])
        if "labels" in asked and "gold" in asked:
            raise RequestError("give 'labels' or 'gold', not both: gold is made of labels", "bad_request")
        html, url = await self._page(asked)
        labelled = await self._labelled(html, url, asked) if {"labels", "gold"} & asked.keys() else None
        if isinstance(labelled, PageAnswer):
            return labelled
        page_id = await asyncio.to_thread(annotations.add_page, package, html, url, asked)
        kept = await asyncio.to_thread(_kept, package.folder, page_id, labelled, asked) if labelled else {}
        return _ok({"package": package.folder.name, "page": page_id, **kept}, 201)

    async def annotate(self, request: Request, asked: dict[str, Any]) -> PageAnswer:
        """Save the labels that an annotator gave a page."""
        name, page_id = _names(request)
        package = await asyncio.to_thread(self.packages.writable, name)
        page = await asyncio.to_thread(annotations.read_page, package, page_id)
        labelled = await self._labelled(await asyncio.to_thread(page.html), page.meta.url, asked)
        if isinstance(labelled, PageAnswer):
            return labelled
        kept = await asyncio.to_thread(_kept, package.folder, page_id, labelled, asked)
        return _ok({"package": name, "page": page_id, **kept})

    async def evaluate(self, _: Request, asked: dict[str, Any]) -> PageAnswer:
        """Begin an evaluation on a package."""
        package = await asyncio.to_thread(self.packages.package, asked.get("package", ""))
        adapters = [
            evaluation.ExpressionAdapter.of(without_files(each), self.recipes) for each in asked.get("extractors", [])
        ]
        if not adapters:
            raise RequestError("'extractors' must name one at least", "wrong_value")
        started = self.evaluations.start(self.packages.root, package.folder, adapters, asked.get("limit"))
        return _ok(started.to_json(), 202)

    async def keep_recipe(self, _: Request, asked: dict[str, Any]) -> PageAnswer:
        """Save an expression under a name, for this server and for `--recipes`."""
        name, expression = asked.get("name", ""), without_files(asked.get("expression", ""))
        parse(expression, self.recipes)
        if name in self.recipes:
            raise RequestError(f"a recipe {name!r} is there already: take another name", "exists", 409)
        recipe = Recipe(name, expression, asked.get("summary", ""))
        path = self.packages.root / RECIPES_FILE
        try:
            write_aside(path, with_recipe(path, recipe).encode())
        except UsageError as error:  # messages name the file, which is nothing to clients
            raise RequestError(str(error).removeprefix(f"{path}: "), "wrong_value") from None
        self.desk.saved |= Recipes((recipe,))
        return _ok({"name": name, "file": RECIPES_FILE}, 201)

    async def expression(self, _: Request, asked: dict[str, Any]) -> PageAnswer:
        """Take an expression apart; recipes are written out."""
        stage = await asyncio.to_thread(parse, without_files(asked.get("expression", "")), self.recipes)
        return _ok({"expression": str(stage), "kind": stage.kind, "tree": tree_of(stage)})

    async def _page(self, asked: dict[str, Any]) -> tuple[bytes, str | None]:
        """Return the bytes that the package will hold: as they came, or written so that they are read alike."""
        place = page_place(asked, self.settings.limits.bytes)
        if place.html is None:
            got = await asyncio.to_thread(fetch_page, place.url or "", self.settings.client)
            return got.body, got.url
        return (place.html if isinstance(place.html, bytes) else encoded_page(place.html)), place.url

    async def _labelled(
        self, html: bytes, url: str | None, asked: dict[str, Any]
    ) -> annotations.LabelledPage | PageAnswer:
        """Have a worker make gold of labels; what it refuses is the answer."""
        annotator = annotations.annotator_name(asked.get("annotator"))
        options: dict[str, Any] = {name: asked[name] for name in ("labels", "media") if name in asked}
        answer = await self.desk.work(PageJob("label", html, url, options=options))
        if not answer.went_well:
            return answer
        made = json.loads(answer.body)
        if "gold" in asked:
            made |= {name: asked.get(name) for name in ("gold", "title", "date")} | {"author": asked.get("author", [])}
        return annotations.LabelledPage(annotator, made, annotations.said_of(asked, made["gold"]))


def _kept(folder: Path, page_id: str, labelled: annotations.LabelledPage, asked: Mapping[str, Any]) -> dict[str, Any]:
    saved = annotations.save(folder, page_id, labelled, asked.get("version"), as_gold=asked.get("as_gold", False))
    return {"gold": labelled.made["gold"], "labels": labelled.made["labels"], **saved}


def _names(request: Request) -> tuple[str, str]:
    return request.path_params["package"], request.path_params["page"]


def _ok(found: object, status: int = 200) -> PageAnswer:
    return PageAnswer(status, as_json(found))
