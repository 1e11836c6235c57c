"""The service, described as OpenAPI does it, from the tables that requests are read by; those of what is sent to the
folder of packages stand here, as `requests` has them for questions about pages.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from webwinnow.serve.labelling import SCHEMA
from webwinnow.serve.requests import OPTIONS, PAGE, PAGES, Field
from webwinnow.serve.settings import ServiceSettings
from webwinnow.version import __version__

_NEW_PACKAGE: Final = (
    Field("name", "The name of the package, and of its folder."),
    Field("licence", "Under which its pages may be used."),
    Field("origin", "Where its pages come from."),
    Field("gold", "What belongs to the gold, above all whether the headline does."),
    Field("notes", "What else there is to say."),
)
_ABOUT_PAGE: Final = (
    Field("id", "The name of the page in the package; if it is missing, one is made of its address."),
    Field("language", "The language of the page, such as `en`."),
    Field("page_type", "What it is, such as `article`."),
)
"""What is said of a page that is added, besides its labels."""
_ABOUT: Final = (
    Field("annotator", "Who says so; each annotator of a page has an entry of their own."),
    Field("fragmented", "Whether other contents interrupt the main content.", "boolean", default=False),
    Field("multiple_articles", "Whether the page has more than one article.", "boolean", default=False),
    Field("empty", "That the page has no main content, and that this is no oversight.", "boolean", default=False),
    Field("media", "Addresses of the media that belong to the main content.", "array"),
    Field("note", "What else there is to say."),
)
"""What annotators say besides labels."""
_EVALUATED: Final = (
    Field("package", "The package to evaluate on."),
    Field("extractors", "Expressions to evaluate.", "array"),
    Field("limit", "Pages to take, always the same ones; all of them if it is missing.", "integer"),
)
_LABELS: Final = Field("labels", "What is what: for each label, pairs of places in the source.", "object", inner=SCHEMA)
_AS_TEXT: Final = (
    Field("gold", "Instead of labels: the main content as text."),
    Field("title", "With `gold`: the headline."),
    Field("author", "With `gold`: the authors.", "array"),
    Field("date", "With `gold`: the date of publication, such as 2024-03-12."),
)
_ADDED: Final = (*PAGE, *_ABOUT_PAGE, *_ABOUT, _LABELS, *_AS_TEXT)
_SAVED: Final = (
    *_ABOUT,
    _LABELS,
    Field("version", "The `version` of the page that was seen: if it changed since, nothing is written (409)."),
    Field("as_gold", "That these labels are the gold, even if another's was until now.", "boolean", default=False),
)
_RECIPE: Final = (
    Field("name", "What the recipe is called in expressions."),
    Field("expression", "What it stands for."),
    Field("summary", "What it is good for."),
)
BODIES: Final[Mapping[str, tuple[Field, ...]]] = {
    "/v1/packages": _NEW_PACKAGE,
    "/v1/packages/{package}": _ADDED,
    "/v1/packages/{package}/{page}": _SAVED,
    "/v1/evaluations": _EVALUATED,
    "/v1/recipes": _RECIPE,
    "/v1/expression": (Field("expression", "Stages and how they work together."),),
}
"""What is sent to each address, for reading it and for describing it."""

_SUMMARIES: Final = {
    "extract": ("Find the main content", "the whole result, or one format"),
    "headline": ("Find the headline", "the best one, and those that come next"),
    "metadata": ("Find authors, dates, site, language and more", "each value with how sure it is and where it stands"),
    "posts": ("Find posts and comments", "all posts, with author, time and text"),
    "pagetype": ("Tell articles, overviews, media and empty pages apart", "the type, and the figures behind it"),
    "look": ("Mark kept and dropped text in the page", "the page as HTML with marks, and the figures behind it"),
    "curves": ("Draw what the extractor decides by", "figures as HTML, and the numbers that link them with the page"),
    "compare": ("Compare extractors and other libraries on a page", "what each found, where they differ, and scores"),
    "suggest": ("Propose labels for an annotator to correct", "main content, headline, date, author, comments, media"),
    "explain": ("Say why text was kept or dropped", "curves of the whole page, or what became of a sentence"),
}
_SHELF: Final = {
    "/v1/packages": ("List the test packages", "Begin a package"),
    "/v1/packages/{package}": (
        "List the pages of a package, and how far annotators agree",
        "Add a page, with labels or gold",
    ),
    "/v1/packages/{package}/{page}": ("Answer a page with all that is known of it", "Save an annotator's labels"),
    "/v1/leaderboards": ("Rank the candidates of saved evaluation runs", None),
    "/v1/peers": ("List the other libraries that are installed", None),
    "/v1/evaluations": (None, "Evaluate expressions on a package, in the background"),
    "/v1/evaluations/{number}": ("Say how far an evaluation is; DELETE cancels it", None),
    "/v1/recipes": (None, "Save an expression under a name"),
    "/v1/expression": (None, "Take an expression apart"),
}
"""What the folder of packages is asked, and what is sent there."""
_FAILURES: Final = {
    "400": "A field is unknown or wrong; the message says which, and what to do.",
    "401": "The token is missing or wrong.",
    "403": "The request comes from a page of another site, or the package can only be read.",
    "404": "There is no such package, page or evaluation.",
    "408": "The body did not come in time.",
    "409": "Somebody else changed it meanwhile, or it is there already; nothing was written.",
    "413": "The page is too large.",
    "415": "The body is not JSON.",
    "422": "The page could not be fetched or processed; the message says why.",
    "429": "Too many requests at a time: try again.",
    "503": "No worker process could start: try again.",
}


def describe(settings: ServiceSettings) -> dict[str, Any]:
    """Return the description of a server."""
    paths: dict[str, Any] = {f"/v1/{name}": {"post": _operation(name, settings.pages)} for name in OPTIONS}
    paths["/v1/stages"] = _get("List the stages and recipes that expressions are made of", "A list.", {"type": "array"})
    paths["/health"] = _get("Say that the server is there", "It is.", {"type": "object"})
    paths["/metrics"] = _get("Count requests and pages, for Prometheus", "Counters.", {"type": "string"}, "text/plain")
    paths["/openapi.json"] = _get("Describe the service", "This.", {"type": "object"})
    paths["/r/{url}"] = _reader()
    paths["/scrape"] = {"post": _scrape()}
    paths |= {path: _of_shelf(path) for path in _SHELF}
    described: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "webwinnow", "version": __version__, "description": _about(settings)},
        "paths": paths,
        "components": {"schemas": _schemas(), "responses": {"Failure": _content("A failure.", _named("Failure"))}},
    }
    if settings.token is not None:
        described["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        described["security"] = [{"token": []}]
    return described


def _about(settings: ServiceSettings) -> str:
    return (
        f"Finds the main content of web pages. A page has at most {settings.limits.bytes:,} bytes, takes at most "
        f"{settings.limits.seconds:g} seconds, and a request has at most {settings.pages} pages."
    )


def _operation(name: str, most: int) -> dict[str, Any]:
    summary, result = _SUMMARIES[name]
    one, options = _object((*PAGE, *OPTIONS[name])), _object(OPTIONS[name])
    pages = {"type": "array", "minItems": 1, "maxItems": most, "items": _named("Page"), "description": "Several pages."}
    options["properties"][PAGES] = pages
    options["required"] = [PAGES]
    page = {"anyOf": [{"required": [field.name]} for field in PAGE]}
    asked = {"anyOf": [one | page, options]}
    single = {"anyOf": [_named("Result"), _named("Rendering")]} if name == "extract" else {"type": "object"}
    answered = {"anyOf": [*single.get("anyOf", [single]), _named("Results")]}
    return {
        "summary": summary,
        "operationId": name,
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {"200": _content(f"For one page: {result}. For `pages`: all of them.", answered), **_failures()},
    }


def _failures() -> dict[str, Any]:
    return {status: _content(summary, _named("Failure")) for status, summary in _FAILURES.items()}


def _object(fields: Sequence[Field]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": {each.name: each.schema for each in fields}}


def _named(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _content(summary: str, schema: dict[str, Any], kind: str = "application/json") -> dict[str, Any]:
    return {"description": summary, "content": {kind: {"schema": schema}}}


def _get(summary: str, answer: str, schema: dict[str, Any], kind: str = "application/json") -> dict[str, Any]:
    return {"get": {"summary": summary, "responses": {"200": _content(answer, schema, kind)}}}


def _of_shelf(path: str) -> dict[str, Any]:
    """Describe an address of the folder of packages."""
    read, written = _SHELF[path]
    names = [name for name in ("package", "page", "number") if f"{{{name}}}" in path]
    types = {"number": "integer"}
    given = [
        {"name": name, "in": "path", "required": True, "schema": {"type": types.get(name, "string")}} for name in names
    ]
    known: dict[str, Any] = {"responses": {"200": _content("The answer.", {}), **_failures()}}
    known |= {"parameters": given} if given else {}
    described = {"get": {"summary": read, **known}} if read else {}
    if path.endswith("{number}"):
        described["delete"] = {"summary": "Cancel an evaluation", **known}
    if written:
        body = {"required": True, "content": {"application/json": {"schema": _object(BODIES[path])}}}
        described["post"] = {"summary": written, "requestBody": body, **known}
    return described


def _reader() -> dict[str, Any]:
    address = {"name": "url", "in": "path", "required": True, "schema": {"type": "string"}}
    form = {"name": "X-Return-Format", "in": "header", "schema": {"enum": ["markdown", "text", "html"]}}
    described = _get("Read a page as Markdown, as Jina's reader does", "The page.", {"type": "string"}, "text/markdown")
    described["get"]["parameters"] = [address, form]
    described["get"]["responses"] |= _failures()
    return described


def _scrape() -> dict[str, Any]:
    tags = {"type": "array", "items": {"type": "string"}}
    known = {"url": {"type": "string"}, "formats": tags, "onlyMainContent": {"type": "boolean", "default": True}}
    asked = {"type": "object", "required": ["url"], "properties": known | {"includeTags": tags, "excludeTags": tags}}
    document = {"type": "object", "required": ["success", "data"], "properties": {"data": {"type": "object"}}}
    return {
        "summary": "Read a page for a client of Firecrawl; also at /v1/scrape and /v2/scrape",
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {"200": _content("The document.", document)},
    }


@cache
def _schemas() -> dict[str, Any]:
    """Return the schemas that several answers share; that of a result is the file by which results are checked."""
    text = resources.files("webwinnow").joinpath("render", "result.schema.json").read_text(encoding="utf-8")
    result = json.loads(text.replace('"#/$defs/', '"#/components/schemas/Result/$defs/'))
    del result["$schema"]
    texts = {name: {"type": "string"} for name in ("extractor", "format", "content")}
    maybe = {name: {"type": ["string", "null"]} for name in ("url", "title")}
    rendered: dict[str, Any] = texts | maybe | {"warnings": {"type": "array", "items": {"type": "string"}}}
    error = {
        "type": "object",
        "required": ["code", "message"],
        "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
    }
    one = {"status": {"type": "integer"}, "result": {"type": "object"}, "error": error}
    each = {"type": "object", "required": ["status"], "properties": one, "additionalProperties": False}
    return {
        "Page": _object(PAGE),
        "Result": result,
        "Rendering": {
            "type": "object",
            "required": list(rendered),
            "properties": rendered,
            "additionalProperties": False,
        },
        "Results": {
            "type": "object",
            "required": ["results"],
            "properties": {"results": {"type": "array", "items": each}},
        },
        "Failure": {"type": "object", "required": ["error"], "properties": {"error": error}},
    }
